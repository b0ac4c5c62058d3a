# SPDX-License-Identifier: Apache-2.0
"""Run scenarios on both kernels, and compare."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from isochron.building import native
from isochron.differential.scenario import Scenario
from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.processes import TEXT

SOURCES = ROOT / "firmware/laboratory/differential"
OPTIONS = {
    "configUSE_TIMERS": "1",
    "INCLUDE_xTimerPendFunctionCall": "1",
    "configMESSAGE_BUFFER_LENGTH_TYPE": "uint32_t",  # on every machine
}
"""Options of FreeRTOSConfig.h that scenarios need beyond the native one."""
AT_ONCE = ("--points",)
LATER = ("--points", "--later")
"""How FreeRTOS's ports switch that a call in a critical section asks for; both are FreeRTOS."""
_NO_SYMBOLS = {"ASAN_OPTIONS": "symbolize=0"}
"""A sanitizer's report that nobody reads need not be in words, which takes seconds."""
FINISHED = "ok"
"""The end of a scenario that came to its limit."""


class InterpreterFailed(IsochronError):
    """The interpreter did not run a scenario: the text is its own."""


@dataclass(frozen=True)
class Outcome:
    """How a scenario went on one kernel."""

    name: int
    calls: int
    checksum: str
    """Of everything observable, in order."""
    end: str
    """FINISHED, or what happened instead."""

    def agrees(self, other: Outcome) -> bool:
        """Whether nobody can tell the two apart."""
        return (self.checksum, self.end) == (other.checksum, other.end)


@dataclass(frozen=True)
class Comparison:
    """A scenario on the oracle and on the kernel that is compared with it."""

    scenario: Scenario
    expected: tuple[Outcome, ...]
    """One for each point at which an event inside a call may come; else a single one."""
    found: Outcome

    @property
    def agrees(self) -> bool:
        """The hardware kernel did what FreeRTOS could have done."""
        return any(self.found.agrees(outcome) for outcome in self.expected)


@dataclass(frozen=True)
class Programs:
    """The interpreter on both kernels."""

    oracle: Path
    subject: Path
    kernel: str
    """The subject's, one of ``native.SUBJECTS``."""


def build(variant: native.Variant | None = None, kernel: str = native.SUBJECTS[0]) -> Programs:
    """Build the interpreter for the oracle and for one of ``native.SUBJECTS``.

    The variant is the latter's, its instrumentation and options both's.
    """
    variant = variant or native.Variant()
    variant = replace(variant, options={**OPTIONS, **variant.options})
    sources = sorted(SOURCES.glob("*.c"))
    oracle = native.Variant(instrumentation=variant.instrumentation, options=variant.options)
    return Programs(
        native.build(native.ORACLE, sources, "differential", oracle),
        native.build(kernel, sources, "differential", variant),
        kernel,
    )


def run(program: Path, scenarios: Iterable[Scenario], *options: str) -> dict[int, list[Outcome]]:
    """Run scenarios; return the outcomes of each by its name.

    What a kernel or a sanitizer says meanwhile is lost here; ``traces`` has it.

    Raises:
        InterpreterFailed: it refused a scenario.
    """
    texts = (scenario.text() for scenario in scenarios)
    return outcomes(_execute(program, texts, *options, environment=_NO_SYMBOLS))


def outcomes(output: str) -> dict[int, list[Outcome]]:
    """Return what an interpreter printed: the outcomes of each scenario by its name."""
    by_scenario: dict[int, list[Outcome]] = {}
    for line in output.splitlines():
        if line.startswith("= "):
            _, name, calls, checksum, _points, end = line.split(maxsplit=5)
            outcome = Outcome(int(name), int(calls), checksum, end)
            by_scenario.setdefault(outcome.name, []).append(outcome)
    return by_scenario


def traces(program: Path, scenario: str, *options: str) -> list[list[str]]:
    """Return what a scenario's text does on a kernel, by lines; with --points, for each point.

    What a failed assertion or a sanitizer says stands where it was said.
    """
    lines: list[list[str]] = [[]]
    output = _execute(program, [scenario], "--trace", *options, stderr=subprocess.STDOUT)
    for line in output.splitlines():
        if line.startswith("= "):
            # how it ended is part of it; the name and the counts are the same or follow from it
            lines[-1].append(f"end     {line.split(maxsplit=5)[5]}")
            lines.append([])
        else:
            lines[-1].append(line)
    return lines[:-1]


def compare(programs: Programs, scenarios: Iterable[Scenario]) -> list[Comparison]:
    """Run scenarios on both kernels."""
    scenarios = list(scenarios)
    expected = run(programs.oracle, scenarios, *AT_ONCE)
    outcomes_found = run(programs.subject, scenarios)
    compared = [
        Comparison(scenario, tuple(expected[scenario.name]), outcomes_found[scenario.name][0])
        for scenario in scenarios
    ]
    doubtful = [pair.scenario for pair in compared if pair.scenario.inside and not pair.agrees]
    if doubtful:
        later = run(programs.oracle, doubtful, *LATER)
        compared = [
            replace(pair, expected=(*pair.expected, *later.get(pair.scenario.name, ())))
            for pair in compared
        ]
    return compared


def _execute(
    program: Path,
    texts: Iterable[str],
    *options: str,
    stderr: int = subprocess.PIPE,
    environment: dict[str, str] | None = None,
) -> str:
    done = subprocess.run(
        [program, *options],
        input="".join(texts),
        stdout=subprocess.PIPE,
        stderr=stderr,
        env={**os.environ, **(environment or {})},
        **TEXT,
    )
    if done.returncode != 0:
        raise InterpreterFailed(f"{program.name}: {(done.stderr or done.stdout).strip()}")
    return done.stdout
