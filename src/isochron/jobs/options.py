# SPDX-License-Identifier: Apache-2.0
"""The options of commands that do jobs."""

from typing import Annotated

import typer


def _alone(context: typer.Context, value: object) -> object:
    """Refuse the second one of two options that exclude each other."""
    if value and any(context.params.get(name) for name in ("at_a_time", "scheduler")):
        raise typer.BadParameter(
            "a cluster's workers have their threads: leave out one of --jobs, --scheduler"
        )
    return value


AtATime = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        "-j",
        min=1,
        callback=_alone,
        help="Jobs at a time; by default one for each core.",
        show_default=False,
    ),
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        callback=_alone,
        help="Let the workers of this Dask scheduler do the jobs; each needs a checkout of this "
        "commit, set up, and is started from its .venv.",
    ),
]
