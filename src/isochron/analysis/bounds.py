# SPDX-License-Identifier: Apache-2.0
"""`isochron verify bounds`: task sets that are made to exceed their bounds."""

from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from isochron.analysis import adversary, overheads
from isochron.errors import EXIT_FAILED
from isochron.suites import CALIBRATED
from isochron.terminal import console, known


def bounds(
    number: Annotated[
        int, typer.Option("--sets", min=0, help="Random sets, beside the situations.")
    ] = 100,
    first: Annotated[int, typer.Option("--seed", help="The first set's.")] = 1,
    kernels: Annotated[
        list[str] | None,
        typer.Option("--kernel", help="Only this kernel.", callback=known("kernel", CALIBRATED)),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="A line of JSON for each task, appended.")
    ] = None,
) -> None:
    """Look for responses longer than the bounds of `isochron analyze`.

    Each kernel runs its situations, and sets drawn from seeds. Of each is told how far the response
    nearest to its bound is above it. The exit code is 1 if a bound did not hold.
    """
    held = True
    for kernel in kernels or CALIBRATED:
        terms = overheads.measured(kernel)
        seeds = range(first, first + number)
        drawn = (adversary.drawn(seed, kernel, terms) for seed in seeds)
        for case in chain(adversary.situations(kernel), drawn):
            results = adversary.run(case, terms)
            worst = max(results, key=lambda result: result.above)
            held = held and worst.above <= 0
            seen = f"{worst.seen:,} seen, bound {worst.bound:,}" if worst.bound else "no bound"
            mark = "ABOVE" if worst.above > 0 else "held"
            console.print(
                f"{mark}: {kernel}, {case.name}, task {worst.task}: {seen}", soft_wrap=True
            )
            if out:
                adversary.append(results, out)
    if not held:
        raise typer.Exit(EXIT_FAILED)
