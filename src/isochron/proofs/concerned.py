# SPDX-License-Identifier: Apache-2.0
"""Which proofs concern a file of RTL or of properties."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from isochron import building
from isochron.proofs import catalogue


def proofs_of(file: Path) -> list[str]:
    """Return the names of the proofs of a block that has the file, or whose properties it has."""
    return [
        name
        for name, proof in catalogue.proofs().items()
        if file in {*_parts(proof.block, proof.sources()), *proof.included()}
        or (file in proof.sources() and file.parent == proof.folder)
    ]


def _parts(block: str, sources: Iterable[Path]) -> set[Path]:
    """Return the files of a block and of the modules and packages that it is made of."""
    by_name = {path.stem: path for path in sources}
    paths: set[Path] = set()
    waiting = [block]
    while waiting:
        path = by_name.get(waiting.pop())
        if path and path not in paths:
            paths.add(path)
            waiting += _words(path, building.content(path)) & by_name.keys()
    return paths


@cache
def _words(path: Path, _content: str) -> frozenset[str]:
    """Return the words of a file of RTL without its comments."""
    return frozenset(re.findall(r"\w+", re.sub(r"//.*", "", path.read_text())))
