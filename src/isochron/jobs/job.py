# SPDX-License-Identifier: Apache-2.0
"""A job: a named piece of work that any worker can do, and that may be begun more than once.

What it takes and gives is data, so that it can go to another machine and come back. A worker that
ends half way leaves nothing that counts: the job is begun again on another one.
"""

import threading
import time
import traceback
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Protocol

from isochron import building
from isochron.errors import IsochronError, ToolMissing
from isochron.jobs.fingerprint import Fingerprint, fingerprint, sources


class JobFailed(IsochronError):
    """A job did not give what it should; the text begins with its name."""


class JobStopped(Exception):
    """The command that wants a job's result is ending."""


class Job(Protocol):
    """Some work, under a name that no other job of the same run has."""

    @property
    def name(self) -> str:
        """What a person reads."""

    def work(self) -> Any:
        """Do it and return what it gives."""


@dataclass(frozen=True)
class Call:
    """A job that is a function's call."""

    name: str
    function: Callable[..., Any]
    """Of a module: a worker imports it."""
    arguments: tuple[Any, ...] = ()

    def work(self) -> Any:
        """Call it."""
        return self.function(*self.arguments)


@dataclass(frozen=True)
class Answer:
    """What a worker says of a job."""

    value: Any = None
    seconds: float = 0.0
    failure: str = ""
    """Why there is no value."""
    tool_missing: bool = False
    """The failure is that something is not installed."""


@dataclass(frozen=True)
class Done:
    """A job and what a worker said of it."""

    job: Job
    answer: Answer

    @property
    def seconds(self) -> float:
        """How long the work took."""
        return self.answer.seconds

    @property
    def failure(self) -> str:
        """Why there is no result, with the job's name; empty if there is one."""
        return f"{self.job.name}: {self.answer.failure}" if self.answer.failure else ""

    def result(self) -> Any:
        """Return what the job gave.

        Raises:
            ToolMissing: something that it needs is not installed.
            JobFailed: it failed.
        """
        if self.answer.failure:
            raise (ToolMissing if self.answer.tool_missing else JobFailed)(self.failure)
        return self.answer.value


@dataclass(frozen=True)
class Session:
    """One command's run of jobs, as each worker is told of it."""

    name: str
    fresh: bool = False
    """Runs of programs are repeated, see ``runs``."""
    wanted: Fingerprint | None = None
    """What a worker elsewhere must have; None on the machine of the command."""

    def check(self, look: Callable[[], Fingerprint] = fingerprint) -> None:
        """Refuse to work on other sources, or with other tools, than the command's machine has.

        Raises:
            IsochronError: the text names what differs.
        """
        other = self.wanted.differences(look()) if self.wanted else []
        if other:
            raise IsochronError(f"the worker has other {', '.join(other)}")


@dataclass
class _Here:
    """What this process has of a session."""

    command: building.Command
    stopped: threading.Event = field(default_factory=threading.Event)


@lru_cache(maxsize=4)
def _here(session: Session) -> _Here:
    session.check()
    return _Here(building.Command(fresh=session.fresh))


_current: ContextVar[_Here | None] = ContextVar("session", default=None)


def command(session: Session) -> building.Command:
    """Return the command within which this process builds for a session."""
    return _here(session).command


def stop(session: Session) -> None:
    """Let the jobs of a session on this machine end early."""
    _here(session).stopped.set()


def raise_if_stopped() -> None:
    """End the work of a job that nobody waits for; long work calls it now and then.

    Raises:
        JobStopped: the command is ending.
    """
    here = _current.get()
    if here is not None and here.stopped.is_set():
        raise JobStopped


def perform(session: Session, job: Job) -> Answer:
    """Do a job's work, in the process of a worker; a failure is an answer, too.

    Sources that change while a worker elsewhere uses them make a failure.
    """
    begun = time.monotonic()
    try:
        here = _here(session)
        token = _current.set(here)
        try:
            with building.within(here.command):
                value = job.work()
        finally:
            _current.reset(token)
        session.check(sources)
    except Exception as error:  # whatever it is, the command tells it with the job's name
        text = str(error) or repr(error)
        if not isinstance(error, IsochronError):
            text += "\n" + traceback.format_exc().strip()
        seconds = time.monotonic() - begun
        return Answer(None, seconds, text, isinstance(error, ToolMissing))
    return Answer(value, time.monotonic() - begun)
