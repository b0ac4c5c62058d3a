# SPDX-License-Identifier: Apache-2.0
"""The commands that the time manager gives to the laboratory."""

import typer

from isochron.cli.lazy import Entry, command


def _periods() -> typer.Typer:
    from systems.time_manager.lab.command import run_periods

    return command(run_periods)


COMMANDS = {
    "verify periods": Entry(
        "Run periodic tasks on the time manager; fail if a release drifts.",
        "isochron verify periods --periods 1000",
        _periods,
    ),
}

RENAMED = {"periods": "verify periods"}
"""As in the laboratory's table of commands."""
