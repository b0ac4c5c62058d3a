# SPDX-License-Identifier: Apache-2.0
"""Programs of combined sources that run on a board or in a simulator: they have no environment, in
which a mutant is chosen, so the choice is put into a copy of the program."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from isochron.mutants.combine import CHOICE, MARK

_NONE = bytes(4)
_RELOCATABLE = (b"\x7fELF", b"\x01\x00")
"""How an object file begins, and its type; a linker is given the original."""


@contextmanager
def chosen() -> Iterator[None]:
    """Let whatever is started be given the chosen mutant's program where it is given a program.

    That is the word of a command that is the program's path, before ``@`` and where it is loaded.
    """
    copies: dict[tuple[str, int], str] = {}
    start = subprocess.Popen.__init__

    def started(self: subprocess.Popen[Any], command: Any, *rest: Any, **options: Any) -> None:
        number = int(os.environ.get(CHOICE, "0"))
        if number and not isinstance(command, (str, bytes)):
            command = [_word(word, number, copies) for word in command]
        start(self, command, *rest, **options)

    with mock.patch.object(subprocess.Popen, "__init__", started):
        yield


def _word(word: Any, number: int, copies: dict[tuple[str, int], str]) -> Any:
    name, at, where = str(word).partition("@")
    if (name, number) in copies:
        return f"{copies[name, number]}{at}{where}"
    program = _read(Path(name))
    if MARK + _NONE not in program:
        return word
    copy = os.memfd_create("program")  # which is gone when this process is
    os.write(copy, program.replace(MARK + _NONE, MARK + number.to_bytes(4, "little")))
    copies[name, number] = f"/proc/{os.getpid()}/fd/{copy}"
    return f"{copies[name, number]}{at}{where}"


def _read(file: Path) -> bytes:
    """Return a program; nothing of what is none."""
    if not file.is_absolute() or not file.is_file():
        return b""
    content = file.read_bytes()
    is_object = (content[:4], content[16:18]) == _RELOCATABLE
    return b"" if is_object else content
