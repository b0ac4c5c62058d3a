# SPDX-License-Identifier: Apache-2.0
"""tasks.toml: what a task set is, as its author writes it (docs/howto/analyse.md has each key).

``load`` reads a file and holds it against the model below and against what the analysis can bound.
Every error is one line: file, line, key, what is wrong and what would be right.
"""

import difflib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from isochron.analysis.lines import line_of
from isochron.analysis.overheads import KERNELS
from isochron.documents import toml
from isochron.errors import IsochronError
from isochron.renamed import today

UNITS = {
    "ns": Fraction(1, 10**9),
    "us": Fraction(1, 10**6),
    "ms": Fraction(1, 1000),
    "s": Fraction(1),
}
HIGHEST_PRIORITY = 30
"""All kernels have priorities up to this one; idle has 0."""
MOST_TASKS = 28
"""The hardware is built for 32, of which idle, and two of `--simulate`."""
DEFAULT_KERNELS = ("freertos", "freertos-optimised", "isochron", "isochron-contexts")

NESTED = (
    "nested mutexes are not analysed: FreeRTOS's inheritance is not transitive, and ends with the "
    "last give only; give the outermost section, with all its cycles"
)
SUSPENDS = (
    "a job that waits in its middle is not analysed: its second half comes at another distance "
    "each time; make two tasks of it"
)


def _duration(value: Any) -> Fraction:
    match = (
        re.fullmatch(r"(\d+(?:\.\d+)?)\s*(ns|us|ms|s)", value) if isinstance(value, str) else None
    )
    if match is None or Fraction(match[1]) == 0:
        raise ValueError("duration")
    return Fraction(match[1]) * UNITS[match[2]]


Duration = Annotated[Fraction, BeforeValidator(_duration)]
TIME = 'a time such as "250us", "1ms" or "2s"'
Name = Annotated[
    str,
    Field(
        pattern=r"^[A-Za-z][A-Za-z0-9_-]{0,14}$",
        description="a name of at most 15 letters, digits, _ and -, that begins with a letter",
    ),
]
Cycles = Annotated[int, Field(gt=0, description="clock cycles, a whole number above 0")]
Function = Annotated[
    str, Field(pattern=r"^[A-Za-z_]\w*$", description="the name of a C function, as text")
]
Megahertz = Annotated[float, Field(gt=0, description="a clock in MHz, above 0")]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, arbitrary_types_allowed=True)


class Measured(_Table):
    """An execution time that is the longest of some runs of a function, on the exact simulator."""

    source: str = Field(description='the C file of the function, such as "speed.c"')
    function: Function
    runs: int = Field(default=1000, gt=0, le=100_000, description="a number from 1 to 100000")


class Section(_Table):
    """A critical section, the outermost one."""

    mutex: Name
    cycles: Cycles
    within: str | None = Field(default=None, description="nothing: leave it out")


class Task(_Table):
    """A task."""

    name: Name
    priority: int = Field(
        ge=1, le=HIGHEST_PRIORITY, description=f"a whole number from 1 to {HIGHEST_PRIORITY}"
    )
    period: Duration | None = Field(default=None, description=TIME)
    released_by: Name | None = Field(default=None, description="the name of an interrupt")
    deadline: Duration | None = Field(default=None, description=TIME)
    execution: Annotated[
        Cycles | Measured,
        Field(
            description="clock cycles, a whole number above 0, or "
            '{ source = "speed.c", function = "speed_step" }'
        ),
    ]
    calls: dict[str, Annotated[int, Field(gt=0, description="how often: a number above 0")]] = (
        Field(default_factory=dict, description="calls and how often, such as { notify = 1 }")
    )
    sections: list[Section] = Field(
        default_factory=list, description='such as [{ mutex = "state", cycles = 300 }]'
    )
    suspends: int = Field(default=0, ge=0, le=0, description=f"0: {SUSPENDS}")


class Mutex(_Table):
    """A mutex with priority inheritance."""

    name: Name


class Interrupt(_Table):
    """An interrupt line that releases a task.

    Attributes:
        arrival: the least times from one interrupt to the second, third and so on behind it.
    """

    name: Name
    via: Literal["isr", "line"] = Field(default="isr", description='"isr" or "line"')
    distance: Duration | None = Field(default=None, description=TIME)
    arrival: list[Duration] = Field(
        default_factory=list, description='ascending times such as ["100us", "500us"]'
    )
    routine: int = Field(default=0, ge=0, description="clock cycles, 0 or more")


