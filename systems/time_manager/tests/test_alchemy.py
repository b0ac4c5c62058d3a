# SPDX-License-Identifier: Apache-2.0
"""The layer with Xenomai's alchemy names, on the time manager and on the time base in software.

The SoC with the time manager has a simulator of its own, so the programs run in the second tier.
"""

import re
from pathlib import Path

import pytest
from systems.time_manager.lab import alchemy, periods

from isochron import examples, projects
from isochron.building import firmware, native, symbols
from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.running import checks, simulator

PROGRAMS = ROOT / "systems/time_manager/firmware/tests"
PAGE = ROOT / "docs/reference/alchemy.md"
MAX_CYCLES = 40_000_000
HARDWARE: dict[str, str] = {}
NATIVE = {
    "ALCHEMY_SOFTWARE_TIME_BASE": "2",
    "configMAX_PRIORITIES": "16",
    "configNUM_THREAD_LOCAL_STORAGE_POINTERS": "1",
    "configTOTAL_HEAP_SIZE": "262144",
    "configUSE_TIME_SLICING": "0",
}
TICKLESS = alchemy.TICKLESS_TIME_BASE
SOFTWARE = {**alchemy.SOFTWARE_TIME_BASE, "ALCHEMY_TICK_NS": "100000"}
SLICES = {
    "configTRACE_HEADER": f'"{PROGRAMS.parent}/alchemy/include/alchemy_slices.h"',
    "configUSE_TIME_SLICING": "0",
}
BASES = {None: "hardware", "1": "software", "3": "tickless"}


def build(
    program: str,
    defines: dict[str, str],
    kernel: str = "isochron",
    include: tuple[Path, ...] = (),
) -> Path:
    layer = firmware.layer(alchemy.NAME)
    common = checks.SHARED.parent
    parts = firmware.Parts(
        (*layer.sources, *sorted(common.glob("*.c"))),
        (*layer.include, common, PROGRAMS / "parts", *include),
    )
    symbols = {**alchemy.DEFINES, **defines}
    return firmware.build(PROGRAMS / f"{program}.c", kernel, defines=symbols, parts=parts)


def build_native(program: str, kernel: str) -> Path:
    layer = firmware.layer(alchemy.NAME)
    sources = [
        PROGRAMS / f"{program}.c",
        *sorted((PROGRAMS.parent / "host").glob("*.c")),
        *layer.sources,
        checks.SHARED,
        checks.SHARED.with_name("check.c"),
    ]
    include = (*layer.include, PROGRAMS / "parts", *checks.INCLUDE)
    variant = native.Variant(options=NATIVE)
    return native.build(kernel, sources, program, variant, include)


def run(
    program: str,
    defines: dict[str, str],
    kernel: str = "isochron",
    include: tuple[Path, ...] = (),
) -> simulator.RunResult:
    elf = build(program, defines, kernel, include)
    return simulator.run(elf, hardware=alchemy.HARDWARE, max_cycles=MAX_CYCLES)


@pytest.mark.wide
@pytest.mark.parametrize(
    ("program", "defines"),
    [
        ("alarms", HARDWARE),
        ("alarms", SOFTWARE),
        ("alarms", TICKLESS),
        ("periods", HARDWARE),
        ("periods", SOFTWARE),
        ("periods", TICKLESS),
        ("tasks", HARDWARE),
        ("time", HARDWARE),
        ("time_slices", SLICES),
        ("time_slices", {**TICKLESS, **SLICES}),
    ],
    ids=lambda value: value if isinstance(value, str) else BASES[value.get(alchemy.TIME_BASE)],
)
def test_conformance(program: str, defines: dict[str, str]) -> None:
    result = run(program, defines)
    assert result.exit_code == 0, result.output
    assert re.search("^passed ", result.output, re.MULTILINE)
    if defines == SLICES:
        cost = re.search(r"^cost rt_task_slice (\d+)$", result.output, re.MULTILINE)
        assert cost
        assert f"| `rt_task_slice` | {cost[1]}, with" in PAGE.read_text()


MUTEXES = {"configUSE_MUTEXES": "1", "INCLUDE_xTaskAbortDelay": "1"}
OBJECTS = (
    *(
        "buffers",
        "event_flags",
        "heaps",
        "main_program",
        "mutexes",
        "pipes",
        "queues",
        "semaphores",
    ),
    *("task_control", "task_messages"),
)
"""Programs about the objects for which tasks wait."""


