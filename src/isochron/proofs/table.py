# SPDX-License-Identifier: Apache-2.0
"""The table of the page of proofs: their sizes, and how long each took."""

import re
from collections.abc import Iterable, Mapping, Sequence

from isochron.paths import ROOT
from isochron.proofs.catalogue import Proof
from isochron.proofs.solver import Answer

PAGE = ROOT / "docs/reference/proofs.md"
_ROWS = re.compile(r"(?<=^\|---\|---\|---\|---\|---\|---\|---\|\n)(?:^\|.*\n)+", re.MULTILINE)


def page(results: Iterable[tuple[Proof, Sequence[Answer]]]) -> str:
    """Return the page with a row for each of these proofs, and the outcome at each of its sizes."""
    rows = []
    for proof, outcomes in results:
        sizes = "; ".join(size_text(size) for size in proof.sizes)
        seconds = "; ".join(f"{outcome.seconds:.0f}" for outcome in outcomes)
        rows.append(
            f"| [{proof.name}](#{proof.name}) | `{proof.block}` | {sizes} | {proof.solver} "
            f"| {proof.depth} | {seconds} | {len(proof.faults)} |\n"
        )
    return _ROWS.sub("".join(rows), PAGE.read_text(encoding="utf-8"), count=1)


def size_text(size: Mapping[str, int]) -> str:
    """Return parameters as the page and the terminal show them."""
    return ", ".join(f"{name} {value}" for name, value in size.items())
