# SPDX-License-Identifier: Apache-2.0
"""Which points are asked for, and making what is not there of them."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from isochron.errors import IsochronError
from isochron.jobs.job import Call, Job
from isochron.jobs.workers import Workers
from isochron.synth import flow, store
from isochron.synth.configurations import CONFIGURATIONS, Configuration, Design
from isochron.synth.flow import Point
from isochron.synth.targets import ALL_TARGETS, ECP5, TARGETS


@dataclass(frozen=True)
class Step:
    """One run of a tool: the netlist of a point, or place and route of it with a seed."""

    point: Point
    seed: int | None = None

    @property
    def name(self) -> str:
        """What a person reads."""
        return self.point.name + (f", seed {self.seed}" if self.seed else "")


def plan(
    names: Sequence[str] = (),
    tasks: Sequence[int] = (),
    widths: Sequence[int] = (),
    targets: Sequence[str] = (),
    whole: bool = False,
) -> list[Point]:
    """Return the points of some configurations; what is left empty is as usual.

    Args:
        names: configurations; by default all of them, those left out that cannot have ``tasks``.
            One that is named twice is there once, as is a number, width or target.
        tasks: numbers of tasks; by default the usual one.
        widths: bits of delays.
        targets: by default all.
        whole: the whole sweep over tasks, and on the ECP5 over widths, where none are given.

    Raises:
        IsochronError: a configuration that was named cannot have so many tasks, or no such width;
            or none can.
    """
    chosen = [CONFIGURATIONS[name] for name in names] or list(CONFIGURATIONS.values())
    for count in tasks:
        if not any(count in configuration.tasks for configuration in chosen):
            ranges = "; ".join(
                f"{configuration.name} {configuration.range_text()}" for configuration in chosen
            )
            raise IsochronError(f"none can have {count} tasks: {ranges}")
    points = [
        Point(Design(configuration, count, width), ALL_TARGETS[target])
        for target in targets or TARGETS
        for configuration in chosen
        for count in _counts(configuration, tasks, target, whole, named=bool(names))
        for width in _widths(configuration, widths, target, whole)
    ]
    if widths and not any(point.design.width for point in points):
        having = [
            configuration.name for configuration in CONFIGURATIONS.values() if configuration.widths
        ]
        raise IsochronError(f"only {', '.join(having)} has a width: leave out --width, or name it")
    return list(dict.fromkeys(points))


def _counts(
    configuration: Configuration, tasks: Sequence[int], target: str, whole: bool, *, named: bool
) -> list[int | None]:
    if not tasks:
        return configuration.swept(target) if whole else [configuration.usual]
    wrong = [count for count in tasks if count not in configuration.tasks]
    if wrong and named:
        raise IsochronError(
            f"{configuration.name} cannot have {wrong[0]} tasks: it can have "
            f"{configuration.range_text()}"
        )
    return [count for count in tasks if count not in wrong]


def _widths(
    configuration: Configuration, widths: Sequence[int], target: str, whole: bool
) -> Sequence[int | None]:
    if not configuration.widths:
        return [None]
    wrong = [width for width in widths if width not in configuration.widths]
    if wrong:
        raise IsochronError(
            f"{configuration.name} cannot have {wrong[0]} bits: it has "
            f"{', '.join(map(str, configuration.widths))}"
        )
    usual = configuration.widths[:1]
    return widths or (configuration.widths if whole and target == ECP5.name else usual)


def missing(points: Sequence[Point], seeds: Sequence[int]) -> list[Step]:
    """Return the steps that were not done; of a point without a netlist only the first.

    Every point is placed with the first seed before any is with the second: whenever a run is
    stopped there is something to see.
    """
    steps = []
    for point in points:
        steps += _placements(point, seeds) if store.synthesized(point) else [Step(point)]
    return sorted(steps, key=lambda step: step.seed or seeds[0])


def _placements(point: Point, seeds: Sequence[int]) -> list[Step]:
    done = store.placed(point)
    made = store.synthesized(point)
    wanted = seeds if made and made.device else ()
    return [Step(point, seed) for seed in wanted if seed not in done]


def run(
    steps: Sequence[Step],
    seeds: Sequence[int],
    workers: Workers,
    on_plan: Callable[[int], None],
    on_done: Callable[[Step], None],
) -> None:
    """Do steps, and those that follow from them; keep each as soon as it is done.

    Where one fails the others are done all the same.

    Args:
        on_plan: is told how many more steps there are.
        on_done: is told of each one that is done.

    Raises:
        IsochronError: at the end; the text has every failure.
    """
    states: dict[Step, str] = {}
    failures = []

    def begin(step: Step) -> Job:
        states[step] = store.state(step.point)
        return _job(step)

    pending = deque(steps)
    on_plan(len(pending))
    for step, done in workers.run(pending, begin):
        if done.answer.tool_missing:
            done.result()
        if done.failure:
            failures.append(done.failure)
            continue
        if store.state(step.point) != states[step]:
            failures.append(f"{step.name}: the sources changed meanwhile: run the same again")
            continue
        following = _keep(step, done.result(), seeds)
        on_plan(len(following))
        for job in following:
            (pending.appendleft if job.seed == seeds[0] else pending.append)(job)
        on_done(step)
    if failures:
        raise IsochronError("\n".join(failures))


def _job(step: Step) -> Job:
    point = step.point
    if step.seed is None:
        return Call(step.name, flow.synthesize, (point,))
    made = store.synthesized(point)
    if made is None or made.device is None:
        raise IsochronError(f"{step.name}: the sources changed meanwhile: run the same again")
    return Call(step.name, flow.place, (point, made.device, store.netlist(point), step.seed))


def _keep(step: Step, made: Any, seeds: Sequence[int]) -> list[Step]:
    """Keep what a step made and return the steps that follow."""
    if step.seed is not None:
        store.keep_placed(step.point, step.seed, made)
        return []
    store.keep_synthesized(step.point, *made)
    return _placements(step.point, seeds)
