# SPDX-License-Identifier: Apache-2.0
"""TOML that a user has written: whatever is wrong with it is an error of one line."""

import re
import tomllib
from pathlib import Path
from typing import Any

from isochron.errors import IsochronError


def toml(path: Path) -> tuple[str, dict[str, Any]]:
    """Return a file's text, and what it says.

    Raises:
        IsochronError: it cannot be read, or is no TOML in UTF-8; with the line, if there is one.
    """
    try:
        text = path.read_bytes().decode()
        return text, tomllib.loads(text)
    except OSError as wrong:
        raise IsochronError(f"{path}: {wrong.strerror}: name a file of TOML") from wrong
    except UnicodeDecodeError as wrong:
        line = wrong.object[: wrong.start].count(b"\n") + 1
        byte = wrong.object[wrong.start]
        raise IsochronError(
            f"{path}:{line}: the byte {byte:#04x} is no UTF-8: save it as such"
        ) from wrong
    except tomllib.TOMLDecodeError as wrong:
        at = re.search(r"at line (\d+)", str(wrong))
        where = f":{at[1]}" if at else ""
        raise IsochronError(f"{path}{where}: not TOML: {wrong}") from wrong
    except RecursionError as wrong:
        raise IsochronError(f"{path}: not TOML: brackets within brackets without end") from wrong
