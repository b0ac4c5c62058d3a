# SPDX-License-Identifier: Apache-2.0
"""The command `isochron api-table`."""

from __future__ import annotations

from typing import Annotated

import typer

from isochron import files
from isochron.api import costs, function_map, table
from isochron.errors import IsochronError
from isochron.paths import ROOT


def api_table(
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; fail when the page is stale.")
    ] = False,
) -> None:
    """Make the table of the API and the map of functions: from headers, sources, tests, a run."""
    pages = {function_map.PAGE: function_map.page(), table.PAGE: table.page(costs.measure())}
    for page, text in pages.items():
        stale = not page.is_file() or page.read_text() != text
        if stale and check:
            raise IsochronError(f"{page} is stale: run `isochron api-table`, commit it")
        if stale:
            files.write(page, text)
        typer.echo(f"{'written' if stale else 'current'}: {page.relative_to(ROOT)}")
