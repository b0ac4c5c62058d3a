# SPDX-License-Identifier: Apache-2.0
"""Every interleaving of a scenario's steps.

On one core: a task that does not make the next step does not run, whatever the reason. So
priorities and their changes, time slices and suspensions are all among the interleavings.
"""

from open_transfers.history import FOREVER, SENDS, Violation
from open_transfers.protocol import Abandoned, Protocol
from open_transfers.world import Scenario, World

MOST = 3_000_000


def explore(scenario: Scenario, protocol: Protocol | None = None) -> int:
    """Return how many states there are; a Violation is raised where one is found."""
    protocol = protocol or Protocol()
    start = World(scenario)
    states, todo = {start.key()}, [start]
    while todo:
        world = todo.pop()
        behind = _behind(world, protocol)
        if not behind:
            _check_end(world)
        for successor in behind:
            key = successor.key()
            if key not in states:
                states.add(key)
                todo.append(successor)
        if len(states) > MOST:
            raise RuntimeError(f"more than {MOST} states: {scenario}")
    return len(states)


def _behind(world: World, protocol: Protocol) -> list[World]:
    worlds = []
    numbers = range(len(world.actors))
    # to answer later allows no less
    done = [number for number in numbers if world.actors[number].at == "done"]
    for number in done[:1] or numbers:
        if protocol.may_step(world, number):
            successor = world.copy()
            try:
                protocol.step(successor, number)
            except Abandoned:
                continue
            worlds.append(successor)
    if not done and world.now < world.scenario.ticks:
        successor = world.copy()
        protocol.tick(successor)
        worlds.append(successor)
    return worlds


def _check_end(world: World) -> None:
    """Nobody waits for what is there; but a task that was deleted may have been woken for it."""
    kinds = {call.kind for script in world.scenario.scripts for call in script}
    if kinds & {"reset", "delete task", "delete queue"}:
        return  # a reset wakes one sender only
    for number, actor in enumerate(world.actors):
        if actor.at == "idle" and actor.call == len(world.scenario.scripts[number]):
            continue
        call = world.call(number)
        none = world.count == (world.scenario.length if call.kind in SENDS else 0)
        if actor.at != "blocked" or not none or (call.ticks != FOREVER and not _late(world)):
            raise Violation(f"actor {number} waits for ever, {actor.at}, {world.count} items")


def _late(world: World) -> bool:
    """The scenario has no ticks left for who waits."""
    return any(actor.deadline is not None and actor.deadline > world.now for actor in world.actors)
