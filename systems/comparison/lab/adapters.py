# SPDX-License-Identifier: Apache-2.0
"""What an adapter has and what it has not: its header in systems/comparison/firmware/adapters.

An adapter defines macros ``KERNEL_...``; for one that its kernel cannot have it says why, in a
comment of one line: ``/* no KERNEL_YIELD: no two tasks have the same priority */``. For one that it
has by other means than a call for it, it says so: ``/* instead of KERNEL_RESUME: ... */``. What is
measured of nothing else is for information, and not compared.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from systems.comparison.lab.criteria import ALWAYS, FOLDER, TICKS

from isochron.errors import IsochronError
from isochron.paths import ROOT

_DEFINED = re.compile(r"^\s*#define (KERNEL_\w+)", re.MULTILINE)
_ABSENT = re.compile(r"/\* no (KERNEL_\w+): (.+?) \*/")
_INSTEAD = re.compile(r"/\* instead of (KERNEL_\w+): (.+?) \*/")


@dataclass(frozen=True)
class Adapter:
    """A kernel's adapter.

    Attributes:
        name: of its folder.
        has: the macros that it defines.
        absent: those that its kernel cannot have, and why.
        instead: those that it has by other means, and by which.
    """

    name: str
    has: frozenset[str]
    absent: dict[str, str]
    instead: dict[str, str]

    def why_not(self, needs: Iterable[str]) -> str | None:
        """Return why what needs these macros cannot be run, None if it can.

        Raises:
            IsochronError: one is missing without a reason.
        """
        for macro in (*ALWAYS, *needs):
            if macro in self.absent:
                return self.absent[macro]
            if macro not in self.has:
                raise IsochronError(
                    f"the adapter {self.name} does not define {macro}: define it in "
                    f"{path_of(self.name).relative_to(ROOT)}, or say there why its "
                    f"kernel cannot: /* no {macro}: ... */"
                )
        return None

    def why_for_information(self, needs: Iterable[str]) -> str | None:
        """Return why figures of what needs these macros are not compared, None if they are."""
        measured = [macro for macro in needs if macro != TICKS]
        if not measured or not self.instead.keys() >= set(measured):
            return None
        return self.instead[measured[0]]


def path_of(name: str) -> Path:
    """Return the header of an adapter."""
    return FOLDER / "adapters" / name / "adapter.h"


def read(name: str) -> Adapter:
    """Return an adapter by its name.

    Raises:
        IsochronError: there is none of this name.
    """
    path = path_of(name)
    if not path.is_file():
        raise IsochronError(f"there is no adapter {name}: {path} is not there")
    return parse(name, path.read_text(encoding="utf-8"))


def parse(name: str, text: str) -> Adapter:
    """Return what a header has and has not."""
    has = frozenset(_DEFINED.findall(text))
    return Adapter(name, has, dict(_ABSENT.findall(text)), dict(_INSTEAD.findall(text)))
