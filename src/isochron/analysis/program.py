# SPDX-License-Identifier: Apache-2.0
"""A FreeRTOS program of a task set: the table for firmware/laboratory/benchmarks/task_sets."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from isochron import building
from isochron.analysis.model import LINE, TICK, Task, TaskSet
from isochron.building import firmware
from isochron.errors import IsochronError
from isochron.paths import BUILT, ROOT

PROGRAMS = ROOT / "firmware/laboratory/benchmarks/task_sets"
TICKS = ROOT / "firmware/laboratory/benchmarks/calibration/parts"
BUILD = BUILT / "analysis"
ROUND = 3
"""Cycles of a round of the loop with which tasks compute."""
AROUND, AROUND_PART, AROUND_LINE, AROUND_PAIR = 168, 45, 172, 20
"""Of each job's cycles so many are not the loop's: around it, around each part, more if the job
lets an interrupt line rise again, and around each pair of calls."""
SHORTEST = 20
"""Cycles that a task of the program takes at least beside these."""
LINES = 8
"""That the SoC's interrupt generator has."""
MUTEXES = 8
LEAST_TICKS = 60
"""Of a round."""
MORE_TICKS = 10
"""Of a round beside the longest period."""
DIRECTED_TICKS = 16
"""Of a directed round, at most."""
POINTS = 6
"""To which a critical section, or a job's end, is moved across a tick."""
EARLY, LATE = 250, 450
"""From so many cycles before the release of the higher tasks until so many behind it."""
SEND, RECEIVE, GIVE, TAKE = "queue-send-", "queue-receive-", "semaphore-give", "semaphore-take"


@dataclass(frozen=True)
class Plan:
    """How a program is run.

    Attributes:
        seeds: rounds with random offsets, executions and places of critical sections.
        ticks: of a round.
        directed: whether there are rounds that move sections and ends across a release.
        only: no round but this one, whose jobs are printed.
    """

    seeds: int
    ticks: int
    directed: bool = True
    only: int | None = None


