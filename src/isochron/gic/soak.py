# SPDX-License-Identifier: Apache-2.0
"""Random calls of four cores at the same time, run after run, for as long as is wanted."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count

from isochron.errors import IsochronError
from isochron.gic import build, qemu
from isochron.paths import ROOT

KERNEL = "gic"
PROGRAM = ROOT / "firmware/gic/tests/concurrent_calls.c"
BOARD = "vexpress-a15"
CORES = 4
CALLS = 500_000
"""Of a run at least; a few seconds."""


class CallsFailed(IsochronError):
    """A run lost a task, or something else of its own checks failed, or it hung."""


def runs(seed: int, first: int, calls: int = CALLS) -> Iterator[int]:
    """Run the program with the seeds of a series, from one on, without end; yield each run's calls.

    A run's calls are the same every time, when they happen is not: the cores are QEMU's threads.

    Args:
        seed: of the series.
        first: number of the first run.
        calls: of a run, at least.

    Raises:
        CallsFailed: with the number of the run and what the program said.
    """
    elf = build.build(PROGRAM, "hcm", BOARD, CORES, defines={"TEST_CALLS": str(calls)})
    for number in count(first):
        argument = random.Random(f"{seed} {number}").getrandbits(31)
        try:
            result = qemu.run(elf, BOARD, CORES, argument=argument, threads=True)
        except qemu.RunFailed as error:
            name = f"run {number} of seed {seed} (argument {argument})"
            raise CallsFailed(f"{name}: {error}") from error
        _, done, *_ = result.output.split()  # passed N calls, ...
        yield int(done)
