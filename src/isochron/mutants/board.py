# SPDX-License-Identifier: Apache-2.0
"""QEMU for programs of combined sources: a board's program has no environment, in which a mutant is
chosen, so the choice is put into a copy of the program.

``python -m isochron.mutants.board QEMU ARGUMENT...`` becomes QEMU.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from isochron.mutants.combine import CHOICE, MARK

QEMU = "qemu-system-arm"
_NONE = bytes(4)


@contextmanager
def found_first() -> Iterator[None]:
    """Let who looks for QEMU find this one, if there is one at all."""
    real = shutil.which(QEMU)
    if real is None:
        yield
        return
    with TemporaryDirectory() as folder:
        script = Path(folder) / QEMU
        script.write_text(f'#!/bin/sh\nexec {sys.executable} -m {__name__} {real} "$@"\n')
        script.chmod(0o755)
        before = os.environ["PATH"]
        os.environ["PATH"] = os.pathsep.join([folder, before])
        try:
            yield
        finally:
            os.environ["PATH"] = before


def chosen(program: bytes, number: int) -> bytes:
    """Return a program in which the mutant of this number is chosen."""
    return program.replace(MARK + _NONE, MARK + number.to_bytes(4, "little"))


def main() -> None:
    """Do what the file says."""
    arguments = sys.argv[1:]
    if "-kernel" in arguments and CHOICE in os.environ:
        at = arguments.index("-kernel") + 1
        program = os.memfd_create("program", 0)  # which is gone when QEMU is
        os.write(program, chosen(Path(arguments[at]).read_bytes(), int(os.environ[CHOICE])))
        arguments[at] = f"/proc/self/fd/{program}"
    os.execv(arguments[0], arguments)


if __name__ == "__main__":
    main()
