# SPDX-License-Identifier: Apache-2.0
"""What is explored: three actors, and every choice of calls, or a sample of them."""

import itertools
import random
from collections.abc import Iterable, Iterator

from open_transfers.history import (
    BACK,
    COUNT,
    DELETE_QUEUE,
    DELETE_TASK,
    FOREVER,
    FRONT,
    OVERWRITE,
    PEEK,
    RECEIVE,
    RESET,
    SELECT,
    Call,
)
from open_transfers.world import Scenario

Kinds = tuple[str, ...]


def kinds_of(length: int) -> Kinds:
    return (BACK, FRONT, *((OVERWRITE,) if length == 1 else ()), RECEIVE, PEEK)


def scenario(length: int, filled: int, *scripts: Iterable[str | Call], **more: object) -> Scenario:
    """Scripts of calls, or of their kinds. Each item has a name of its own."""
    return Scenario(
        tuple(
            tuple(
                call if isinstance(call, Call) and call.value else _named(call, f"{actor}{number}")
                for number, call in enumerate(script)
            )
            for actor, script in enumerate(scripts)
        ),
        length,
        tuple(f"i{number}" for number in range(filled)),
        **more,  # type: ignore[arg-type]
    )


def _named(call: str | Call, value: str) -> Call:
    return call._replace(value=value) if isinstance(call, Call) else Call(call, value)


def waits(kind: str, ticks: int = FOREVER) -> Call:
    return Call(kind, ticks=ticks)


def fillings(length: int) -> range:
    return range(length + 1)


def one_call_each(length: int, tail: Kinds = (), routine: int | None = None) -> Iterator[Scenario]:
    """Every choice; the highest makes a second call of `tail`."""
    kinds = (*kinds_of(length), RESET)
    for firsts in itertools.product(kinds, repeat=3):
        for last in tail or ("",):
            scripts = [[first] for first in firsts]
            if last:
                scripts[2].append(last)
            for filled in fillings(length):
                yield scenario(length, filled, *scripts, routine=routine)


def sampled(length: int, number: int, endless: bool = False) -> Iterator[Scenario]:
    """Two calls each, at random."""
    chance = random.Random(length)
    calls: list[str | Call] = [*kinds_of(length)]
    calls += [waits(kind) for kind in (BACK, FRONT, RECEIVE, PEEK)] if endless else [RESET, COUNT]
    for _ in range(number):
        scripts = [[chance.choice(calls) for _ in range(2)] for _ in range(3)]
        yield scenario(length, chance.choice(fillings(length)), *scripts)


def time_outs(length: int, ticks: int = 1) -> Iterator[Scenario]:
    """One that waits for so long, and two others."""
    for kind in (BACK, FRONT, RECEIVE, PEEK):
        for others in itertools.product(kinds_of(length), repeat=2):
            for filled in fillings(length):
                yield scenario(
                    length, filled, [waits(kind, ticks)], *([other] for other in others),
                    ticks=ticks + 1,
                )  # fmt: skip


def sets(length: int) -> Iterator[Scenario]:
    """A member of a set, a task that selects, and two others."""
    for first, second in itertools.product(kinds_of(length), repeat=2):
        for script in ((SELECT, RECEIVE), (RECEIVE, SELECT)):
            for filled in fillings(length):
                yield scenario(length, filled, [first], [second], script, member=True)


def deletions(length: int) -> Iterator[Scenario]:
    """The highest deletes the lowest, or the queue, in the middle of its call."""
    for first, second in itertools.product(kinds_of(length), repeat=2):
        for filled in fillings(length):
            for last in (PEEK, BACK):
                task = Call(DELETE_TASK, "0")
                yield scenario(length, filled, [first], [second], [task, last])
            yield scenario(length, filled, [first], [second], [DELETE_QUEUE])


def impatient(length: int) -> Iterator[Scenario]:
    """A send is finished as soon as it has been cancelled once."""
    for first, second in itertools.product((BACK, FRONT), kinds_of(length)):
        for third in itertools.product((BACK, FRONT, RECEIVE), repeat=2):
            for filled in fillings(length):
                yield scenario(length, filled, [first], [second], third, patience=1)
