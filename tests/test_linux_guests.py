# SPDX-License-Identifier: Apache-2.0
"""Guests in Linux's place: what they try on the machine and its firmware.

The machine has a simulator of its own: the first tier builds guests, the second one runs them.
"""

from __future__ import annotations

import pytest

from isochron.linux import guests, lateness, machine

NAMES = sorted(path.stem for path in guests.FOLDER.glob("*.c") if path.name not in guests.COMMON)
MAX_CYCLES = 50_000_000
"""Some twice as many as one takes."""
TO_TASK = 400
"""Cycles from an edge to its task: more than any takes, and a hundred less than with misses."""


@pytest.mark.parametrize("name", NAMES)
def test_a_guest_is_built_for_linux_s_place(name: str):
    assert guests.build(name).stat().st_size > 0


@pytest.mark.wide
@pytest.mark.parametrize("name", NAMES)
def test_freertos_goes_on_below_a_guest(name: str):
    run = machine.run_guest(guests.build(name), max_cycles=MAX_CYCLES)
    assert run.passed, "\n".join(run.lines)


@pytest.mark.wide
def test_code_beside_the_cache_never_misses():
    """The guest empties the cache again and again."""
    run = machine.run_guest(guests.build("busy"), max_cycles=MAX_CYCLES, watch=True)
    assert run.passed, "\n".join(run.lines)
    assert 0 < max(lateness.to_tasks(run.edges)) < TO_TASK
