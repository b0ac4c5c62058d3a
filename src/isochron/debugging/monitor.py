# SPDX-License-Identifier: Apache-2.0
"""GDB's command `monitor`: what there is to ask of a stopped program beyond its memory."""

from __future__ import annotations

from isochron.debugging.link import Link
from isochron.debugging.target import Target

_HELP = """\
monitor tasks    every task: state, priority, what it waits for
monitor where    clock cycles and instructions up to here
"""


def monitor(command: str, link: Link, target: Target) -> str:
    """Return what a command answers; an unknown one is answered with all that there are."""
    match command.strip():
        case "tasks":
            return "".join(f"{one.name:16} {one.description}\n" for one in target.threads.values())
        case "where":
            where = link.where()
            return f"cycle {where.cycle:,}, {where.instructions:,} instructions\n"
        case _:
            return _HELP
