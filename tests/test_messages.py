# SPDX-License-Identifier: Apache-2.0
"""Messages on the SoC: their cycles by both attachments, and programs about queues.

That the kernel does right by them: hardware/tests/test_kernel.py, tests/test_checks.py and
tests/test_differential_options.py.
"""

from pathlib import Path

import pytest

from isochron.building import firmware, native
from isochron.running import checks, simulator

MAX_CYCLES = 60_000_000
OFF = {native.MESSAGES: "0"}
FAST = {"NDEBUG": "1"}

CYCLES = {
    "isochron": {
        "send-4": 28,
        "receive-4": 28,
        "send-16": 41,
        "receive-16": 39,
        "send-to-waiter": 98,
    },
    "isochron-contexts": {
        "send-4": 26,
        "receive-4": 26,
        "send-16": 40,
        "receive-16": 36,
        "send-to-waiter": 45,
    },
}
"""From a call's first instruction to the first one after it: docs/explanation/kernel.md."""
PROGRAMS = ("queues", "queue_isr", "queue_sets", "message_buffers", "timers", "isochron/transfers")


def build(program: str, kernel: str, **defines: str) -> Path:
    return firmware.build(f"firmware/laboratory/tests/{program}.c", kernel, defines=defines)


@pytest.mark.parametrize("kernel", CYCLES)
def test_messages_take_the_documented_cycles(kernel: str) -> None:
    result = simulator.run(build("costs/messages", kernel, **FAST))
    assert result.exit_code == 0, result.output
    found = {window.metric: window.cycles for window in result.windows}
    assert {window.cycles - found[window.metric] for window in result.windows} == {0}, "jitter"
    assert found == CYCLES[kernel]


@pytest.mark.parametrize("kernel", CYCLES)
def test_the_same_program_runs_with_items_in_memory(kernel: str) -> None:
    result = simulator.run(build("costs/messages", kernel, **OFF, **FAST))
    assert result.exit_code == 0, result.output


@pytest.mark.wide(each=5)
@pytest.mark.parametrize("kernel", CYCLES)
@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("options", [{}, OFF], ids=["messages", "in-memory"])
def test_programs_about_queues(options: dict[str, str], program: str, kernel: str) -> None:
    needs = {"configTICK_RATE_HZ": "2500", "configUSE_MUTEXES": "1", "TEST_STEP": "5"}
    defines = {**needs, "configUSE_QUEUE_SETS": "1", **checks.NEEDS.get(program, {}), **options}
    result = simulator.run(build(program, kernel, **defines), max_cycles=MAX_CYCLES)
    assert result.exit_code == 0, result.output
    assert result.output.startswith("passed ")
