# SPDX-License-Identifier: Apache-2.0
"""Options of FreeRTOSConfig.h that are set on a command line: which of them does anybody read?"""

import difflib
import re
from collections.abc import Iterable
from pathlib import Path

from isochron.building import firmware, freertos, package
from isochron.processes import TEXT

_OPTION = re.compile(rf"\b(?:{'|'.join(firmware.OPTIONS)})\w+")


def unread(symbols: Iterable[str], program: Iterable[Path]) -> dict[str, str | None]:
    """Return the options that no file of kernel, board and program names, each with a near name.

    Args:
        symbols: names of preprocessor symbols, also of macros with arguments; those that are no
            options do not count.
        program: the C files that they are for.
    """
    wanted = [name for name in map(firmware.name_of, symbols) if _OPTION.fullmatch(name)]
    if not wanted:
        return {}
    read = _named([*program, *_files()])
    unknown = [name for name in wanted if name not in read]
    return {name: next(iter(difflib.get_close_matches(name, read, 1)), None) for name in unknown}


def _files() -> Iterable[Path]:
    """Yield the sources and headers of kernel and board."""
    stock = freertos.provide()
    heaps = [stock / folder for folder in package.words("FREERTOS_HEAPS")]
    for folder in (*firmware.freertos_include(stock), *heaps):
        yield from folder.glob("*.[chS]")
    of_systems = (path / "kernel" for path in package.SYSTEMS)
    for folder in (firmware.KERNEL, firmware.BOARD, firmware.ATTACHMENTS, *of_systems):
        yield from folder.rglob("*.[chS]")


def _named(files: Iterable[Path]) -> set[str]:
    return {name for path in files for name in _OPTION.findall(path.read_text(**TEXT))}
