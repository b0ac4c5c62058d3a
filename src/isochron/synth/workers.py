# SPDX-License-Identifier: Apache-2.0
"""Who does the work: this machine's cores, or the workers of a Dask cluster.

A worker needs the same commit of this repository and the same packages, with its ``dask worker``
started from that environment. It gets designs and netlists and answers with figures; nothing is
kept there.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from isochron.errors import IsochronError
from isochron.synth import store
from isochron.synth.configurations import CONFIGURATIONS, Design
from isochron.synth.flow import Point
from isochron.synth.targets import TARGETS

TIMEOUT = "10s"
"""For a scheduler to answer."""


class NoCluster(IsochronError):
    """There is no usable Dask cluster where one was named."""


@dataclass(frozen=True)
class Workers:
    """An executor, and how much it does at a time."""

    pool: Executor
    slots: int


def fingerprint() -> dict[str, str]:
    """Return the state of each configuration for each target, as this machine has it."""
    return {
        point.name: store.state(point)
        for configuration in CONFIGURATIONS.values()
        for target in TARGETS.values()
        for point in (Point(Design(configuration, configuration.usual), target),)
    }


@contextmanager
def workers(jobs: int, scheduler: str | None = None) -> Iterator[Workers]:
    """Yield this machine's cores, or the cluster of a scheduler.

    Raises:
        NoCluster: no scheduler answers at that address, it has no workers, or one of them has
            other sources or tools.
    """
    if scheduler is None:
        with ThreadPoolExecutor(jobs) as pool:
            try:
                yield Workers(pool, jobs)
            finally:
                pool.shutdown(cancel_futures=True)
        return
    from distributed import Client  # takes a second, and only here is it needed
    from distributed.comm.addressing import get_address_host_port

    try:
        get_address_host_port(scheduler)  # a client with a wrong one hangs at its end
        client = Client(scheduler, timeout=TIMEOUT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise NoCluster(
            f"no Dask scheduler answers at {scheduler} ({error}): start one with `dask scheduler`, "
            "and give its address as it prints it, such as tcp://192.0.2.1:8786"
        ) from error
    with client:
        check(scheduler, client.run(fingerprint, on_error="return"))
        yield Workers(client.get_executor(pure=False), sum(client.nthreads().values()))


def check(scheduler: str, found: dict[str, Any]) -> None:
    """Refuse a cluster by what its workers answered for their fingerprints, by address."""
    if not found:
        raise NoCluster(
            f"the Dask scheduler at {scheduler} has no workers: start one on each machine with "
            f"`.venv/bin/dask worker {scheduler} --nthreads 1`, in a checkout of this commit"
        )
    cure = "check out the same commit there, run `make setup`, and start the worker from its .venv"
    ours = fingerprint()
    for address, theirs in found.items():
        if isinstance(theirs, BaseException):
            raise NoCluster(f"the Dask worker {address} cannot synthesize ({theirs!r}): {cure}")
        other = [name for name, state in ours.items() if theirs.get(name) != state]
        if other:
            raise NoCluster(
                f"the Dask worker {address} has other sources or tools, for {', '.join(other)}: "
                f"{cure}"
            )
