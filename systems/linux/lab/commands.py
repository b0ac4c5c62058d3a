# SPDX-License-Identifier: Apache-2.0
"""The commands that Linux gives to the laboratory."""

import typer

from isochron.cli.lazy import MEASURE, Entry, command


def _linux() -> typer.Typer:
    from systems.linux.lab.command import EPILOG, linux

    return command(linux, EPILOG)


COMMANDS = {
    "linux": Entry(
        "Boot Linux in the simulator, and check it there.",
        "isochron linux --kernel below",
        _linux,
        MEASURE,
    ),
}
