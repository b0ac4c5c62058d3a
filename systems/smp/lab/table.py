# SPDX-License-Identifier: Apache-2.0
"""The suite ``several-cores``: what calls take and how often they are made, on 1, 2 and 4 cores."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.table import Table
from systems.smp.lab import machine

from isochron import results, suites
from isochron.building import firmware, platforms
from isochron.errors import IsochronError
from isochron.suites import measurement
from isochron.terminal import metrics_table

SUITE = "several-cores"
TITLE = "Several cores"
PLATFORM = "ibex"
OPTIMISATION = "O2"
CORES = (1, 2, 4)
"""With one, it is the reference SoC, and kernels of one core."""
COUNTING = "counting-locks"
"""FreeRTOS with locks that count; else they are RP2350's."""
CALLS, RATES, JOBS = "calls", "rates", "workers"
PROGRAMS = {
    CALLS: machine.SMP / "firmware/benchmarks/calls.c",
    RATES: machine.SMP / "firmware/benchmarks/rates.c",
    JOBS: machine.SMP / "examples/workers/main.c",
}
METRICS = {
    CALLS: {
        "section": "a critical section",
        "suspension": "a suspension of the scheduler",
        "give": "a give, nobody waits",
        "take": "a take, there is a token",
        "send": "a message of 16 bytes sent",
        "receive": "a message of 16 bytes received",
        "give-interrupts": "a give that interrupts another core, to its own return",
        "give-to-another-core": "the same, to the waiter's return there",
        "send-to-another-core": "a message to the receiver's return on another core",
        "give-to-the-same-core": "a give to the waiter's return on the same core",
        "take-blocks": "a take that blocks, to the next task",
        "section-contended": "a critical section while the others give and take",
        "suspension-contended": "a suspension of the scheduler, the same",
        "give-contended": "a give, the same",
        "take-contended": "a take, the same",
    },
    RATES: {
        "calls": "a give and a take by each of N tasks, each on a core, in 100,000 cycles",
        "pairs": "tokens that N pairs of tasks pass, in 100,000 cycles",
    },
    JOBS: {"job": "cycles of a job of a computation, done by N workers"},
}
"""By program, what each metric is."""
_COUNT = re.compile(r"(calls|pairs) (\d+) (\d+)")
_JOB = re.compile(r"(\d+) at work: (\d+) cycles a job")


@dataclass(frozen=True)
class Job:
    """A program on one kernel and so many cores; a ``Measurement``."""

    program: str
    kernel: str
    cores: int
    variant: str | None = None
    """``COUNTING``, or None."""

    @property
    def name(self) -> str:
        """What a person reads."""
        kernel = f"{self.kernel} with {self.variant}" if self.variant else self.kernel
        return f"{SUITE} {self.program} on {kernel}, {self.cores} cores"

    @property
    def simulator(self) -> measurement.Simulator | None:
        """The reference SoC for one core; else the system builds its own."""
        if self.cores > 1:
            return None
        return measurement.Simulator(PLATFORM, firmware.KERNELS[self.kernel].hardware)

    @property
    def in_heart(self) -> bool:
        """Whether the main job measures it: two cores, and the locks that there are."""
        return self.cores == 2 and self.variant is None

    @property
    def point(self) -> tuple[str, ...]:
        """Suite, test, platform, kernel and optimisation of its records."""
        return SUITE, self.program, PLATFORM, self.kernel, OPTIMISATION

    @property
    def sources(self) -> tuple[str, ...]:
        """Folders of what its figures depend on."""
        own = (f"systems/smp/{folder}" for folder in ("examples", "firmware", "rtl", "simulator"))
        return (*suites.SOURCES, *own)

    def work(self) -> list[results.Record]:
        """Build and run it and return its records; raises as ``Measurement`` says.

        Raises:
            IsochronError: it has not printed its metrics.
        """
        attachment = firmware.KERNELS[self.kernel].attachment(platforms.find(PLATFORM))
        of = results.Source(
            *(None, SUITE, PLATFORM, self.kernel, attachment, self.variant),
            optimisation=OPTIMISATION,
        )
        records = [
            results.counted(of, self.program, metric, unit, figures, {"cores": self.cores, **where})
            for metric, unit, figures, where in self._read(self.lines())
        ]
        if not records:
            raise IsochronError("the program printed no figures")
        return records

    def lines(self) -> list[str]:
        """Return what the program prints, or printed earlier."""
        defines = {"NDEBUG": "1", "configTICK_RATE_HZ": "1"}
        program = PROGRAMS[self.program]
        if (on := self.simulator) is not None:
            elf = firmware.build(program, self.kernel, PLATFORM, OPTIMISATION, defines)
            return measurement.run(elf, on).output.splitlines()
        if self.kernel == machine.KERNELS[0]:
            elf = machine.build(program, self.cores, defines, kernel="isochron")
            return machine.kept(elf, machine.Machine(self.cores, hardware_kernel=True))
        defines["configUSE_TASK_PREEMPTION_DISABLE"] = "0"
        defines["configSMP_COUNTING_LOCKS"] = "1" if self.variant else "0"
        return machine.kept(machine.build(program, self.cores, defines))

    def _read(self, lines: Sequence[str]) -> Iterator[tuple[str, str, list[int], dict[str, int]]]:
        """Yield metric, unit, samples and the point of what the program printed."""
        for line in lines:
            if self.program == CALLS:
                metric, *seen = line.split()
                pairs = [entry.split(":") for entry in seen]
                samples = [int(cycles) for cycles, times in pairs for _ in range(int(times))]
                yield metric, "cycles", samples, {}
            elif found := _COUNT.fullmatch(line):
                yield found[1], "count", [int(found[3])], {"tasks": int(found[2])}
            elif found := _JOB.match(line):
                yield "job", "cycles", [int(found[2])], {"tasks": int(found[1])}


def plan(*choices: Sequence[str]) -> list[Job]:
    """Return the runs that are left by choices, see ``measurement.chosen``."""
    jobs = [
        Job(program, kernel, cores, variant)
        for program in PROGRAMS
        for kernel in machine.KERNELS
        for cores in CORES
        for variant in (None, COUNTING)
        if variant is None or (kernel == machine.KERNELS[1] and cores > 1)
    ]
    return measurement.chosen(jobs, *choices)


def metrics() -> Table:
    """Return what `isochron list` shows."""
    return metrics_table(SUITE, TITLE, METRICS)
