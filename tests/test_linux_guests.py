# SPDX-License-Identifier: Apache-2.0
"""Guests in Linux's place: what they try on the machine and its firmware.

The machine has a simulator of its own: the first tier builds guests, the second one runs them.
"""

from __future__ import annotations

import pytest

from isochron.linux import guests, machine

NAMES = sorted(path.stem for path in guests.FOLDER.glob("*.c") if path.name not in guests.COMMON)
MAX_CYCLES = 25_000_000
"""Some twice as many as one takes."""


@pytest.mark.parametrize("name", NAMES)
def test_a_guest_is_built_for_linux_s_place(name: str):
    assert guests.build(name).stat().st_size > 0


@pytest.mark.wide
@pytest.mark.parametrize("name", NAMES)
def test_freertos_goes_on_below_a_guest(name: str):
    run = machine.run_guest(guests.build(name), max_cycles=MAX_CYCLES)
    assert run.passed, "\n".join(run.lines)