def _today(name: object) -> object:
    return today(name) if isinstance(name, str) else name


_Kernel = Annotated[Literal[KERNELS], BeforeValidator(_today)]  # type: ignore[valid-type]


class System(_Table):
    """What runs the tasks."""

    name: Name = "tasks"
    tick_hz: int = Field(ge=1, le=100_000, description="a whole number from 1 to 100000")
    kernels: list[_Kernel] = Field(
        default=list(DEFAULT_KERNELS), min_length=1, description=f"a list of {', '.join(KERNELS)}"
    )
    clock_mhz: Annotated[
        Megahertz | dict[_Kernel, Megahertz] | None,
        Field(description="a clock in MHz, or a table of kernels and clocks"),
    ] = None
    margin: float = Field(default=1.0, ge=1.0, le=10.0, description="a factor from 1.0 to 10.0")
    core: Literal["ibex"] = Field(
        default="ibex",
        description='"ibex": a core with caches is not analysed, for what a preemption evicts '
        "was not calibrated",
    )
    bus_masters: int = Field(
        default=1,
        ge=1,
        le=1,
        description="1: a second bus master makes every load longer, which was not calibrated",
    )
    options: list[str] = Field(
        default_factory=list,
        max_length=0,
        description="empty: options with code at each switch (stack checks, assertions) were not "
        "calibrated",
    )


class _File(_Table):
    system: System
    task: list[Task] = Field(min_length=1, max_length=MOST_TASKS, description="1 to 28 tasks")
    mutex: list[Mutex] = Field(default_factory=list, description="tables [[mutex]]")
    interrupt: list[Interrupt] = Field(default_factory=list, description="tables [[interrupt]]")


@dataclass(frozen=True)
class Description:
    """A file that can be analysed."""

    path: Path
    system: System
    tasks: Sequence[Task]
    interrupts: Mapping[str, Interrupt]

    def measured(self) -> Iterator[tuple[Task, Measured]]:
        """Yield the tasks whose execution time is to be measured."""
        for task in self.tasks:
            if isinstance(task.execution, Measured):
                yield task, task.execution

    def source(self, measured: Measured) -> Path:
        """Return where a function's C file is."""
        return self.path.parent / measured.source


@dataclass(frozen=True)
class _Text:
    """The file's text and name, for errors."""

    path: Path
    text: str

    def error(self, place: Sequence[str | int], what: str) -> IsochronError:
        return IsochronError(f"{self.path}:{line_of(self.text, place)}: {what}")


def load(path: Path, calls: Sequence[str] | None = None) -> Description:
    """Read a file.

    Args:
        calls: the names of kernel calls that are calibrated; None: they are not looked at.
    """
    text, document = toml(path)
    shown = _Text(path, text)
    try:
        content = _File.model_validate(document)
    except ValidationError as error:
        raise _worded(shown, document, error) from error
    for place, what in _wrong(content, calls):
        raise shown.error(place, what)
    return Description(
        path,
        content.system,
        content.task,
        {interrupt.name: interrupt for interrupt in content.interrupt},
    )


