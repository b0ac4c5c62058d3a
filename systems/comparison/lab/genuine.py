# SPDX-License-Identifier: Apache-2.0
"""Builds with a kernel's genuine source, from the user's tree, on our port."""

import hashlib
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from isochron.building import firmware
from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.processes import TEXT

PORTS = ROOT / "systems/comparison/firmware/ports"


@dataclass(frozen=True)
class Source:
    """A kernel in a tree of the user's.

    Attributes:
        name: of the kernel, and of its port's folder.
        title: with its version.
        environment: the variable that names the tree.
        url: of the repository, with its tag.
        header: the file of the tree that has its version.
        version: macros of that file, with their values.
        include: folders of headers.
        sources: patterns of what is compiled.
        options: preprocessor symbols that these know; no other is theirs.
        digested: patterns of what results depend on.
    """

    name: str
    title: str
    environment: str
    url: str
    header: str
    version: Mapping[str, int]
    include: Sequence[str]
    sources: Sequence[str]
    options: Sequence[str]
    digested: Sequence[str]

    @property
    def is_given(self) -> bool:
        """Whether the user names a tree."""
        return self.environment in os.environ

    def tree(self) -> Path:
        """Return the user's tree.

        Raises:
            IsochronError: none is given, or it is not of this version.
        """
        given = os.environ.get(self.environment)
        if not given:
            raise IsochronError(
                f"genuine {self.title} is not given: clone {self.url} and say where it is by the "
                f"variable {self.environment}"
            )
        folder = Path(given).expanduser().resolve()
        header = folder / self.header
        if not header.is_file():
            raise IsochronError(
                f"{given} is no tree of {self.title} (no {self.header}): use {self.url}"
            )
        text = header.read_text(**TEXT)
        for macro, value in self.version.items():
            match = re.search(rf"#define\s+{macro}\s+(\d+)", text)
            if match is None or int(match[1]) != value:
                has = match[1] if match else "nothing"
                raise IsochronError(
                    f"{given} has {macro} {has}; {value} is needed, of {self.title}: {self.url}"
                )
        return folder

    def digest(self) -> str:
        """Return the SHA-256 of what results depend on: of names and contents, in order."""
        content = hashlib.sha256()
        for path in self._files(self.digested):
            content.update(f"{path.name}\0".encode() + path.read_bytes())
        return content.hexdigest()

    def compiled(self, defines: Mapping[str, str], optimisation: str) -> list[Path]:
        """Compile the tree's files and return their objects."""
        known = {name: value for name, value in defines.items() if name in self.options}
        files = self._files(self.sources)
        return firmware.compile_bare(files, self.folders(), known, optimisation)

    def folders(self) -> list[Path]:
        """Return the folders of headers, our port's first."""
        return [PORTS / self.name, *(self.tree() / folder for folder in self.include)]

    def _files(self, patterns: Sequence[str]) -> Iterator[Path]:
        tree = self.tree()
        for pattern in patterns:
            yield from sorted(tree.glob(pattern))


def build(
    source: Source,
    program: Path,
    include: Sequence[Path],
    defines: Mapping[str, str],
    optimisation: str,
    further: Sequence[Path] = (),
) -> Path:
    """Build a program of the comparison, or a test, and return its ELF file.

    Args:
        source: the kernel's.
        program: its C file; what is in the folder ``common`` beside it, or else beside its
            folder, is compiled too.
        include: folders of its headers.
        defines: preprocessor symbols.
        optimisation: see ``firmware.build_bare``.
        further: C files that belong to it.
    """
    common = program.parent / "common"
    if not common.is_dir():
        common = program.parents[1] / "common"
    port = PORTS / source.name
    own = sorted([*port.glob("*.c"), *port.glob("*.S")])
    board = [firmware.BOARD / name for name in ("crt0.S", "console.c", "fatal.c", "interrupts.c")]
    return firmware.build_bare(
        program.stem,
        [program, *sorted(common.glob("*.c")), *further, *board, *own],
        [*include, common, *source.folders()],
        defines,
        optimisation,
        folder=source.name,
        objects=source.compiled(defines, optimisation),
    )
