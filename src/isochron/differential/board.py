# SPDX-License-Identifier: Apache-2.0
"""Scenarios on the simulated SoC: the interpreter and one scenario in an image."""

from collections.abc import Mapping
from dataclasses import replace

from isochron.building import firmware, native
from isochron.differential import runner
from isochron.differential.scenario import Scenario
from isochron.paths import BUILT, ROOT
from isochron.running import simulator

SOURCES = ROOT / "firmware/laboratory/differential"
IMAGES = BUILT / "differential/board"
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


def suitable(scenario: Scenario) -> Scenario:
    """Return the scenario as it can run on the SoC, where events come between calls only."""
    return replace(scenario, inside=None, first_tick=FIRST_TICK, room=None, before=())


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
    image = IMAGES / f"scenario_{scenario.name}.c"
    image.parent.mkdir(parents=True, exist_ok=True)
    lines = "\n".join(f'    "{line}\\n"' for line in scenario.text().splitlines())
    text = f"extern const char scenario_text[];\nconst char scenario_text[] =\n{lines};\n"
    if not image.is_file() or image.read_text() != text:
        image.write_text(text)
    symbols = {**OPTIONS, **(defines or {})}
    elf = firmware.build(image, kernel, platform, defines=symbols, parts=_parts())
    hardware = firmware.KERNELS[kernel].hardware
    result = simulator.run(elf, platform, hardware=hardware, max_cycles=MAX_CYCLES)
    outcomes = runner.outcomes(result.output)
    if result.exit_code != 0 or scenario.name not in outcomes:
        raise runner.InterpreterFailed(f"exit code {result.exit_code}: {result.output.strip()}")
    return outcomes[scenario.name][0]


def _parts() -> firmware.Parts:
    native_only = SOURCES / "main.c"
    sources = [path for path in sorted(SOURCES.glob("*.c")) if path != native_only]
    sources += sorted((SOURCES / "board").glob("*.c"))
    include = [SOURCES, native.HOST / "include", native.ATTACHMENTS / "host"]
    return firmware.Parts(tuple(sources), tuple(include))
