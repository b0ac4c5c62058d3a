# SPDX-License-Identifier: Apache-2.0
"""`isochron record`, `isochron figures`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from isochron import results
from isochron.errors import IsochronError
from isochron.pages import lookup, recorded, text
from isochron.paths import ROOT
from isochron.terminal import console


def record(
    folder: Annotated[
        Path, typer.Option("--from", help="Folder with the results.json of `make bench-all`.")
    ] = Path("build/report"),
) -> None:
    """Record what the pages show of a whole run's results, in place of what was recorded before.

    Then the pages' figures are written.
    """
    named = [words for quote in text.quotes() for words in quote.figures]
    recorded.save(lookup.measured(named, results.load(folder / results.FILE_NAME)))
    console.print(f"Recorded: {recorded.FILE.relative_to(ROOT)}", soft_wrap=True)
    figures()


def figures(
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; fail when a figure is not current.")
    ] = False,
) -> None:
    """Write the recorded figures into README and pages."""
    changed = list(text.stale(text.quotes(), recorded.load()))
    for page, content in changed:
        if not check:
            page.write_text(content, encoding="utf-8")
        console.print(f"{'stale' if check else 'written'}: {page.relative_to(ROOT)}")
    if check and changed:
        raise IsochronError("pages show other figures than the recorded: run `isochron figures`")
