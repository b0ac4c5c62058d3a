# SPDX-License-Identifier: Apache-2.0
"""What can go wrong for a user; every text names the cause and the cure."""


class IsochronError(Exception):
    """Any error that the command line reports without a traceback."""


class ToolMissing(IsochronError):
    """A program or package that is needed is not installed."""
