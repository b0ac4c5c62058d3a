# SPDX-License-Identifier: Apache-2.0
"""FreeRTOS V11.3 in place of V11.2, from the user's tree; and what V11.2 does wrong."""

import os
import sys
from pathlib import Path

import pytest
from test_firmware import MAX_CYCLES, NEEDS, PROGRAMS, TICK
from typer.testing import CliRunner

from isochron import cli
from isochron.building import firmware, freertos
from isochron.paths import ROOT
from isochron.running import assertions, simulator

sys.path.append(str(ROOT / "firmware/tools"))
import isochron_tasks

TREE = "FREERTOS_V11_3_PATH"
tree = pytest.mark.skipif(
    TREE not in os.environ, reason=f"set {TREE} to a folder of FreeRTOS-Kernel V11.3"
)
KERNELS = ("freertos", "freertos-optimised", "isochron", "isochron-contexts", *firmware.OF_SYSTEMS)
CHANGED = (
    ("assertions", {"configTASK_NOTIFICATION_ARRAY_ENTRIES": "3"}),
    ("disinheritance", {}),
    ("event_groups_isr", {"configUSE_TRACE_FACILITY": "0"}),
    ("recursion", {}),
)
"""Programs about what V11.3 has changed."""


@pytest.fixture
def newer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(freertos.ENVIRONMENT, os.environ[TREE])


def ended(program: str, kernel: str, options: dict[str, str]) -> simulator.RunResult:
    defines = {**TICK, **NEEDS.get(program, {}), **options}
    elf = firmware.build(PROGRAMS / f"{program}.c", kernel, defines=defines)
    hardware = firmware.KERNELS[kernel].hardware
    return simulator.run(elf, hardware=hardware, max_cycles=MAX_CYCLES)


def test_a_mutex_that_times_out_on_freertos_v11_2_with_its_ports_selection() -> None:
    """FreeRTOS-Kernel's pull request 1338: the next task is sought where there is none."""
    result = ended("disinheritance", "freertos-optimised", {})
    assert result.exit_code == 64, "an assertion failed"
    assert "taskSELECT_HIGHEST_PRIORITY_TASK();" in str(assertions.source(result.output))


@tree
@pytest.mark.usefixtures("newer")
@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize(("program", "options"), CHANGED, ids=[name for name, _ in CHANGED])
def test_what_v11_3_changes(program: str, options: dict[str, str], kernel: str) -> None:
    result = ended(program, kernel, options)
    assert (result.exit_code, result.output[:7]) == (0, "passed ")


@tree
@pytest.mark.usefixtures("newer")
@pytest.mark.parametrize("kernel", ["isochron", *firmware.OF_SYSTEMS])
def test_random_calls_go_the_same_way_on_v11_3(kernel: str) -> None:
    arguments = ["verify", "compare", "--calls", "100000", "--kernel", kernel]
    result = CliRunner().invoke(cli.app, arguments)
    assert result.exit_code == 0, result.output
    assert "No difference in 1" in result.output


@pytest.mark.parametrize(
    "words",
    [
        ["run", "firmware/examples/first_program.c"],
        ["bench", "semaphore-2"],
        ["verify", "compare"],
        ["verify", "soak"],
        ["export", "overlay", "nowhere"],
    ],
    ids="-".join,
)
def test_a_folder_that_is_no_freertos_is_one_error(words: list[str], tmp_path: Path) -> None:
    result = CliRunner().invoke(cli.app, [*words, "--freertos", str(tmp_path)])
    assert result.exit_code == 2
    said = " ".join(result.output.replace("│", " ").split())
    assert "is not a FreeRTOS kernel: it has no tasks.c, include/task.h" in said
    assert "Traceback" not in said


def test_the_option_is_as_the_variable(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(freertos.ENVIRONMENT, "/none")
    folder = tmp_path / "overlay"
    stock = freertos.VENDORED_KERNEL
    arguments = ["export", "overlay", str(folder), "--freertos", str(stock)]
    assert CliRunner().invoke(cli.app, arguments).exit_code == 0
    assert (folder / "list.c").resolve() == (stock / "list.c").resolve()


class Memory:
    """Words from address 0x1000 on."""

    def __init__(self, words: list[int]) -> None:
        self._words = words

    def number(self, address: int, _size: int) -> int:
        return self._words[(address - 0x1000) // 4]


def test_a_debugger_knows_the_frames_of_both_versions() -> None:
    registers = [0x100 + number for number in (1, *range(5, 32))]
    pc, mstatus, nesting = 0x4000_0000, 0x1880, 2
    of_v11_2 = [pc, *registers, nesting, mstatus]
    of_v11_3 = [pc, mstatus, *registers, nesting]
    expected = {isochron_tasks.PC: pc, 1: 0x101, 2: 0x1000 + 4 * 31}
    expected |= {number: 0x100 + number for number in range(5, 32)}
    for words in (of_v11_2, of_v11_3):
        assert isochron_tasks._of_stock(Memory(words), 0x1000) == expected