def ticks_of(task_set: TaskSet) -> int:
    """Return the ticks of a round: the longest period and some, or more of short ones."""
    return max(LEAST_TICKS, MORE_TICKS + -(-_longest(task_set) // task_set.tick))


def _longest(task_set: TaskSet) -> int:
    return max(task.period for task in task_set.tasks)


def build(
    task_set: TaskSet,
    kernel: str,
    plan: Plan,
    functions: Mapping[str, tuple[Path, str]] | None = None,
) -> Path:
    """Build the program of a task set for a kernel, and return its ELF file.

    Args:
        functions: of tasks that compute with one: its C file and name.
    """
    functions = functions or {}
    text = header(task_set, plan, {name: address for name, (_, address) in functions.items()})
    path = BUILD / f"{building.digest([text])}.h"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    defines = {
        "NDEBUG": "1",
        "BENCH_TEST": "task-set",
        "TASK_SET": f'"{path}"',
        "configUSE_MUTEXES": "1",
        # what counts is the cycles of a tick
        "configCPU_CLOCK_HZ": str(task_set.tick * 1000),
        "configTICK_RATE_HZ": "1000",
    }
    sources = tuple(dict.fromkeys(source for source, _ in functions.values()))
    parts = firmware.Parts((TICKS / "ticks.c", *sources), (TICKS,))
    return firmware.build(PROGRAMS / "task_set.c", kernel, defines=defines, parts=parts)


def header(task_set: TaskSet, plan: Plan, functions: Mapping[str, str]) -> str:
    """Return the C text of a task set's table; ``functions`` by the task's name."""
    tasks = list(task_set.tasks)
    lines = [task for task in tasks if task.released_by != TICK]
    mutexes = list(task_set.ceilings)
    if len(lines) > LINES or len(mutexes) > MUTEXES:
        raise IsochronError(
            f"the SoC has {LINES} interrupt lines and the program {MUTEXES} mutexes; "
            "--simulate needs fewer"
        )
    directed = [*_directed(task_set, functions)] if plan.directed else []
    rounds = 1 + len(directed) + plan.seeds
    first, last = (0, rounds) if plan.only is None else (plan.only, plan.only + 1)
    text = [
        "/* made by isochron analyze */",
        f"#define TASK_SET_TICKS {plan.ticks}U",
        f"#define TASK_SET_DIRECTED_TICKS {min(plan.ticks, DIRECTED_TICKS)}U",
        "#define TASK_SET_SEED 1U",
        f"#define TASK_SET_FIRST_ROUND {first}U",
        f"#define TASK_SET_ROUNDS {last}U",
        f"#define TASK_SET_DIRECTED {len(directed)}U",
        *(["#define TASK_SET_TRACE"] if plan.only is not None else []),
        *(f"extern void {name}( void );" for name in dict.fromkeys(functions.values())),
    ]
    made: dict[str, list[tuple[int, int]]] = {}
    for number, task in enumerate(tasks):
        made[task.name] = [] if task.name in functions else parts_of(task, mutexes)
        parts = ", ".join(f"{{ {n}, {mutex} }}" for n, mutex in [*made[task.name], (0, -1)])
        text.append(f"static const part_t parts_{number}[] = {{ {parts} }};")
        distances = (0, *task.arrivals.distances)
        gaps = ", ".join(f"{to - at}U" for at, to in pairwise(distances))
        text.append(f"static const uint32_t gaps_{number}[] = {{ {gaps} }};")
    text.append("static const spec_t specs[] = {")
    for number, task in enumerate(tasks):
        period = task.period // task_set.tick if task.released_by == TICK else 0
        line = lines.index(task) if task in lines else -1
        gives, sends, size = _calls(task)
        fields = [
            f'"{task.name}"', task.priority, period, task.period, f"gaps_{number}",
            len(task.arrivals.distances), task.deadline, line,
            int(task.released_by == LINE), task.routine // ROUND, size or 1,
            functions.get(task.name, "NULL"), f"parts_{number}", len(made[task.name]),
            gives, sends,
        ]  # fmt: skip
        text.append(f"    {{ {', '.join(map(str, fields))} }},")
    text.append("};")
    text.append("static const directed_t directed[] = {")
    text += [f"    {{ {', '.join(map(str, numbers))} }}," for numbers in directed or [(0, 0, 0, 0)]]
    return "\n".join([*text, "};", ""])


def parts_of(task: Task, mutexes: Sequence[str]) -> list[tuple[int, int]]:
    """Return the parts of a job: rounds of the loop, and the number of the mutex, or -1.

    Critical sections have equal parts of the rest between them, before the first and behind the
    last. All is shorter than the execution time by what is around it.
    """
    inside = sum(section.cycles for section in task.sections)
    beside = around(task) + AROUND_PART * (2 * len(task.sections) + 1)
    rest = (task.execution - inside - beside) // (len(task.sections) + 1) // ROUND
    if task.execution - inside - beside < SHORTEST:
        raise IsochronError(
            f'"{task.name}" computes for {task.execution - inside} cycles outside of its critical '
            f"sections; a task of the program needs {beside + SHORTEST}"
        )
    pieces = [(rest, -1)]
    for section in task.sections:
        pieces += [(max(1, section.cycles // ROUND - 2), mutexes.index(section.mutex)), (rest, -1)]
    return pieces


def around(task: Task) -> int:
    """Return how many cycles of a job are at most the program's, parts left out."""
    gives, sends, _ = _calls(task)
    line = AROUND_LINE if task.released_by != TICK else 0
    return AROUND + line + AROUND_PAIR * (gives + sends)


def _calls(task: Task) -> tuple[int, int, int]:
    """Return pairs of a task's calls, of semaphores and queues, and the size of its messages."""
    calls = Counter(task.calls)
    gives = calls.pop(GIVE, 0)
    takes = calls.pop(TAKE, 0)
    sends = {int(name.removeprefix(SEND)): n for name, n in calls.items() if name.startswith(SEND)}
    receives = {
        int(name.removeprefix(RECEIVE)): n for name, n in calls.items() if name.startswith(RECEIVE)
    }
    others = [name for name in calls if not name.startswith((SEND, RECEIVE))]
    if others or gives != takes or sends != receives or len(sends) > 1:
        raise IsochronError(
            f'calls of "{task.name}": --simulate has a program for as many {GIVE} as {TAKE}, and '
            f"as many {SEND}N as {RECEIVE}N of one length"
        )
    size, number = next(iter(sends.items()), (0, 0))
    return gives, number, size


def _directed(
    task_set: TaskSet, functions: Mapping[str, str]
) -> Iterator[tuple[int, int, int, int]]:
    """Yield rounds in which tasks are released a tick behind a lower one, at each point of it.

    Each is the lower task's number, the last part that is changed, its rounds, and whether the
    job's other parts take none.
    """
    mutexes = list(task_set.ceilings)
    for number, task in enumerate(task_set.tasks):
        if number == 0 or task.released_by != TICK or task.name in functions:
            continue
        parts = parts_of(task, mutexes)
        ends = [(0, 0, True)]
        ends += [(2 * n, section.cycles, False) for n, section in enumerate(task.sections)]
        for part, length, cut in ends:
            for point in range(POINTS):
                at = task_set.tick + LATE - (EARLY + LATE + length) * point // POINTS - length
                rounds = (at - AROUND) // ROUND // (part // 2 + 1)
                if 0 < rounds <= parts[0][0]:
                    yield number, part, rounds, int(cut)
