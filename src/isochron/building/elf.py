# SPDX-License-Identifier: Apache-2.0
"""ELF files, which may be damaged: the one place where they are opened."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from elftools.elf.elffile import ELFFile

from isochron.errors import IsochronError


class WrongElf(IsochronError):
    """A file is not an ELF file, or a damaged one."""


@contextmanager
def opened(elf: Path) -> Iterator[ELFFile]:
    """Open an ELF file for the time in which it is read.

    Raises:
        WrongElf: it is none, or what is read of it is damaged.
        OSError: it cannot be read.
    """
    with elf.open("rb") as stream:
        try:
            yield ELFFile(stream)
        except IsochronError:
            raise
        # Of damaged data the library raises whatever its own code meets there.
        except Exception as error:
            what = " ".join(f"{type(error).__name__} {error}".split())
            raise WrongElf(
                f"{elf.name} is not an ELF file, or a damaged one ({what}): build it again"
            ) from error