def _wrong(
    content: _File, calls: Sequence[str] | None
) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield what is wrong between the parts of a file: its place, and the text."""
    tables: Mapping[str, Sequence[Task | Mutex | Interrupt]] = {
        "task": content.task,
        "mutex": content.mutex,
        "interrupt": content.interrupt,
    }
    for kind, named in tables.items():
        counted = Counter(item.name for item in named)
        for number, item in enumerate(named):
            if counted[item.name] > 1:
                yield (
                    (kind, number, "name"),
                    f'name: two {kind}s are called "{item.name}"; call one else',
                )
    clocks = content.system.clock_mhz
    if isinstance(clocks, dict):
        for kernel in content.system.kernels:
            if kernel not in clocks:
                yield (
                    ("system", "clock_mhz"),
                    f"clock_mhz: {kernel} has no clock; add one, or give a single number",
                )
    interrupts = {item.name: item for item in content.interrupt}
    for number, line in enumerate(content.interrupt):
        yield from _wrong_interrupt(line, ("interrupt", number), content.task)
    priorities: dict[int, str] = {}
    for number, task in enumerate(content.task):
        place = ("task", number)
        other = priorities.setdefault(task.priority, task.name)
        if other != task.name:
            yield (
                (*place, "priority"),
                (
                    f'priority of task "{task.name}": {task.priority} is what "{other}" has, and '
                    "equal priorities take turns, which is not analysed; give each its own"
                ),
            )
        yield from _wrong_release(task, place, interrupts, content.system.tick_hz)
        yield from _wrong_content(task, place, content, calls)


def _wrong_interrupt(
    line: Interrupt, place: tuple[str, int], tasks: Sequence[Task]
) -> Iterator[tuple[tuple[str | int, ...], str]]:
    if (line.distance is None) == (not line.arrival):
        yield (
            place,
            f'interrupt "{line.name}": give distance = "240us", or arrival = ["240us", "1ms"]',
        )
    if any(
        later <= earlier for earlier, later in zip(line.arrival, line.arrival[1:], strict=False)
    ):
        yield (
            (*place, "arrival"),
            f'arrival of interrupt "{line.name}": times from the first one on, so they ascend',
        )
    else:
        yield from _contradicted(line, place)
    released = [task.name for task in tasks if task.released_by == line.name]
    if len(released) != 1:
        yield (
            place,
            (
                f'interrupt "{line.name}": releases {len(released)} tasks, but must release '
                "one; name it in that task's released_by"
            ),
        )


def _contradicted(
    line: Interrupt, place: tuple[str, int]
) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield where times of an arrival, which repeat behind the last, are shorter than others say.

    With d(n) the least time from one interrupt to the n-th behind it, d(i + j) must be at least
    d(i) + d(j).
    """
    number = len(line.arrival)

    def least(n: int) -> Fraction:
        whole, left = divmod(n, number)
        return whole * line.arrival[-1] + (line.arrival[left - 1] if left else 0)

    for first in range(1, number + 1):
        for second in range(first, number + 1):
            both = least(first) + least(second)
            if least(first + second) < both:
                repeats = ", as the times repeat," if first + second > number else ""
                yield (
                    (*place, "arrival"),
                    (
                        f'arrival of interrupt "{line.name}": number {first + second} behind one '
                        f"comes after {seconds(least(first + second))}{repeats} but number {first} "
                        f"and then number {second} take {seconds(both)}; give at least that"
                    ),
                )
                return


def _wrong_release(
    task: Task, place: tuple[str, int], interrupts: Mapping[str, Interrupt], tick_hz: int
) -> Iterator[tuple[tuple[str | int, ...], str]]:
    if (task.period is None) == (task.released_by is None):
        yield place, f'task "{task.name}": give either period = "1ms" or released_by = an interrupt'
        return
    if task.released_by is not None and task.released_by not in interrupts:
        yield (
            (*place, "released_by"),
            (
                f'released_by of task "{task.name}": there is no interrupt "{task.released_by}"'
                f"{_near(task.released_by, interrupts)}"
            ),
        )
        return
    period = task.period or first_distance(interrupts[str(task.released_by)])
    if task.period is not None and not whole_ticks(task.period, tick_hz):
        yield (
            (*place, "period"),
            (
                f'period of task "{task.name}": {seconds(period)} is no whole number of ticks of '
                f"{seconds(Fraction(1, tick_hz))}, and a release between ticks is not possible; "
                "change it or tick_hz"
            ),
        )
    if task.deadline is not None and task.deadline > period:
        yield (
            (*place, "deadline"),
            (
                f'deadline of task "{task.name}": {seconds(task.deadline)} is above the period, '
                f"{seconds(period)}, and two jobs at a time are not analysed; at most the period"
            ),
        )


def _wrong_content(
    task: Task, place: tuple[str, int], content: _File, calls: Sequence[str] | None
) -> Iterator[tuple[tuple[str | int, ...], str]]:
    mutexes = [item.name for item in content.mutex]
    for n, section in enumerate(task.sections):
        where = (*place, "sections", n)
        if section.within is not None:
            yield (*where, "within"), f'sections of task "{task.name}": {NESTED}'
        if section.mutex not in mutexes:
            yield (
                (*where, "mutex"),
                (
                    f'mutex of task "{task.name}": there is no mutex "{section.mutex}"'
                    f"{_near(section.mutex, mutexes)}"
                ),
            )
    inside = sum(section.cycles for section in task.sections)
    if isinstance(task.execution, int) and inside >= task.execution:
        yield (
            (*place, "sections"),
            (
                f'sections of task "{task.name}": {inside} cycles, but execution, with them, '
                f"is {task.execution}; make it longer than its sections"
            ),
        )
    if isinstance(task.execution, Measured) and task.sections:
        yield (
            (*place, "sections"),
            (
                f'sections of task "{task.name}": a measured function has none of its own; give '
                "execution in cycles"
            ),
        )
    for call in task.calls if calls is not None else ():
        if call not in (calls or ()):
            suspends = f"; {SUSPENDS}" if call in ("delay", "wait") else ""
            yield (
                (*place, "calls", call),
                (
                    f'calls of task "{task.name}": "{call}" is not calibrated{suspends}'
                    f"{_near(call, calls or ())}"
                ),
            )


