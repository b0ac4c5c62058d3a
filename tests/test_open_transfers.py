# SPDX-License-Identifier: Apache-2.0
"""The model of open transfers: what the protocol does is FreeRTOS's, and each fault is seen."""

import random

import pytest
from open_transfers import scenarios
from open_transfers.exploration import explore
from open_transfers.history import BACK, COUNT, RECEIVE, Violation
from open_transfers.mutants import MUTANTS

SAMPLE = 8
"""Of the scenarios of a family, in the second tier."""
FAMILIES = {
    "one call each": lambda length: scenarios.one_call_each(length),
    "a routine": lambda length: scenarios.one_call_each(
        length, tail=(RECEIVE, BACK, COUNT), routine=2
    ),
    "two calls each": lambda length: scenarios.sampled(length, SAMPLE // 2),
    "endless waits": lambda length: scenarios.sampled(length, SAMPLE // 4, endless=True),
    "time-outs": scenarios.time_outs,
    "sets": scenarios.sets,
    "deletions": scenarios.deletions,
    "impatience": scenarios.impatient,
}


@pytest.mark.parametrize("name", MUTANTS)
def test_a_fault_is_seen(name: str) -> None:
    """In a scenario in which the protocol has none."""
    mutant, scenario = MUTANTS[name]
    explore(scenario)
    with pytest.raises(Violation):
        explore(scenario, mutant)


@pytest.mark.wide
@pytest.mark.parametrize("length", [1, 2])
@pytest.mark.parametrize("family", FAMILIES)
def test_every_interleaving_is_one_of_freertos(family: str, length: int) -> None:
    """A sample of the family's scenarios."""
    every = list(FAMILIES[family](length))
    for scenario in random.Random(length).sample(every, min(SAMPLE, len(every))):
        explore(scenario)
