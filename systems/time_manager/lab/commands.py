# SPDX-License-Identifier: Apache-2.0
"""The commands that the time manager gives to the laboratory."""

from isochron.cli.lazy import Entry

COMMANDS = {
    "verify periods": Entry(
        "Run periodic tasks on the time manager; fail if a release drifts.",
        "isochron verify periods --periods 1000",
        "systems.time_manager.lab.command:run_periods",
    ),
}

RENAMED = {"periods": "verify periods"}
"""As in the laboratory's table of commands."""
