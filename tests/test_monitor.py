# SPDX-License-Identifier: Apache-2.0
"""What the monitor says of a program agrees with what the simulator's probes saw of it."""

import re

from isochron.building import firmware
from isochron.running import checks, simulator

MAX_CYCLES = 60_000_000
ENDS = range(4, 25)
"""Cycles at the two ends of a critical section that it does not time itself."""
SWITCH = 87
"""Cycles of the longest switch, which masks interrupts too: docs/explanation/kernel.md."""


def ran(program: str, **options: str) -> simulator.RunResult:
    name = f"isochron/{program}"
    defines = {"configTICK_RATE_HZ": "2500", **checks.NEEDS[name], **options}
    elf = firmware.build(checks.PROGRAMS / f"{name}.c", "isochron", defines=defines)
    result = simulator.run(elf, max_cycles=MAX_CYCLES)
    assert result.exit_code == 0, result.output
    return result


def numbers(what: str, output: str) -> dict[str, int]:
    found = re.findall(rf"^{what} (\w+) (\d+)$", output, re.MULTILINE)
    return {name: int(number) for name, number in found}


def test_critical_sections_are_as_long_as_the_probe_says() -> None:
    result = ran("critical_sections")
    sections = numbers("section", result.output)
    assert [window.metric for window in result.windows] == [
        section.replace("_", "-") for section in sections
    ]
    by_probe = {
        window.metric.replace("-", "_"): window.interrupts_off_max for window in result.windows
    }
    missing = {name: by_probe[name] - cycles for name, cycles in sections.items()}
    ends = missing["plain"]
    assert ends in ENDS
    assert missing["nested"] == missing["several"] == ends
    for name in ("switches_late", "switches_early"):
        assert 0 < missing[name] <= ends + SWITCH, name
    # a window begins before its sections and ends behind them: in between interrupts are off
    on = {window.metric: window.cycles - window.interrupts_off_total for window in result.windows}
    assert 0 < on["plain"] == on["nested"] < on["several"] < 3 * on["plain"]


def test_the_longest_critical_section_has_a_hook() -> None:
    """What it is told, and whom it wakes, the program checks."""
    output = ran("critical_sections", configISOCHRON_USE_SECTION_HOOK="1").output
    assert "passed" in output


def test_run_times_are_those_of_the_simulator() -> None:
    result = ran("run_times")
    by_simulator = {str(task.task): task.cycles for task in result.tasks}
    by_monitor = numbers("task", result.output)
    assert len(by_monitor) == 4
    assert by_monitor == {task: by_simulator[task] for task in by_monitor}
