# SPDX-License-Identifier: Apache-2.0
"""The command line."""

import errno
import signal
import sys
import tomllib
from contextvars import ContextVar
from io import TextIOWrapper
from typing import Annotated

import typer
from rich.markup import escape

from isochron.cli import commands
from isochron.cli.lazy import group
from isochron.errors import EXIT_FAILED, EXIT_TOOL_MISSING, IsochronError, ToolMissing
from isochron.paths import ROOT
from isochron.terminal import errors

_ROOM, _OWN = "make room on its disk", "name a file in a folder that is yours"
_CURES = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), _ROOM),
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), _OWN),
    errno.EIO: "look at its disk",
}
"""What to do where the system does not let a file be written."""

_verbose: ContextVar[bool] = ContextVar("verbose", default=False)

app = group(
    commands.COMMANDS,
    commands.RENAMED,
    name="isochron",
    help="Measure FreeRTOS, in software and on the hardware kernel, cycle by cycle.",
    epilog="Start with [bold]isochron run firmware/examples/first_program.c[/], then "
    "[bold]isochron bench[/], whose report is build/report/index.html. "
    "If something is missing, [bold]isochron doctor[/] says what to do.",
)


def main() -> None:
    """Run the command line; every expected error ends as one line that names cause and cure."""
    if isinstance(sys.stdout, TextIOWrapper) and sys.stdout.errors == "strict":
        # A terminal need not know each character that a program prints.
        sys.stdout.reconfigure(errors="backslashreplace")
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # it ends all as Ctrl-C does
    try:
        app()
    except OSError as error:
        if error.errno not in _CURES or _verbose.get():
            raise
        text = f"{error.filename or 'a file'}: {error.strerror}: {_CURES[error.errno]}"
        errors.print(f"[bold red]error:[/] {escape(text)}", soft_wrap=True, highlight=False)
        sys.exit(EXIT_FAILED)
    except IsochronError as error:
        notes = getattr(error, "__notes__", []) if _verbose.get() else []
        text = escape("\n".join([str(error), *notes]))
        errors.print(f"[bold red]error:[/] {text}", soft_wrap=True, highlight=False)
        sys.exit(EXIT_TOOL_MISSING if isinstance(error, ToolMissing) else EXIT_FAILED)


def _show_version(wanted: bool) -> None:
    if wanted:
        project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
        typer.echo(f"isochron {project['version']}")
        raise typer.Exit


@app.callback()
def common_options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Show the version, and exit."
        ),
    ] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="With an error, show the command that failed, too.")
    ] = False,
) -> None:
    """Options of all commands."""
    _verbose.set(verbose)
