# SPDX-License-Identifier: Apache-2.0
"""`isochron verify periods`"""

from typing import Annotated

import typer
from systems.time_manager.lab import periods

from isochron.errors import EXIT_FAILED
from isochron.terminal import console, new_table


def run_periods(
    count: Annotated[
        int, typer.Option("--periods", min=2, help="Releases at each rate.")
    ] = periods.PERIODS,
) -> None:
    """Run periodic tasks on the time manager for many periods; fail if a release drifts.

    100,000 periods take twenty minutes.
    """
    with console.status(f"{count:,} periods at each rate"):
        rates = periods.measure(count)
    table = new_table("Periods", "cycles", "releases", "drift", "latency, least", "most")
    for rate in rates:
        figures = (rate.period, rate.releases, rate.drift, rate.latency_least, rate.latency_most)
        table.add_row(*(f"{figure:,}" for figure in figures))
    console.print(table)
    if any(rate.drift for rate in rates):
        raise typer.Exit(EXIT_FAILED)
