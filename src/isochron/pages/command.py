# SPDX-License-Identifier: Apache-2.0
"""`isochron record`"""

from pathlib import Path
from typing import Annotated

import typer

from isochron import files, results
from isochron.errors import IsochronError
from isochron.pages import lookup, recorded, text
from isochron.paths import ROOT
from isochron.systems import systems
from isochron.terminal import console, known


def record(
    system: Annotated[
        str | None,
        typer.Argument(
            help="A system that records what not everyone can measure, which is measured now.",
            callback=known("system", [entry.name for entry in systems() if entry.record]),
            show_default=False,
        ),
    ] = None,
    folder: Annotated[
        Path,
        typer.Option(
            "--from",
            help="Folder with the results.json of `make bench-all`, the results files of the "
            "systems, or some of them.",
        ),
    ] = Path("build/report"),
) -> None:
    """Record what the pages show of a whole run's results, in place of what was recorded before.

    What the folder has no results of stays recorded. Then the pages' figures are written. With a
    system, only its own results are recorded: `comparison` has those of the kernels whose
    source you give, genuine uC/OS-II and ThreadX, `benchmarks` those of others' benchmarks.
    """
    if system:
        (measure,) = [entry.record for entry in systems() if entry.name == system and entry.record]
        for path in measure():
            console.print(f"Recorded: {path.relative_to(ROOT)}", soft_wrap=True)
        return
    named = sorted(text.words_of())
    runs = recorded.load()
    names = recorded.results_files()
    present = [name for name in names if (folder / name).is_file()]
    if not present:
        raise IsochronError(f"{folder} has none of {', '.join(names)}: see --help")
    for name in present:
        words = [figures for figures in named if lookup.file_of(figures) == name]
        runs[name] = lookup.measured(words, results.load(folder / name))
    for listed in text.FILES:
        path = listed.with_name(recorded.NAME)
        recorded.save(runs, text.words_of([listed]), path)
        console.print(f"Recorded: {path.relative_to(ROOT)}", soft_wrap=True)
    for page, content in text.stale(text.quotes(), runs):
        files.write(page, content)
        console.print(f"written: {page.relative_to(ROOT)}")
