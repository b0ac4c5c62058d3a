# SPDX-License-Identifier: Apache-2.0
"""Single operations in exact cycles: the paper's and those of other collections, each once.

Every row says from which label to which label it is measured, over what it is swept, and who else
measures it: the comparison paper (its criterion), Thread-Metric (Express Logic, eight tests),
Rhealstone (Kar and Porter, six), and the theses and papers of the other suites.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).parents[1] / "operations.toml"
NO_TICK = {"configTICK_RATE_HZ": "1", "COMPARISON_TICK_CYCLES": "80000000u"}
"""No program runs until the first one."""
SHORT_TICK = {"configTICK_RATE_HZ": "4000", "COMPARISON_TICK_CYCLES": "20000u"}
"""20,000 cycles, as the programs delays.c and timers.c expect."""
THREAD_METRIC, RHEALSTONE = "Thread-Metric", "Rhealstone"
"""Collections whose tests are all here."""


@dataclass(frozen=True)
class Operation:
    """What is measured from one label to another, as operations.toml says."""

    name: str
    title: str
    sweep: str | None = None
    sources: Sequence[str] = ("our own",)
    from_line: bool = False

    @property
    def label(self) -> str:
        """Its name in the labels of a program."""
        return self.name.replace("-", "_")

    @property
    def start(self) -> str:
        """Where it begins."""
        return "the interrupt line rises" if self.from_line else f"probe_start_{self.label}"

    @property
    def stop(self) -> str:
        """Where it ends."""
        return f"probe_stop_{self.label}"


@dataclass(frozen=True)
class Program:
    """A program and the operations that it measures."""

    name: str
    needs: Sequence[str]
    operations: Sequence[Operation]
    defines: Mapping[str, str]
    """Preprocessor symbols."""

    @property
    def path(self) -> str:
        """Its C file in systems/comparison/firmware, without ``.c``."""
        return f"operations/{self.name}"


def _programs() -> list[Program]:
    programs = []
    for name, entry in tomllib.loads(FILE.read_text(encoding="utf-8")).items():
        tick = SHORT_TICK if entry.get("short_tick") else NO_TICK
        measured = [Operation(operation, **is_so) for operation, is_so in entry["measured"].items()]
        programs.append(
            Program(name, entry["needs"], measured, {**tick, **entry.get("options", {})})
        )
    return programs


_TABLE = _programs()
PROGRAMS: Mapping[str, Program] = {program.path: program for program in _TABLE}
OPERATIONS: Mapping[str, Operation] = {
    operation.name: operation for program in _TABLE for operation in program.operations
}
NEEDS: Mapping[str, Sequence[str]] = {
    operation.name: program.needs for program in _TABLE for operation in program.operations
}
"""Macros of the adapter that an operation's program needs."""

NO_OPERATION = {
    f"{THREAD_METRIC}: basic processing": "computes without any kernel call: the same on all, for "
    "the core is the same",
}
"""Tests of the collections that measure no operation of a kernel, and why they are no row."""
