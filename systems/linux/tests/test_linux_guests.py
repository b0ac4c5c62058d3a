# SPDX-License-Identifier: Apache-2.0
"""Guests in Linux's place: what they try on the machine and its firmware.

The machine has a simulator of its own: the first tier builds guests, the second one runs them.
"""

import pytest
from night import NIGHT
from systems.linux.lab import firmware, guests, lateness, machine, measure, periods

NAMES = sorted(path.stem for path in guests.FOLDER.glob("*.c") if path.name not in guests.COMMON)
MAX_CYCLES = 50_000_000
"""Some twice as many as one takes."""
TO_TASK = 400
"""Cycles from an edge to its task: more than any takes, and a hundred less than with misses."""
FLUSHES = {"FOUND_RELEASES": "200U"}
"""Of a search for what makes a task latest."""
LATEST = 388
"""Cycles from a date to the task: the most that it finds, ..."""
ENTRY = 183
"""... of these until M mode's first instruction, ..."""
FROM_ENTRY = 205
"""... and from then on."""
MASKED = 228
"""Cycles for which M mode masks interrupts at most, where a line rises at each of its cycles."""
ADVERSARIES = {"ROUNDS": "30U", "SEED": "2U"}
"""Of a longer run than the adversary's own."""


@pytest.mark.parametrize("name", NAMES)
def test_a_guest_is_built_for_linux_s_place(name: str):
    assert guests.build(name).stat().st_size > 0


@pytest.mark.wide(each=4)
@pytest.mark.parametrize("name", [name for name in NAMES if name != guests.PERIODS])
def test_freertos_goes_on_below_a_guest(name: str):
    run = machine.run_guest(guests.build(name), max_cycles=MAX_CYCLES)
    assert run.passed, "\n".join(run.lines)


@pytest.mark.wide(each=4)
@pytest.mark.parametrize("application", firmware.CHECKS_OF_ALCHEMY)
def test_the_alchemy_layer_is_as_documented_below_a_guest(application: str):
    below = machine.Below(firmware.Firmware(application, code_in_ram=True))
    busy = guests.build("busy")  # for ever: this firmware has no releases that it waits for
    run = machine.run_guest(busy, max_cycles=MAX_CYCLES, below=below)
    assert run.passed, "\n".join(run.lines)


@pytest.mark.wide
def test_code_beside_the_cache_never_misses():
    """The guest empties the cache again and again."""
    run = machine.run_guest(guests.build("busy"), max_cycles=MAX_CYCLES, watch=True)
    assert run.passed, "\n".join(run.lines)
    assert 0 < max(lateness.to_tasks(run.edges)) < TO_TASK


@pytest.mark.wide
def test_the_search_s_latest_task_is_what_the_page_says():
    guest = guests.build("flushes", FLUSHES)
    run = machine.run_guest(guest, max_cycles=MAX_CYCLES, watch=True)
    assert run.passed, "\n".join(run.lines)
    late = [int(line.split()[1], 16) for line in run.lines if line.startswith("late ")]
    assert max(late) == LATEST
    assert max(lateness.entries(run.edges)) == ENTRY
    assert LATEST - ENTRY == FROM_ENTRY


@pytest.mark.wide
def test_m_mode_masks_interrupts_for_as_long_as_the_page_says():
    run = machine.run_guest(guests.build("sweep"), max_cycles=MAX_CYCLES, watch=True)
    assert run.passed, "\n".join(run.lines)
    assert max(stretch.longest for stretch in run.stretches) == MASKED


@pytest.mark.wide
def test_periodic_tasks_below_a_guest_take_less_the_longer_their_period():
    """And the last of several that wake together is later than the first."""
    few = {"COUNTS": "{1,12}", "PERIODS_MS": "{1,5}", "SHORTEST_MS": "5U", "RELEASES": "2U"}
    records = periods.of_a_guest(few)
    taken = {
        (record.number("tasks"), record.number("period")): record.median
        for record in records
        if record.test == measure.OVERHEAD
    }
    woken = {
        (record.number("tasks"), record.metric): record.max
        for record in records
        if record.test == periods.WOKEN
    }
    assert taken[12, 1] > taken[12, 5] > taken[1, 5] > 0
    assert woken[1, measure.FIRST] == woken[1, measure.LAST] < woken[12, measure.FIRST]
    assert woken[12, measure.FIRST] < woken[12, measure.LAST] < measure.MILLISECOND


@NIGHT
@pytest.mark.wide
def test_freertos_goes_on_below_an_adversary_for_long():
    run = machine.run_guest(guests.build("adversary", ADVERSARIES), max_cycles=3 * MAX_CYCLES)
    assert run.passed, "\n".join(run.lines)
