# SPDX-License-Identifier: Apache-2.0
"""`isochron list`"""

from typing import Annotated

import typer

from isochron import listing
from isochron.terminal import console, known


def show(
    part: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PART]...",
            help="Only kernels, platforms, hardware, or a suite, by its name.",
            callback=known("part", listing.parts()),
            show_default=False,
        ),
    ] = None,
) -> None:
    """List kernels and platforms, then what bench measures: suites, tests, metrics.

    A metric is one figure of a test. Its sweep is what it is measured over,
    such as the number of tasks; "repetition" means several times the same.
    """
    tables = listing.tables()
    for name in part or tables:
        console.print(tables[name])