@pytest.mark.parametrize("kernel", [native.ORACLE, native.ISOCHRON])
@pytest.mark.parametrize("program", OBJECTS)
def test_objects_of_a_native_program(program: str, kernel: str) -> None:
    code, output = checks.run(build_native(program, kernel))
    assert code == 0, output
    assert output.startswith("passed ")


@pytest.mark.wide(each=4)
@pytest.mark.parametrize("program", OBJECTS)
def test_objects_behave_alike_on_freertos_and_the_hardware_kernel(program: str) -> None:
    defines = {**MUTEXES, "configUSE_TIME_SLICING": "0"}
    results = [run(program, defines, kernel) for kernel in ("freertos", "isochron")]
    assert [result.exit_code for result in results] == [0, 0], results
    assert results[0].output == results[1].output
    assert results[0].output.startswith("passed ")


HEADERS = sorted((PROGRAMS.parent / "alchemy/include/alchemy").glob("*.h"))
DECLARATION = re.compile(r"^\w[^(\n]*?\b((?:rt|alchemy)_\w+)\(", re.MULTILINE)
FUNCTIONS = {name for header in HEADERS for name in DECLARATION.findall(header.read_text())}


def rows_of_the_page() -> dict[str, str]:
    row = re.compile(r"^\| `((?:rt|alchemy)_\w+)` \| (.+) \|$", re.MULTILINE)
    return dict(row.findall(PAGE.read_text()))


def test_the_page_has_a_cost_for_each_function() -> None:
    assert len(FUNCTIONS) > 100
    assert rows_of_the_page().keys() == FUNCTIONS


def test_each_function_is_called_by_a_program_that_checks_it() -> None:
    programs = [path for path in PROGRAMS.glob("*.c") if path.name != "costs.c"]
    text = "".join(path.read_text() for path in programs)
    assert {name for name in FUNCTIONS if f"{name}(" not in text} == set()


COSTS = re.compile(r"^cost (\w+) (\d+) (\d+)$", re.MULTILINE)
COSTS_OPTIONS = {
    **MUTEXES,
    "configTICK_RATE_HZ": "20",  # no tick comes while a call is measured
    "configUSE_TIME_SLICING": "0",
    "NDEBUG": "1",
}


@pytest.mark.wide
def test_the_page_has_what_a_run_measures() -> None:
    costs = checks.PROGRAMS / "costs"
    output = run("costs", COSTS_OPTIONS, include=(costs,)).output
    measured = {
        name: least if least == most else f"{least} to {most}"
        for name, least, most in COSTS.findall(output)
    }
    page = rows_of_the_page()
    assert {name: page[name] for name in page if name in measured} == {
        name: cost for name, cost in measured.items() if name in page
    }, output
    text = PAGE.read_text()
    alone, eight = measured["waking_of_1"], measured["waking_of_8"]
    assert f"takes {alone} cycles if it is the only one, {eight} of eight" in text
    assert f"the two switches between take {measured['with_an_answer']}." in text


PERIODS = 50


@pytest.mark.wide
def test_releases_do_not_drift() -> None:
    """A fraction of what docs/reference/alchemy.md states: `isochron verify periods` does that."""
    rates = periods.measure(PERIODS)
    assert len(rates) > 1
    assert {rate.releases for rate in rates} == {PERIODS}
    assert {rate.drift for rate in rates} == {0}


def test_a_program_of_the_layer_is_built() -> None:
    assert symbols.has_symbol(build("time", HARDWARE), "main")


def test_a_drift_is_seen() -> None:
    windows = [
        simulator.Window("release", start, start + 300, 300, 0, 0) for start in (50, 150, 249, 350)
    ]
    assert periods.rate_of(100, windows).drift == -1
    assert periods.rate_of(100, windows[:2]).drift == 0


EXAMPLE = examples.examples()["alchemy"]


def test_a_project_of_the_example_is_run_on_the_soc_with_the_time_manager(tmp_path: Path):
    *_, run = projects.commands(tmp_path / "my-app", EXAMPLE)
    assert run == "isochron run build/bus/my-app --hardware time-manager"


def test_the_example_is_refused_where_there_is_no_time_manager():
    with pytest.raises(IsochronError, match=r"does not run on isochron-contexts: choose isochron$"):
        EXAMPLE.refuse_other_kernels("isochron-contexts")
