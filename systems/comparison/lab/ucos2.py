# SPDX-License-Identifier: Apache-2.0
"""Genuine uC/OS-II, from the user's tree, on our port."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

from systems.comparison.lab import genuine

from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.processes import TEXT

NAME = "ucos2"
ENVIRONMENT = "UCOS2_PATH"
VERSION = 29300
"""OS_VERSION of V2.93."""
PORT = ROOT / "systems/comparison/firmware/ports/ucos2"
URL = "https://github.com/weston-embedded/uC-OS2 (tag v2.93.01)"


class Ucos2Error(IsochronError):
    """There is no uC/OS-II where the user says, or another version."""


def source() -> Path:
    """Return the folder ``Source`` of the user's tree.

    Raises:
        Ucos2Error: none is given, or it is not V2.93.
    """
    given = os.environ.get(ENVIRONMENT)
    if not given:
        raise Ucos2Error(
            f"genuine uC/OS-II is not given: clone {URL} and say where it is by the "
            f"variable {ENVIRONMENT}"
        )
    folder = Path(given).expanduser().resolve() / "Source"
    header = folder / "ucos_ii.h"
    if not header.is_file():
        raise Ucos2Error(f"{given} is no tree of uC/OS-II (no Source/ucos_ii.h): clone {URL}")
    found = re.search(r"#define\s+OS_VERSION\s+(\d+)", header.read_text(**TEXT))
    if found is None or int(found[1]) != VERSION:
        has = found[1] if found else "no version"
        raise Ucos2Error(f"{given} is uC/OS-II {has}; {VERSION} is needed: {URL}")
    return folder


def digest(folder: Path) -> str:
    """Return the SHA-256 of a source folder: of its files' names and contents, in order."""
    found = hashlib.sha256()
    for path in sorted(folder.glob("*.[ch]")):
        found.update(f"{path.name}\0".encode() + path.read_bytes())
    return found.hexdigest()


def kernel() -> genuine.Kernel:
    """Return the files of the user's tree and of our port.

    Raises:
        Ucos2Error: see ``source``.
    """
    folder = source()
    own = sorted([*PORT.glob("*.c"), *PORT.glob("*.S")])
    return genuine.Kernel(NAME, [*own, folder / "ucos_ii.c"], [PORT, folder])
