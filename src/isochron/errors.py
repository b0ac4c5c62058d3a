# SPDX-License-Identifier: Apache-2.0
"""What can go wrong for a user; every text names the cause and the cure."""

EXIT_FAILED = 1
"""What was asked for ran and failed: a program, a benchmark, a check."""
EXIT_USAGE = 2
"""The command line is wrong."""
EXIT_TOOL_MISSING = 3
"""Something is not installed."""

CHECKOUT_CURE = "clone the repository, run `make setup` there, and use its .venv/bin/isochron"
"""What to do where an installed wheel is not enough."""


class IsochronError(Exception):
    """Any error that the command line reports without a traceback."""


class ToolMissing(IsochronError):
    """A program or package that is needed is not installed."""


class BuildFailed(IsochronError):
    """A command that builds something failed; the text is what it printed, the note the command."""
