# SPDX-License-Identifier: Apache-2.0
"""The two speed-ups that the thesis leads with, ours beside them, and what bounds each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from isochron import published
from isochron.report.series import Measured, Range, Series, speedup
from isochron.report.summary import OURS, STOCK
from isochron.report.text import factors, number, span


@dataclass(frozen=True)
class Bound:
    """One speed-up: what the thesis states, what was found, and why it is not more."""

    title: str
    stated: str
    found: str
    detail: str
    why: str


def bounds(measured: Measured) -> list[Bound]:
    """Return the speed-ups that were measured."""
    return [*_wait_block(measured), *_task_dispatch(measured)]


def _wait_block(measured: Measured) -> Iterator[Bound]:
    kernels = measured.kernels("semaphore-2", "wait-block")
    if STOCK not in kernels or OURS not in kernels:
        return
    drop = max(kernels[STOCK].numbers)
    stock, ours = (kernels[name].at([drop]) for name in (STOCK, OURS))
    yield Bound(
        title=f"wait-block at a priority drop of {drop}",
        stated=_stated("semaphore-2", "wait-block", "speedup_max"),
        found=factors(speedup(stock, ours)),
        detail=f"{span(stock.cycles)} to {span(ours.cycles)} cycles",
        why="A task that calls the kernel gives up its caller-saved registers anyway, so the "
        "switch saves thirteen words and loads thirteen. That and the call itself remain; "
        f"interrupts are disabled for {number(ours.off_total.high)} cycles of it. Stock's part "
        "grows with the drop, so the ratio does too.",
    )


def _task_dispatch(measured: Measured) -> Iterator[Bound]:
    kernels = measured.kernels("interrupt-response-1", "task-dispatch")
    if STOCK not in kernels:
        return
    background = kernels[STOCK].points[:1]
    stock = kernels[STOCK].at(background)
    for ours in (one.at(background) for key, one in kernels.items() if key.startswith(OURS)):
        yield Bound(
            title=f"task-dispatch, {ours.label}",
            stated=_stated("interrupt-response-1", "task-dispatch", "speedup"),
            found=factors(speedup(stock, ours)),
            detail=f"{span(stock.cycles)} to {span(ours.cycles)} cycles",
            why=_why_dispatch(ours),
        )


def _why_dispatch(ours: Series) -> str:
    frame = (
        "An interrupted task can give up nothing: its whole frame is saved before the switch, "
        "where a calling task saves the callee-saved registers only."
    )
    if ours.variant == "line":
        return f"{frame} That is all that is left: no software decides who runs."
    return f"{frame} The interrupt service routine, with its own kernel call, comes on top."


def _stated(test: str, metric: str, name: str) -> str:
    figure = published.find("accelerated", test, metric)
    value = figure.theirs.get(name) if figure else None
    return factors(Range(value, value)) if value is not None else published.NOT_STATED
