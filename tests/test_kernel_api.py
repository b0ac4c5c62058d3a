# SPDX-License-Identifier: Apache-2.0
"""The table of the API: complete against FreeRTOS's headers, true about sources, and current."""

import re
from functools import cache
from pathlib import Path

import pytest

from isochron.api import names, sources
from isochron.building import firmware, freertos
from isochron.pages import api_costs as costs
from isochron.pages import api_table as table
from isochron.pages import call_costs

SOURCE = """\
static BaseType_t prvHelp( int x ) { return prvIssue( kernelTASK_COMMAND( x, TASK_RESUME ) ); }
/* void vTaskOld( void ) { TASK_GIVE } */
#if 1
    __attribute__( ( noinline ) ) void vTaskNew( void )
    {
        if( prvHelp( 1 ) ) { vTaskOther( ISOCHRON_TASK_DELAY_OFFSET ); }
    }
#endif
void vTaskLook( void ) { configASSERT( isochronREGISTER( 0 ) ); }
uint32_t ulTaskRead( void ) { return isochronREGISTER( ISOCHRON_TICK_OFFSET ); }
"""
COMMANDS = {("task", "resume"): "", ("task", "delay"): "", ("task", "give"): ""}


@cache
def rows() -> dict[str, table.Row]:
    return {row.name: row for _, found in table.rows() for row in found}


@pytest.fixture
def code(tmp_path: Path) -> sources.Sources:
    (tmp_path / "ours.c").write_text(SOURCE)
    (tmp_path / "header.h").write_text("#define vTaskMacro( x ) \\\n    vTaskNew( x )\n")
    return sources.read([tmp_path / "ours.c"], [], [tmp_path / "header.h"], COMMANDS)


def test_the_headers_are_understood() -> None:
    found = names.public(freertos.provide())
    assert {"xTaskCreate", "vTaskList", "taskYIELD", "vTaskSetTimeOutState"} <= found["task"]
    assert "xSemaphoreTake" in found["semphr"]
    assert names.declared("/* vTaskOld( x ); */ void vTaskNew( void );") == {"vTaskNew"}
    assert sum(map(len, found.values())) > 250


def test_functions_and_their_commands_are_found(code: sources.Sources) -> None:
    assert {"prvHelp", "vTaskNew", "vTaskLook", "ulTaskRead"} == set(code.ours)
    assert code.commands_of("vTaskNew") == {("task", "resume"), ("task", "delay")}
    assert code.commands_of("vTaskMacro") == code.commands_of("vTaskNew")
    assert code.target_of("vTaskMacro") == "vTaskNew"
    assert code.target_of("vTaskOther") is None


def test_a_register_in_an_assertion_does_not_count(code: sources.Sources) -> None:
    assert code.reads_registers("ulTaskRead")
    assert not code.reads_registers("vTaskLook")


def test_what_is_compiled_with_several_cores_only_does_not_count() -> None:
    text = (
        "#if ( configNUMBER_OF_CORES > 1 )\nseveral\n#if X\nseveral\n#endif\n#else\none\n#endif\n"
        "#if ( configNUMBER_OF_CORES == 1 )\none\n#else\nseveral\n#endif\n#if Y\none\n#endif\n"
        "#if ( configNUMBER_OF_CORES > 1 ) && ( X == 1 )\nseveral\n#endif\n"
    )
    words = [line for line in sources.of_one_core(text).splitlines() if line.isalpha()]
    assert words == ["one"] * 3


def test_no_name_is_missing() -> None:
    assert not [row.name for row in rows().values() if row.runs_on == table.MISSING]


def test_what_is_elsewhere_is_defined_nowhere_here() -> None:
    listed = [name for group in table.elsewhere()["group"] for name in group["names"]]
    assert len(listed) == len(set(listed)), "a name is there twice"
    assert set(listed) <= set(rows())
    assert not {name for name in listed if name in table.code().ours}
    assert not {name for name in listed if name in table.code().upstream}


@pytest.mark.parametrize(
    ("name", "runs_on", "yields"),
    [
        ("vTaskDelay", table.HARDWARE, "always"),
        ("xSemaphoreTake", table.HARDWARE, "the caller blocks"),
        ("xTaskGetTickCount", table.HARDWARE, "never"),
        ("uxTaskGetNumberOfTasks", table.OURS, "never"),
        ("xTimerStart", table.UPSTREAM, None),
        ("xTaskIncrementTick", "FreeRTOS's own", ""),
    ],
)
def test_a_row_says(name: str, runs_on: str, yields: str | None) -> None:
    assert rows()[name].runs_on == runs_on
    if yields is not None:
        assert rows()[name].yields == yields


def test_the_page_is_current_and_its_figures_are_constant() -> None:
    measured = costs.measure()
    assert table.PAGE.read_text() == table.page(measured), "run `isochron generate api-table`"
    assert set(measured) <= set(rows())
    assert f"not constant: {table.MISSING}" not in table.page(measured)
    # Calls that make nothing: whatever other tasks there are, at most a branch more or less, or a
    # task that a message wakes.
    for name, cost in measured.items():
        if not re.search(r"Create|Delete", name):
            assert cost.varies <= 5, f"{name}: {cost}"


@pytest.mark.wide
@pytest.mark.skipif(not firmware.OF_SYSTEMS, reason="a kernel of the page is a system's")
def test_the_page_of_costs_is_current() -> None:
    measured = {kernel: costs.measure(kernel) for kernel in call_costs.KERNELS}
    stale = "run `isochron generate api-table`"
    assert call_costs.PAGE.read_text() == call_costs.page(measured), stale


def test_a_call_that_takes_longer_than_freertos_says_why() -> None:
    """And no other does."""
    stock, ours = (recorded_costs(kernel) for kernel in (call_costs.STOCK, call_costs.OURS))
    for name, (_, why) in call_costs.ONCE_SLOWER.items():
        assert (ours[name] > stock[name]) == bool(why), name


def recorded_costs(kernel: str) -> dict[str, int]:
    """Return the largest costs of the page by the name of a call; it may have gone kernels, too."""
    lines = call_costs.PAGE.read_text().partition(call_costs.BEFORE)[0].splitlines()
    head = next(line for line in lines if line.startswith("| name |")).strip("| ").split(" | ")
    column = head.index(f"`{kernel}`")
    rows = [line.strip("| ").split(" | ") for line in lines if re.match(r"\| `\w+` \| \d", line)]
    calls = [row for row in rows if len(row) == len(head)]
    return {row[0].strip("`"): int(row[column].split()[-1]) for row in calls}


def test_costs_of_kernels_stand_side_by_side() -> None:
    stock = {"xTaskNotify": costs.Cost(5, 9), "vTaskResume": costs.Cost(4, 4)}
    ours = {"xTaskNotify": costs.Cost(3, 3), "vTaskResume": costs.Cost(6, 6)}
    page = call_costs.page({call_costs.STOCK: stock, "ours": ours})
    assert "| `xTaskNotify` | 5 to 9 | 3 |\n" in page
    assert "| `ours` | 1 | 0 | 1 |" in page
