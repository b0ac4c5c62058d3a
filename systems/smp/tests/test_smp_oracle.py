# SPDX-License-Identifier: Apache-2.0
"""The golden model of several cores against FreeRTOS's own scheduler: the same events, one core's
step at a time, and after each the same tasks run, the same cores are asked to switch, and the same
tasks are ready in the same order."""

import pytest
from cores.scenario import scenario
from cores.scheduler import Options
from systems.smp.lab import oracle


def program(options: Options):
    return oracle.build(
        {
            "configNUMBER_OF_CORES": options.cores,
            "configUSE_CORE_AFFINITY": int(options.affinity),
            "configUSE_TASK_PREEMPTION_DISABLE": int(options.preemption_disable),
            "configUSE_TIME_SLICING": int(options.slicing),
            "configRUN_MULTIPLE_PRIORITIES": int(options.several_priorities),
        }
    )


# Not slicing with preemption_disable: FreeRTOS leaves a slice's yield pending then for a task that
# may not be preempted, and performs it in the midst of one of its next calls.
EVERY = {
    "plain": Options(2),
    "plain-4": Options(4),
    "affinity": Options(2, affinity=True),
    "affinity-4": Options(4, affinity=True),
    "preemption": Options(2, affinity=True, preemption_disable=True, slicing=False),
    "preemption-4": Options(4, affinity=True, preemption_disable=True, slicing=False),
    "one-priority": Options(2, several_priorities=False),
    "one-priority-4": Options(4, several_priorities=False),
    "one-priority-affinity-4": Options(4, affinity=True, several_priorities=False),
}
FIRST = ("plain", "preemption-4", "one-priority-4")
TIERS = [pytest.param(name, marks=[] if name in FIRST else [pytest.mark.wide]) for name in EVERY]


def differences(options: Options, seed: int, length: int) -> list[str]:
    """Return the first event about which they differ, with what each says of it."""
    events = scenario(options, seed, length)
    answers = oracle.answers(program(options), (event for event, _ in events))
    for (event, wanted), answer in zip(events, answers, strict=False):
        if answer != wanted:
            return [event, wanted, answer]
    assert len(answers) == len(events)
    return []


@pytest.mark.parametrize("name", TIERS)
def test_the_model_does_what_freertos_does(name: str) -> None:
    for seed in range(10):
        assert differences(EVERY[name], seed, 1000) == [], f"seed {seed}"


@pytest.mark.wide(each=5)
@pytest.mark.parametrize("name", EVERY)
def test_the_model_does_what_freertos_does_for_long(name: str) -> None:
    for seed in range(100, 150):
        assert differences(EVERY[name], seed, 2000) == [], f"seed {seed}"


def test_an_event_that_the_oracle_does_not_know_is_told() -> None:
    assert oracle.answers(program(EVERY["plain"]), ["sleep", "tick"]) == ["an unknown event\n"]
