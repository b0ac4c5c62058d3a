# SPDX-License-Identifier: Apache-2.0
"""The two speed-ups that the thesis leads with, ours beside them, and what bounds each."""

from collections.abc import Iterator

from isochron import published
from isochron.report.kinds import Tile
from isochron.report.series import OURS, STOCK, Measured, Range, Series, speedup
from isochron.report.text import factors, number, span


def bounds(measured: Measured) -> list[Tile]:
    """Return the speed-ups that were measured."""
    return [*_wait_block(measured), *_task_dispatch(measured)]


def _wait_block(measured: Measured) -> Iterator[Tile]:
    kernels = measured.kernels("semaphore-2", "wait-block")
    if STOCK not in kernels or OURS not in kernels:
        return
    drop = max(kernels[STOCK].numbers)
    stock, ours = (kernels[name].at([drop]) for name in (STOCK, OURS))
    yield _tile(
        f"wait-block at a priority drop of {drop}",
        stock,
        ours,
        _stated("semaphore-2", "wait-block", "speedup_max"),
        "A task that calls the kernel gives up its caller-saved registers anyway, so the "
        "switch saves thirteen words and loads thirteen. That and the call itself remain; "
        f"interrupts are disabled for {number(ours.off_total.high)} cycles of it. Stock's part "
        "grows with the drop, so the ratio does too.",
    )


def _task_dispatch(measured: Measured) -> Iterator[Tile]:
    kernels = measured.kernels("interrupt-response-1", "task-dispatch")
    if STOCK not in kernels:
        return
    background = kernels[STOCK].points[:1]
    stock = kernels[STOCK].at(background)
    for ours in (entry.at(background) for key, entry in kernels.items() if key.startswith(OURS)):
        stated = _stated("interrupt-response-1", "task-dispatch", "speedup")
        yield _tile(f"task-dispatch, {ours.label}", stock, ours, stated, _why_dispatch(ours))


def _tile(title: str, stock: Series, ours: Series, stated: str, why: str) -> Tile:
    detail = f"{span(stock.cycles)} to {span(ours.cycles)} cycles; thesis: {stated}"
    return Tile(title, factors(speedup(stock, ours)), detail, why)


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