def first_distance(line: Interrupt) -> Fraction:
    """Return the least time from one interrupt to the next."""
    return line.distance if line.distance is not None else line.arrival[0]


def whole_ticks(period: Fraction, tick_hz: int) -> bool:
    """Whether a period is a whole number of ticks."""
    return (period * tick_hz).denominator == 1


def seconds(time: Fraction) -> str:
    """Write a time with the largest unit that leaves at least 1."""
    for name, unit in reversed(UNITS.items()):
        if time >= unit:
            return f"{float(time / unit):g}{name}"
    return f"{float(time / UNITS['ns']):g}ns"


def _near(name: str, names: Sequence[str] | Mapping[str, Any]) -> str:
    near = difflib.get_close_matches(name, list(names), 1)
    if near:
        return f'; did you mean "{near[0]}"?'
    return f"; there are {', '.join(names)}" if names else "; there is none, add its table"


def _worded(shown: _Text, document: Mapping[str, Any], error: ValidationError) -> IsochronError:
    """Return one of pydantic's errors in our words: of several the one deepest in the file."""
    problems = [
        (_place(document, problem["loc"], problem["type"]), problem) for problem in error.errors()
    ]
    place, first = max(
        problems, key=lambda problem: (len(problem[0]), problem[1]["type"] == _UNKNOWN)
    )
    key = str(next((step for step in reversed(place) if isinstance(step, str)), ""))
    model = next((_TABLES[step] for step in reversed(place[:-1]) if step in _TABLES), _File)
    whose = _whose(document, place)
    if first["type"] == _UNKNOWN:
        known = [name for name in model.model_fields if name not in ("within", "suspends")]
        near = difflib.get_close_matches(key, known, 1)
        hint = f'did you mean "{near[0]}"? ' if near else ""
        return shown.error(place, f'unknown key "{key}"{whose}: {hint}there are {", ".join(known)}')
    right = _right(model, place)
    if first["type"] == _ABSENT:
        return shown.error(place[:-1], f"no {key}{whose}: give {right}")
    return shown.error(place, f"{key}{whose}: {first['input']!r} is not right: give {right}")


_UNKNOWN, _ABSENT = "extra_forbidden", "missing"
_TABLES: Mapping[str | int, type[BaseModel]] = {
    "system": System,
    "task": Task,
    "mutex": Mutex,
    "interrupt": Interrupt,
    "sections": Section,
    "execution": Measured,
}


def _place(document: Mapping[str, Any], loc: Sequence[str | int], kind: str) -> list[str | int]:
    """Return where in the file an error is: pydantic's path without its steps into unions."""
    place: list[str | int] = []
    value: Any = document
    for n, step in enumerate(loc):
        inside = step in value if isinstance(value, dict) else isinstance(value, list)
        if inside and isinstance(step, int) == isinstance(value, list):
            place.append(step)
            value = value[step]
        elif kind == _ABSENT and n == len(loc) - 1:
            place.append(step)
    return place


def _whose(document: Mapping[str, Any], place: Sequence[str | int]) -> str:
    """Return of what a value is: ` of task "speed"`."""
    if len(place) < 2 or not isinstance(place[1], int):
        return f" of [{place[0]}]" if len(place) > 1 else ""
    entry = document[str(place[0])][place[1]]
    name = entry.get("name") if isinstance(entry, dict) else None
    return f' of {place[0]} "{name}"' if name else f" of {place[0]} {place[1] + 1}"


def _right(model: type[BaseModel], place: Sequence[str | int]) -> str:
    """Return what would be right there: the description of the field, or of its type."""
    fields = [model.model_fields[step] for step in place if step in model.model_fields]
    for field in reversed(fields):
        for constraint in (field, *field.metadata):
            if getattr(constraint, "description", None):
                return str(constraint.description)
    return f"a table [{place[0]}]" if place else "tables [system] and [[task]]"
