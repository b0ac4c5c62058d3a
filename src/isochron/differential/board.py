# SPDX-License-Identifier: Apache-2.0
"""Scenarios on the simulated SoC: an image has the interpreter, each copy of it a scenario."""

import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import count
from pathlib import Path

from isochron.building import firmware, freertos, native
from isochron.building.elf import opened
from isochron.building.symbols import address_of
from isochron.differential import runner
from isochron.differential.generator import generate
from isochron.differential.scenario import Scenario
from isochron.errors import IsochronError
from isochron.jobs.job import Call
from isochron.jobs.workers import Workers
from isochron.paths import ROOT
from isochron.running import simulator

SOURCES = ROOT / "firmware/laboratory/differential"
FIRST_TICK = 0xFFFFFFE0
"""A constant of the image."""
OPTIONS = {
    "configINITIAL_TICK_COUNT": f"{FIRST_TICK:#x}",
    "configMAX_PRIORITIES": "8",
    "configMINIMAL_STACK_SIZE": "400",
    "configTASK_NOTIFICATION_ARRAY_ENTRIES": "3",
    "configTOTAL_HEAP_SIZE": "73728",  # what the interpreter leaves of the RAM
    "configTICK_RATE_HZ": "1",  # ticks come when the scenario wants them
    "configUSE_IDLE_HOOK": "1",
    "configUSE_MUTEXES": "1",
    "configUSE_RECURSIVE_MUTEXES": "1",
    "configUSE_QUEUE_SETS": "1",
    "configUSE_TRACE_FACILITY": "1",
    **runner.OPTIONS,
    "INCLUDE_xTaskAbortDelay": "1",
    "INCLUDE_xSemaphoreGetMutexHolder": "1",
}
"""As in the native FreeRTOSConfig.h, where that matters to a scenario."""
MAX_CYCLES = 50_000_000
MOST_BYTES = 8192
"""Of a scenario's text, with the zero that ends it (board/text.c)."""
CONTEXTS = "isochron-contexts"
_OF_CONTEXTS = ("one_waits",)
"""Rules that they need beside those of all kernels."""


def suitable(scenario: Scenario, kernel: str = "isochron") -> Scenario:
    """Return the scenario as it can run on the SoC, where events come between calls only.

    With contexts one event at most waits while interrupts are masked.
    """
    also = _OF_CONTEXTS if kernel == CONTEXTS else ()
    return replace(scenario, inside=None, first_tick=FIRST_TICK, room=None, before=(), also=also)


def build(kernel: str, platform: str = "ibex", defines: Mapping[str, str] | None = None) -> Path:
    """Return the image without a scenario; ``defines`` go beyond ``OPTIONS``."""
    native_only = SOURCES / "main.c"
    sources = [path for path in sorted(SOURCES.glob("*.c")) if path != native_only]
    board = SOURCES / "board"
    sources += [path for path in sorted(board.glob("*.c")) if path != board / "main.c"]
    include = [SOURCES, native.HOST / "include", native.ATTACHMENTS / "host"]
    return firmware.build(
        board / "main.c",
        kernel,
        platform,
        defines={**OPTIONS, **(defines or {})},
        parts=firmware.Parts(tuple(sources), tuple(include)),
    )


def run(
    kernel: str,
    scenario: Scenario,
    platform: str = "ibex",
    defines: Mapping[str, str] | None = None,
) -> runner.Outcome:
    """Run a ``suitable`` scenario on the SoC; the checksum is the native one's when all agrees.

    ``platform`` is its name, see ``platforms``; ``defines`` go beyond ``OPTIONS``.

    Raises:
        runner.InterpreterFailed: it refused the scenario.
    """
    return run_image(build(kernel, platform, defines), kernel, scenario, platform)


def run_image(
    image: Path, kernel: str, scenario: Scenario, platform: str = "ibex"
) -> runner.Outcome:
    """Do as ``run`` does, with an image that was built."""
    text = scenario.text().encode()
    if len(text) >= MOST_BYTES:
        raise IsochronError(f"scenario {scenario.name} has more than {MOST_BYTES} bytes")
    with opened(image) as file:
        (begin,) = file.address_offsets(address_of(image, "scenario_text"), MOST_BYTES)
    content = bytearray(image.read_bytes())
    content[begin : begin + len(text)] = text
    with tempfile.TemporaryDirectory() as folder:
        elf = Path(folder) / image.name
        elf.write_bytes(content)
        hardware = firmware.KERNELS[kernel].hardware
        result = simulator.run(elf, platform, hardware=hardware, max_cycles=MAX_CYCLES)
    outcomes = runner.outcomes(result.output)
    if result.exit_code != 0 or scenario.name not in outcomes:
        raise runner.InterpreterFailed(f"exit code {result.exit_code}: {result.output.strip()}")
    return outcomes[scenario.name][0]


def runs_of_contexts(seed: int, first: int, pool: Workers) -> Iterator[int]:
    """Yield the calls of each scenario of a seed, from a number on, without end and in order.

    With contexts, which exist on the SoC only, and without assertions, so that calls are those in
    assembler.

    Raises:
        IsochronError: a scenario differs.
    """
    jobs = (
        Call(f"{CONTEXTS}, seed {seed}, scenario {number}", _agreeing_calls, (seed, number))
        for number in count(first)
    )
    for done in pool.run_in_order(jobs):
        yield done.result()


def _agreeing_calls(seed: int, number: int) -> int:
    oracle, image = _of_contexts(freertos.provide())
    scenario = suitable(generate(seed, number), CONTEXTS)
    (expected,) = runner.run(oracle, [scenario])[number]
    found = run_image(image, CONTEXTS, scenario)
    if not found.agrees(expected):
        raise IsochronError(
            f"scenario {number} of seed {seed} differs: {expected} natively, {found} on the SoC"
        )
    return expected.calls


@cache
def _of_contexts(_stock: Path) -> tuple[Path, Path]:
    """Return FreeRTOS as a native program, and the image for contexts, of a FreeRTOS's folder."""
    return runner.build().oracle, build(CONTEXTS, defines={"NDEBUG": "1"})
