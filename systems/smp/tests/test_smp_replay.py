# SPDX-License-Identifier: Apache-2.0
"""Random calls on the simulated SoC, replayed on the golden model: what the hardware kernel has
decided, in that order, gives the same results and the same running tasks there."""

import os
import re
from pathlib import Path

import pytest
from replay import Replay
from systems.smp.lab import machine
from systems.smp.lab.machine import SMP, Machine

PROGRAM = SMP / "firmware/tests/random_calls.c"
OPTIONS = {
    "configUSE_MUTEXES": "1",
    "configUSE_CORE_AFFINITY": "1",
    "configTICK_RATE_HZ": "20000",
}
CALLS = int(os.environ.get("CALLS", "3000"))
SEED = int(os.environ.get("SEED", "1"))
CYCLES = 2000
"""That a call takes at most, on an average."""
SEEN = [
    *("yield", "delay", "suspend", "resume", "priority", "affinity", "preemption", "give", "take"),
    *("notify_increment", "notify_take", "send", "send_to_front", "overwrite", "receive", "peek"),
    *("routine_give", "routine_send", "routine_receive", "routine_peek"),
    *("complete", "dispatch", "expire", "slice", "tick", "later", "lock", "word"),
]
"""What has to come at least once."""


def replayed(
    cores: int,
    calls: int,
    seed: int,
    folder: Path,
    slicing: bool = True,
    several_priorities: bool = True,
) -> Replay:
    """Run a program that makes so many calls, and replay it."""
    own = {
        "CALLS": f"{calls}",
        "SEED": f"{seed}",
        "configUSE_TIME_SLICING": f"{slicing:d}",
        "configRUN_MULTIPLE_PRIORITIES": f"{several_priorities:d}",
        "configUSE_TASK_PREEMPTION_DISABLE": f"{several_priorities:d}",
    }
    program = machine.build(PROGRAM, cores, {**OPTIONS, **own}, kernel="isochron")
    log = folder / "decisions"
    lines = machine.run(program, Machine(cores, hardware_kernel=True), log, calls * CYCLES)
    assert re.fullmatch(r"(\d+) calls", lines[-1])
    replay = Replay(cores, slicing, several_priorities)
    replay.run(log)
    return replay


@pytest.mark.parametrize("several_priorities", [True, False], ids=["several", "one"])
@pytest.mark.parametrize("cores", [2, pytest.param(4, marks=pytest.mark.wide)])
def test_the_model_does_what_the_hardware_has_decided(
    cores: int, several_priorities: bool, tmp_path: Path
) -> None:
    replay = replayed(cores, CALLS, SEED, tmp_path, several_priorities=several_priorities)
    print(f"{replay.calls} commands, {replay.steps} steps: {dict(replay.seen)}")
    assert replay.calls > CALLS
    for what in SEEN:
        meant = what != "preemption" or several_priorities
        assert replay.seen[what] or not meant, f"no {what}"
