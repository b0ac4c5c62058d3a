# SPDX-License-Identifier: Apache-2.0
"""The suite ``energy``: what loads, calls and ticks take, in toggles of the mapped SoC's nets."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.table import Table
from systems.energy.lab import soc
from systems.energy.lab.activity import Activity

from isochron import results, suites
from isochron.building import firmware, platforms
from isochron.errors import IsochronError
from isochron.suites import measurement
from isochron.terminal import metrics_table

SUITE = "energy"
TITLE = "Energy"
PLATFORM = "ibex"
OPTIMISATION = "O2"
STOCK = "freertos-optimised"
TICKLESS = "tickless"
"""FreeRTOS's own option. The hardware kernel interrupts no core for a tick that wakes nobody."""
CLOCK_HZ, TICK_HZ, WINDOW = 10_000_000, 1_000, 24
"""WINDOW ticks are counted."""
PAIRS = 10
LOAD, CALLS, TICK = "load", "calls", "tick"
LOADS: Mapping[int, tuple[int, int]] = {1: (24, 1), 10: (4, 3), 30: (2, 7), 60: (1, 8), 90: (1, 14)}
"""By what stock is busy, in per cent, the period of the jobs in ticks and the work of each."""
METRICS = {
    LOAD: {
        "window": f"of {WINDOW} ticks",
        "busy": "cycles of them in which the core does not sleep",
        "pins": "of cells on the clock",
    },
    CALLS: {
        "pair": "of a give and a take, nobody waits",
        "switching-pair": "of a give to a waiting task above the caller and its next take",
    },
    TICK: {"tick": "of a tick at which nobody wakes, while the core sleeps"},
}
"""By program, what each metric is; those in toggles are there with gates on the clock, too."""
GATED = "-gated"
"""Ends the name of a metric for which each enable gates the clock."""
_VARIANTS = {
    (STOCK, LOAD): (TICKLESS,),
    **{("isochron", program): (soc.LEAN,) for program in METRICS},
}
"""By kernel and program, what is measured beside the kernel as it is."""
_PROGRAMS = {LOAD: "load", CALLS: "calls", TICK: "load"}


@dataclass(frozen=True)
class Job:
    """A program on one kernel; a ``Measurement``."""

    program: str
    kernel: str
    load: int | None = None
    """In per cent of stock's cycles."""
    variant: str | None = None
    """``TICKLESS``, ``LEAN`` of soc.py, or None."""

    @property
    def name(self) -> str:
        """What a person reads."""
        load = f" of {self.load}%" if self.load else ""
        kernel = f"{self.kernel}, {self.variant}" if self.variant else self.kernel
        return f"{SUITE} {self.program}{load} on {kernel}"

    @property
    def simulator(self) -> measurement.Simulator | None:
        """The system builds its own."""
        return None

    @property
    def in_heart(self) -> bool:
        """None: a SoC is mapped for minutes."""
        return False

    @property
    def point(self) -> tuple[str, ...]:
        """Suite, test, platform, kernel and optimisation of its records."""
        return SUITE, self.program, PLATFORM, self.kernel, OPTIMISATION

    @property
    def sources(self) -> tuple[str, ...]:
        """Folders of what its figures depend on."""
        own = (f"systems/energy/{folder}" for folder in ("firmware", "rtl", "simulator"))
        return (*suites.SOURCES, "hardware", *own)

    @property
    def hardware(self) -> str | None:
        """The SoC's variant, not the program's."""
        return None if self.variant == TICKLESS else self.variant

    def work(self) -> list[results.Record]:
        """Build and run it and return its records; raises as ``Measurement`` says."""
        attachment = firmware.KERNELS[self.kernel].attachment(platforms.find(PLATFORM))
        of = results.Source(
            *(None, SUITE, PLATFORM, self.kernel, attachment, self.variant),
            optimisation=OPTIMISATION,
        )
        where = {"load": self.load} if self.load else {}
        return [
            results.counted(of, self.program, metric, unit, [figure], where)
            for metric, unit, figure in self._figures()
        ]

    def elf(self, tick_hz: int = TICK_HZ) -> Path:
        """Return the program."""
        ticks = WINDOW * tick_hz // TICK_HZ
        period, work = LOADS[self.load] if self.load else (ticks, 0)
        defines = {
            "NDEBUG": 1,
            "configCPU_CLOCK_HZ": CLOCK_HZ,
            "configTICK_RATE_HZ": tick_hz,
            "configTOTAL_HEAP_SIZE": 16_384,  # it is cleared before anything is counted
            "configUSE_IDLE_HOOK": 1,
            "configUSE_TICKLESS_IDLE": int(self.variant == TICKLESS),
            "configTRACE_HEADER": "<sleep.h>",
            "PERIOD": period,
            "WORK": work,
            "WINDOW": ticks,
            "PAIRS": PAIRS,
        }
        program = soc.ENERGY / f"firmware/{_PROGRAMS[self.program]}.c"
        texts = {name: str(value) for name, value in defines.items()}
        return firmware.build(program, self.kernel, PLATFORM, OPTIMISATION, texts)

    def _figures(self) -> Iterator[tuple[str, str, int]]:
        """Yield metric, unit and figure of what is counted."""
        seen = soc.kept(self.kernel, self.elf(), self.hardware)
        if self.program == LOAD:
            (begin, end, (text, _)) = self._three(seen)
            window = end.since(begin)
            yield from _energies("window", window, 1)
            yield "busy", "cycles", window.cycles - int(text.split()[0])
            yield "pins", "pins", window.pins // window.cycles
        elif self.program == CALLS:
            (_, begin), (_, end), (_, begin_waited), (_, end_waited) = seen
            yield from _energies("pair", end.since(begin), PAIRS)
            yield from _energies("switching-pair", end_waited.since(begin_waited), PAIRS)
        else:
            begin, end, _ = self._three(seen)
            more = soc.kept(self.kernel, self.elf(2 * TICK_HZ), self.hardware)
            begin_more, end_more, _ = self._three(more)
            yield from _energies("tick", end_more.since(begin_more).since(end.since(begin)), WINDOW)

    def _three(
        self, seen: Sequence[tuple[str, Activity]]
    ) -> tuple[Activity, Activity, tuple[str, Activity]]:
        """Return both readings and the last line."""
        if len(seen) != 3:
            raise IsochronError(f"{self.name}: the program printed {len(seen)} lines")
        (_, begin), (_, end), last = seen
        return begin, end, last


def _energies(metric: str, seen: Activity, of: int) -> Iterator[tuple[str, str, int]]:
    for gated in (False, True):
        yield metric + GATED * gated, "toggles", round(seen.energy(gated=gated) / of)


def plan(*choices: Sequence[str]) -> list[Job]:
    """Return the runs that are left by choices, see ``measurement.chosen``."""
    jobs = [
        Job(program, kernel, load, variant)
        for kernel in soc.PARAMETERS
        for program in METRICS
        for variant in (None, *_VARIANTS.get((kernel, program), ()))
        for load in (LOADS if program == LOAD else (None,))
    ]
    return measurement.chosen(jobs, *choices)


def metrics() -> Table:
    """Return what `isochron list` shows."""
    return metrics_table(SUITE, TITLE, METRICS)
