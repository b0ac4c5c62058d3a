# SPDX-License-Identifier: Apache-2.0
"""Random calls of four cores at the same time, run after run, for as long as is wanted."""

import random
from collections.abc import Iterator
from itertools import count

from systems.gic.lab import build, qemu

from isochron.errors import IsochronError
from isochron.jobs.job import Call
from isochron.jobs.workers import Workers
from isochron.paths import ROOT

KERNEL = "gic"
PROGRAM = ROOT / "systems/gic/firmware/tests/concurrent_calls.c"
BOARD = "vexpress-a15"
CORES = 4
AT_A_TIME = 1
"""Runs on one machine: each takes as many of its cores as the board has."""
CALLS = 500_000
"""Of a run at least; a few seconds."""


def runs(seed: int, first: int, who: Workers, calls: int = CALLS) -> Iterator[int]:
    """Run the program with the seeds of a series, from one on, without end; yield each run's calls.

    A run's calls are the same every time, when they happen is not: the cores are QEMU's threads.

    Args:
        seed: of the series.
        first: number of the first run.
        who: runs it.
        calls: of a run, at least.
    """
    jobs = (
        Call(f"run {number} of seed {seed}", _run, (seed, number, calls)) for number in count(first)
    )
    for done in who.run_in_order(jobs):
        yield done.result()


def _run(seed: int, number: int, calls: int) -> int:
    """Run it once; return its calls, or raise IsochronError."""
    elf = build.build(PROGRAM, "gic", BOARD, CORES, defines={"TEST_CALLS": str(calls)})
    argument = random.Random(f"{seed} {number}").getrandbits(31)
    try:
        result = qemu.run(elf, BOARD, CORES, argument=argument, threads=True)
    except qemu.RunFailed as error:
        raise IsochronError(f"argument {argument}: {error}") from error
    _, done, *_ = result.output.split()  # passed N calls, ...
    return int(done)
