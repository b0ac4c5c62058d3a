# SPDX-License-Identifier: Apache-2.0
"""The command `isochron api-table`."""

from __future__ import annotations

from typing import Annotated

import typer

from isochron.api import costs, table
from isochron.errors import IsochronError


def api_table(
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; fail when the page is stale.")
    ] = False,
) -> None:
    """Make the table of the API from FreeRTOS's headers, the kernel files, the tests and a run."""
    text = table.page(costs.measure())
    stale = not table.PAGE.is_file() or table.PAGE.read_text() != text
    if stale and check:
        raise IsochronError(f"{table.PAGE} is stale: run `isochron api-table`, commit it")
    if stale:
        table.PAGE.write_text(text)
    typer.echo(f"{'written' if stale else 'current'}: {table.PAGE.relative_to(table.ROOT)}")
