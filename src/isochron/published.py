# SPDX-License-Identifier: Apache-2.0
"""The papers' own figures, from ``published.toml``: the only source of what is called published."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("published.toml")
NOT_STATED = "not stated in the paper"

STOCK_KERNEL = "freertos"
KERNELS_OF_PAPERS = {"accelerated": "isochron"}
"""Our kernel that stands beside a paper's own system, if they have not the same name."""


@dataclass(frozen=True)
class Figure:
    """What a paper states of one metric.

    Attributes:
        key: ``paper/test/metric``.
        file: the paper's number.
        where: chapter, table or figure.
        unit: of the values that are not ratios.
        stock: values of the unmodified kernel, by name.
        theirs: values of the paper's own system, by name.
    """

    key: str
    file: str
    where: str
    unit: str
    platform: str | None = None
    stock: Mapping[str, Any] = field(default_factory=dict)
    theirs: Mapping[str, Any] = field(default_factory=dict)
    rows: tuple[Mapping[str, Any], ...] = ()
    note: str | None = None

    def values_for(self, kernel: str) -> Mapping[str, Any] | None:
        """Return the values to show beside one of our kernels, None if there are none."""
        paper = self.key.partition("/")[0]
        by_kernel = {STOCK_KERNEL: self.stock, KERNELS_OF_PAPERS.get(paper, paper): self.theirs}
        return by_kernel.get(kernel) or None

    def quoted(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return some of its values as a record has them."""
        return {"paper": self.file, "where": self.where, "values": dict(values)}


def find(paper: str | None, test: str, metric: str) -> Figure | None:
    """Return what a paper states of a metric, None when it states nothing."""
    return figures().get(f"{paper}/{test}/{metric}")


@cache
def figures() -> Mapping[str, Figure]:
    """Return every published figure by its key."""
    tables = tomllib.loads(FILE.read_text(encoding="utf-8"))["figure"]
    loaded = [Figure(**{**table, "rows": tuple(table.get("rows", ()))}) for table in tables]
    return {figure.key: figure for figure in loaded}
