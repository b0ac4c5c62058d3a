# SPDX-License-Identifier: Apache-2.0
"""Who does the jobs: this machine's cores, or the workers of a Dask cluster.

A worker needs the same commit of this repository and the same packages, with its ``dask worker``
started from that environment. What it answers is data; nothing that it keeps there is needed.
"""

import os
import uuid
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from isochron import building
from isochron.errors import IsochronError
from isochron.jobs import job
from isochron.jobs.fingerprint import Fingerprint, fingerprint
from isochron.jobs.job import Answer, Done, Job, Session

TIMEOUT = "10s"
"""For a scheduler to answer."""
Item = TypeVar("Item")
GONE = "the Dask scheduler has gone away; the same command goes on"
CURE = "check out the same commit there, run `make setup`, and start the worker from its .venv"


@dataclass(frozen=True)
class Workers:
    """Those who do the jobs of a command."""

    session: Session
    begin: Callable[[Job], Future[Answer]]
    """Hand a job over."""
    slots: Callable[[], int]
    """How many jobs can be done at a time, as it is now."""

    @property
    def elsewhere(self) -> bool:
        """Whether what a job keeps may be on another machine."""
        return self.session.wanted is not None

    @property
    def command(self) -> building.Command:
        """The command within which this process builds."""
        return job.command(self.session)

    def run(
        self, pending: deque[Item], job_of: Callable[[Item], Job]
    ) -> Iterator[tuple[Item, Done]]:
        """Do jobs, from the left; yield each with its item when it is done.

        Whoever is told that a job is done may add to what is pending.

        Args:
            pending: stands for jobs that were not begun.
            job_of: makes a job of it when it can be begun.
        """
        running: dict[Future[Answer], tuple[Item, Job]] = {}
        while pending or running:
            slots = self.slots() if pending else 0
            while pending and len(running) < slots:
                item = pending.popleft()
                job = job_of(item)
                running[self.begin(job)] = item, job
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                item, job = running.pop(future)
                yield item, Done(job, _answer(future))

    def run_in_order(self, jobs: Iterable[Job]) -> Iterator[Done]:
        """Do jobs, which may be without end; yield them in their own order.

        Some more are begun than are yielded, but with one slot none.
        """
        waiting = iter(jobs)
        running: deque[tuple[Job, Future[Answer]]] = deque()
        while True:
            ahead = 2 * self.slots() - 1
            while len(running) < ahead and (item := next(waiting, None)) is not None:
                running.append((item, self.begin(item)))
            if not running:
                return
            first, future = running.popleft()
            yield Done(first, _answer(future))


def _answer(future: Future[Answer]) -> Answer:
    try:
        return future.result()
    except CancelledError:
        return Answer(failure=GONE)
    except Exception as error:  # Dask's own: all workers died of it, or one could not read it
        return Answer(failure=str(error) or repr(error))


@contextmanager
def workers(
    at_a_time: int | None = None, scheduler: str | None = None, *, fresh: bool = False
) -> Iterator[Workers]:
    """Yield this machine's cores, or the cluster of a scheduler; at the end, stop what still runs.

    Args:
        at_a_time: jobs of this machine; by default one for each core.
        scheduler: its address.
        fresh: runs of programs are repeated, see ``runs``.

    Raises:
        IsochronError: no scheduler answers at that address, it has no workers, or one of them has
            other sources or tools.
    """
    name = uuid.uuid4().hex
    if scheduler:
        yield from _cluster(scheduler, Session(name, fresh, fingerprint()))
        return
    slots = at_a_time or os.cpu_count() or 1
    session = Session(name, fresh)
    with ThreadPoolExecutor(slots) as pool:

        def begin(asked: Job) -> Future[Answer]:
            return pool.submit(job.perform, session, asked)

        try:
            yield Workers(session, begin, lambda: slots)
        finally:
            job.stop(session)
            pool.shutdown(cancel_futures=True)


def _cluster(scheduler: str, session: Session) -> Iterator[Workers]:
    from distributed import Client  # takes a second, and only here is it needed
    from distributed.comm.addressing import get_address_host_port

    try:
        get_address_host_port(scheduler)  # a client with a wrong one hangs at its end
        client = Client(scheduler, timeout=TIMEOUT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise IsochronError(
            f"no Dask scheduler answers at {scheduler} ({error}): start one with `dask scheduler`, "
            "and give its address as it prints it, such as tcp://192.0.2.1:8786"
        ) from error
    with client:
        check(scheduler, client.run(fingerprint, on_error="return"))
        pool = client.get_executor(pure=False)

        def begin(asked: Job) -> Future[Answer]:
            # The key is the job's, so that the cluster's own pages name it.
            key = f"{asked.name} ({session.name})"
            future: Future[Answer] = pool.submit(job.perform, session, asked, key=key)
            return future

        def slots() -> int:
            try:
                threads: dict[str, int] = client.nthreads()
            except OSError as error:
                raise IsochronError(f"{scheduler}: {GONE}") from error
            return max(1, sum(threads.values()))

        try:
            yield Workers(session, begin, slots)
        finally:
            pool.shutdown(wait=False)


def check(scheduler: str, parts: dict[str, Any]) -> None:
    """Refuse a cluster by what its workers answered for their fingerprints, by address.

    Raises:
        IsochronError: there is no worker, or one that has other sources or tools.
    """
    if not parts:
        raise IsochronError(
            f"the Dask scheduler at {scheduler} has no workers: start one on each machine with "
            f"`.venv/bin/dask worker {scheduler} --nthreads 1`, in a checkout of this commit"
        )
    ours = fingerprint()
    for address, theirs in parts.items():
        if not isinstance(theirs, Fingerprint):
            raise IsochronError(f"the Dask worker {address} cannot do jobs ({theirs!r}): {CURE}")
        other = ours.differences(theirs)
        if other:
            raise IsochronError(f"the Dask worker {address} has other {', '.join(other)}: {CURE}")
