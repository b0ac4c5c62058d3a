# SPDX-License-Identifier: Apache-2.0
"""docs/kernel-api.md: complete against FreeRTOS's headers, and true about sources and tests."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from isochron import freertos

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/kernel-api.md"
PROGRAMS = ROOT / "firmware/tests"
HEADERS = ("task", "queue", "semphr", "event_groups", "timers", "stream_buffer", "message_buffer")
PLACES = {"ours", "FreeRTOS's header", "FreeRTOS's file", "missing"}
"""Where a name is defined: a kernel file, an unmodified header (a macro) or file, nowhere yet."""
NAME = (
    r"(?:[a-z]{1,3}|p[a-z]{1,2})(?:Task|Queue|Semaphore|EventGroup|Timer|StreamBuffer|MessageBuffer"
)
NAME += r"|StreamBatchingBuffer|Application)[A-Z]\w*"


def declared(text: str) -> set[str]:
    """Return the functions and function-like macros that a header of FreeRTOS has."""
    code = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.DOTALL).replace("\\\n", " ")
    macros = re.findall(rf"^\s*#\s*define\s+({NAME}|task[A-Z_]+)\(", code, re.MULTILINE)
    plain = re.sub(r"^\s*#[^\n]*", "", code, flags=re.MULTILINE)
    functions = re.findall(rf"\b({NAME})\s*\([^;{{}}]*;", plain)
    return {*macros, *functions}


@cache
def from_headers() -> frozenset[str]:
    folder = freertos.provide() / "include"
    return frozenset[str]().union(*(declared((folder / f"{h}.h").read_text()) for h in HEADERS))


@cache
def rows() -> dict[str, tuple[str, str]]:
    """Return place and test of every name in the table."""
    found = re.findall(r"^\| `(\w+)` \| ([^|]*) \| ([^|]*) \|$", PAGE.read_text(), re.MULTILINE)
    names = [name for name, _, _ in found]
    assert len(names) == len(set(names)), "a name is there twice"
    return {name: (place.strip(), test.strip()) for name, place, test in found}


@cache
def own_sources() -> str:
    folders = (ROOT / "firmware/kernel", ROOT / "firmware/attachments/bus")
    files = (path for folder in folders for path in sorted(folder.rglob("*.[cS]")))
    return "\n".join(path.read_text() for path in files)


def defined_by_us(name: str) -> bool:
    """Whether a kernel file has a body for the function."""
    body = rf"^[ \t]*(?:\w+[ *]+)+{name}\([^;{{}}]*\)\s*\{{"
    return re.search(body, own_sources(), re.MULTILINE) is not None


def test_the_headers_are_understood() -> None:
    assert {"xTaskCreate", "vTaskList", "taskYIELD", "xSemaphoreTake"} <= from_headers()
    assert declared("/* vTaskOld( x ); */ void vTaskNew( void );") == {"vTaskNew"}
    assert len(from_headers()) > 250


def test_every_name_of_the_headers_is_in_the_table_and_no_other() -> None:
    assert set(rows()) == from_headers()


@pytest.mark.parametrize("name", sorted(from_headers()))
def test_a_row_is_true(name: str) -> None:
    place, test = rows()[name]
    assert place in PLACES
    if place == "ours":
        assert defined_by_us(name)
    else:
        assert not defined_by_us(name)
    if test:
        assert re.search(rf"\b{name}\b", (PROGRAMS / test).read_text())
