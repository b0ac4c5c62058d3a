# SPDX-License-Identifier: Apache-2.0
"""The hybrid's tasks as the script for GDB lists them."""

import re

from test_gdb import listed, needs_gdb


@needs_gdb
def test_tasks_are_listed_with_the_event_lists_that_they_are_in() -> None:
    tasks = listed("hybrid")
    lists = {tasks[name].pop() for name in ("waiter", "wanting")}
    assert len(lists) == 2
    assert all(re.fullmatch(r"0x[0-9a-f]+", address) for address in lists)
    assert tasks == {
        "holder": ["running", "3", "1"],  # inherited
        "gone": ["deleted", "6", "6"],
        "quiet": ["suspended", "5", "5"],
        "waiter": ["blocked", "4", "4"],
        "ready": ["ready", "0", "0"],
        "IDLE": ["ready", "0", "0"],
        "wanting": ["blocked", "3", "3"],
    }
