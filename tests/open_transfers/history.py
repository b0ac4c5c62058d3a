# SPDX-License-Identifier: Apache-2.0
"""FreeRTOS's queue, one call after the other, and whether a history of calls is one of it."""

from __future__ import annotations

from typing import NamedTuple

OK, FULL, EMPTY = "ok", "full", "empty"
BACK, FRONT, OVERWRITE = "back", "front", "overwrite"
RECEIVE, PEEK, COUNT, RESET = "receive", "peek", "count", "reset"
SELECT = "select"
"""Takes one word of news from the set of the queue."""
DELETE_TASK, DELETE_QUEUE = "delete task", "delete queue"
SENDS = (BACK, FRONT, OVERWRITE)
READS = (RECEIVE, PEEK)
FOREVER = 1 << 10


class Violation(Exception):
    """The protocol does what FreeRTOS does not."""


class Call(NamedTuple):
    """What an actor asks for."""

    kind: str
    value: str = ""
    """The item of a send; of DELETE_TASK the task's number."""
    ticks: int = 0


class Queue(NamedTuple):
    """A queue, and how many items its set has been told of."""

    items: tuple[str, ...]
    news: int = 0


class State(NamedTuple):
    """A queue to which some of the pending calls have happened."""

    queue: Queue
    answers: tuple[tuple[int, object], ...] = ()


def happen(queue: Queue, call: Call, length: int, member: bool) -> tuple[object, Queue]:
    """The call's answer, None while it waits, and the queue behind it."""
    items, news = queue
    kind, value, ticks = call
    if kind in (BACK, FRONT):
        if len(items) == length:
            return (None if ticks == FOREVER else FULL), queue
        return OK, Queue((*items, value) if kind == BACK else (value, *items), news + member)
    if kind == OVERWRITE:
        return OK, Queue((value,), news + (member and not items))
    if kind in READS:
        if not items:
            return (None if ticks == FOREVER else EMPTY), queue
        return items[0], Queue(items[1:] if kind == RECEIVE else items, news)
    if kind == SELECT:
        return (OK, Queue(items, news - 1)) if news else (EMPTY, queue)
    if kind == COUNT:
        return len(items), queue
    if kind == DELETE_TASK:
        return OK, queue
    return OK, Queue((), news)


class History:
    """Every queue that there may be by now: it must never be none."""

    def __init__(self, items: tuple[str, ...], length: int, member: bool) -> None:
        self.length = length
        self.member = member
        self.states = frozenset({State(Queue(items, len(items) * member))})
        self.pending: tuple[tuple[int, Call], ...] = ()

    def copy(self) -> History:
        copy = History.__new__(History)
        copy.length, copy.member = self.length, self.member
        copy.states, copy.pending = self.states, self.pending
        return copy

    def begin(self, actor: int, call: Call) -> None:
        self.pending = tuple(sorted((*self.pending, (actor, call))))
        self._close()

    def end(self, actor: int, answer: object) -> None:
        """The call has answered so: in all that there may be, it has happened with that answer."""
        states = {
            State(queue, tuple(entry for entry in answers if entry[0] != actor))
            for queue, answers in self.states
            if (actor, answer) in answers
        }
        if not states:
            raise Violation(f"actor {actor}: {dict(self.pending)[actor]} answers {answer!r}")
        self._forget(actor, frozenset(states))

    def delete(self, actor: int) -> None:
        """Its call has happened by now, or never does."""
        self._forget(
            actor,
            frozenset(
                State(queue, tuple(entry for entry in answers if entry[0] != actor))
                for queue, answers in self.states
            ),
        )

    def _forget(self, actor: int, states: frozenset[State]) -> None:
        self.pending = tuple(entry for entry in self.pending if entry[0] != actor)
        self.states = states
        self._close()

    def _close(self) -> None:
        """Any of the pending calls may happen now."""
        todo, states = list(self.states), set(self.states)
        while todo:
            queue, answers = todo.pop()
            happened = {actor for actor, _ in answers}
            for actor, call in self.pending:
                if actor in happened:
                    continue
                answer, behind = happen(queue, call, self.length, self.member)
                state = State(behind, tuple(sorted((*answers, (actor, answer)), key=_actor)))
                if answer is not None and state not in states:
                    states.add(state)
                    todo.append(state)
        self.states = frozenset(states)


def _actor(entry: tuple[int, object]) -> int:
    return entry[0]
