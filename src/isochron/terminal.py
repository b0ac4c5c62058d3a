# SPDX-License-Identifier: Apache-2.0
"""What commands share: consoles, tables, progress, names and folders that must be usable."""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
)
from rich.table import Table

from isochron.renamed import today

PIPE_WIDTH = 120
"""Columns where there is no terminal to ask: wide enough that no table takes a name apart."""

console = Console(width=None if sys.stdout.isatty() or "COLUMNS" in os.environ else PIPE_WIDTH)
errors = Console(stderr=True)

_Names = list[str] | str | None


def known(
    what: str, table: Iterable[str], elsewhere: Mapping[str, str] | None = None
) -> Callable[[_Names], _Names]:
    """Return a callback that refuses names that are not in a table, and suggests near ones.

    ``elsewhere`` has names that are there, but not for this command, with what to say of them.
    """
    names = list(table)

    def check(given: _Names) -> _Names:
        values = (
            [today(name) for name in given] if isinstance(given, list) else given and today(given)
        )
        for value in [values] if isinstance(values, str) else values or []:
            if value not in names and elsewhere and value in elsewhere:
                raise typer.BadParameter(
                    f"{what} {value!r}: {elsewhere[value]}; there are {', '.join(names)}"
                )
            if value not in names:
                near = difflib.get_close_matches(value, names, 1)
                hint = f"did you mean {near[0]!r}? " if near else ""
                raise typer.BadParameter(
                    f"unknown {what} {value!r}: {hint}there are {', '.join(names)}"
                )
        return values

    return check


def writable(folder: Path) -> Path:
    """Refuse a folder that cannot be written, or made, before the work for it begins."""
    nearest = next(parent for parent in (folder, *folder.absolute().parents) if parent.exists())
    if not nearest.is_dir():
        raise typer.BadParameter(f"{nearest} is a file: name a folder, which is made if need be")
    if not os.access(nearest, os.W_OK | os.X_OK):
        raise typer.BadParameter(f"{nearest} cannot be written: name another folder")
    return folder


OutputFolder = Annotated[
    Path,
    typer.Option("--out", "-o", help="Folder for results.json and index.html.", callback=writable),
]


def progress() -> Progress:
    """Return a bar with the number of steps done and the time."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
    )


class Activity:
    """Says on the error output what is going on, so that nobody waits before an empty screen.

    On a terminal it is one line with the time that has passed, and gone at the end. Elsewhere only
    what takes long is said, a line each.
    """

    def __init__(self) -> None:
        self._line = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            TimeElapsedColumn(),
            console=errors,
            transient=True,
            # The program's output belongs into a pipe, if there is one.
            redirect_stdout=sys.stdout.isatty(),
            disable=not errors.is_terminal,
        )
        self._task = self._line.add_task("")

    def __enter__(self) -> Activity:
        """Show the line."""
        self._line.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Take it away."""
        self._line.stop()

    def now(self, what: str) -> None:
        """Say what is done now."""
        self._line.update(self._task, description=escape(what))

    def once(self, what: str) -> None:
        """Say something where there is no terminal, whose line tells as much."""
        if self._line.disable:
            errors.print(what, soft_wrap=True, highlight=False, markup=False)

    def long(self, what: str) -> None:
        """Say what is done now and takes long."""
        self._line.reset(self._task)
        self.now(what)
        self.once(what)


def new_table(title: str, *columns: str) -> Table:
    """Return an empty table in the commands' style."""
    new = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        header_style="dim",
        box=box.SIMPLE_HEAD,
    )
    for column in columns:
        new.add_column(column, overflow="fold")
    return new


def metrics_table(suite: str, title: str, metrics: Mapping[str, Mapping[str, str]]) -> Table:
    """Return what `isochron list` shows of a suite: by program, what each metric is."""
    table = new_table(f"suite {suite}: {title}", "program", "metric", "what")
    for program, of_program in metrics.items():
        for metric, what in of_program.items():
            table.add_row(program, metric, what)
    return table
