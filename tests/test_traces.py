# SPDX-License-Identifier: Apache-2.0
"""The kernel files call FreeRTOS's trace macros, but for those of what software has no part in."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from isochron.building import firmware, freertos
from isochron.paths import ROOT

KERNEL = ROOT / "firmware/kernel"
OURS = {
    "isochron": (KERNEL / "hardware_kernel", KERNEL / "common", ROOT / "firmware/attachments/bus"),
    **{name: (firmware.KERNELS[name].files, KERNEL / "common") for name in firmware.OF_SYSTEMS},
}
"""Folders of a kernel's files."""
REPLACED = {
    "isochron": ("tasks.c", "queue.c", "event_groups.c"),
    **dict.fromkeys(firmware.OF_SYSTEMS, ("tasks.c",)),
}
"""FreeRTOS's files that they take the place of."""
PAGE = ROOT / "docs/reference/differences.md"

LISTS = {
    "traceMOVED_TASK_TO_DELAYED_LIST",
    "traceMOVED_TASK_TO_OVERFLOW_DELAYED_LIST",
    "traceMOVED_TASK_TO_READY_STATE",
    "tracePOST_MOVED_TASK_TO_READY_STATE",
    "traceTASK_INCREMENT_TICK",
}
"""Moving tasks between lists, and ticks."""
IN_HARDWARE = {
    "isochron": {
        *LISTS,
        "traceBLOCKING_ON_QUEUE_PEEK",
        "traceBLOCKING_ON_QUEUE_RECEIVE",
        "traceBLOCKING_ON_QUEUE_SEND",
        "traceEVENT_GROUP_SYNC_BLOCK",
        "traceEVENT_GROUP_WAIT_BITS_BLOCK",
        "traceTASK_NOTIFY_TAKE_BLOCK",
        "traceTASK_NOTIFY_WAIT_BLOCK",
        "traceTASK_PRIORITY_DISINHERIT",
        "traceTASK_PRIORITY_INHERIT",
    },
    **dict.fromkeys(firmware.OF_SYSTEMS, LISTS),
}
"""What software has no part in: blocking, waking and inheritance, too, on the hardware kernel."""
FRAME = re.compile(r"trace(?:ENTER|RETURN)_(\w+)")
"""At the beginning and at the end of a function."""


def calls(files: Iterable[Path]) -> set[str]:
    """Return the trace macros that are used in some files."""
    return {
        word for file in files for word in re.findall(r"\b(trace[A-Z]\w+)\s*\(", file.read_text())
    }


@cache
def not_called(kernel: str) -> frozenset[str]:
    """Return what FreeRTOS calls and a kernel's files do not."""
    stock = freertos.provide()
    known = set(
        re.findall(r"#define\s+(trace[A-Z]\w+)", (stock / "include/FreeRTOS.h").read_text())
    )
    theirs = calls(stock / name for name in REPLACED[kernel]) & known
    ours = calls(path for folder in OURS[kernel] for path in sorted(folder.rglob("*.[ch]")))
    return frozenset(theirs - ours)


@pytest.mark.parametrize("kernel", OURS)
def test_what_is_not_called_is_known(kernel: str) -> None:
    names = {name for name in not_called(kernel) if not FRAME.fullmatch(name)}
    assert names == IN_HARDWARE[kernel]


@pytest.mark.parametrize("kernel", OURS)
def test_every_function_of_ours_is_framed(kernel: str) -> None:
    files = (path for folder in OURS[kernel] for path in sorted(folder.rglob("*.c")))
    source = "\n".join(path.read_text() for path in files)
    for name in not_called(kernel):
        frame = FRAME.fullmatch(name)
        if frame:
            body = rf"^[ \t]*(?:\w+[ *]+)+{frame[1]}\([^;{{}}]*\)\s*\{{"
            assert not re.search(body, source, re.MULTILINE), f"{name} is missing"


def test_the_page_names_what_is_not_called() -> None:
    page = PAGE.read_text()
    assert {name for name in IN_HARDWARE["isochron"] if f"`{name}`" not in page} == set()
