# SPDX-License-Identifier: Apache-2.0
"""What a board's self-test printed, against the same program on the simulator."""

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from isochron.boards import self_test
from isochron.building import firmware
from isochron.errors import IsochronError
from isochron.running import samples, simulator
from isochron.running.samples import Reading

SHOWN = 20
"""Differences that are told one by one."""
_BEGIN = re.compile(r"^self-test: kernel (\S+)\s*$", re.MULTILINE)
_END = "self-test: end"


@dataclass(frozen=True)
class Log:
    """What a self-test printed."""

    kernel: str
    readings: Sequence[Reading]

    @property
    def tests(self) -> list[str]:
        """Return the names of the tests, in order."""
        return list(dict.fromkeys(reading.test for reading in self.readings))


@dataclass(frozen=True)
class Row:
    """One metric."""

    test: str
    metric: str
    samples: int
    least: int
    most: int
    differences: list[str] = field(default_factory=list)


def read(text: str) -> Log:
    """Return the last whole self-test of a log.

    Raises:
        IsochronError: there is none; a line came garbled.
    """
    begins = list(_BEGIN.finditer(text))
    if not begins:
        raise IsochronError(
            "the log has no line 'self-test: kernel ...': load the bitstream of `isochron "
            "board bitstream` without --program, start the terminal, and press a key"
        )
    kernel, rest = begins[-1][1], text[begins[-1].end() :]
    if kernel not in firmware.KERNELS:
        raise IsochronError(f"the log is of a kernel {kernel!r}, which is not known here")
    printed, end, _ = rest.partition(_END)
    if not end:
        last = rest.rstrip().rpartition("\n")[2]
        raise IsochronError(f"the log ends before the self-test does; its last line is {last!r}")
    return Log(kernel, samples.read(printed))


def simulated(
    kernel: str, tests: Sequence[str] = (), on_make: Callable[[str], None] = lambda _: None
) -> Log:
    """Return what the self-test prints on the simulator.

    Args:
        kernel: a name in ``firmware.KERNELS``.
        tests: only these; all by default.
        on_make: is called before a simulator is built.
    """
    elf = self_test.build(kernel, tests=tests)
    hardware = firmware.KERNELS[kernel].hardware
    return read(simulator.run(elf, hardware=hardware, on_make=on_make).output)


def compare(measured: Log, expected: Log) -> list[Row]:
    """Return a row for each metric of either, with what differs in the order of samples."""
    by_metric: dict[tuple[str, str], tuple[list[Reading], list[Reading]]]
    by_metric = defaultdict(lambda: ([], []))
    for which, log in enumerate((expected, measured)):
        for reading in log.readings:
            by_metric[reading.test, reading.metric][which].append(reading)
    return [_row(*name, *both) for name, both in by_metric.items()]


def _row(test: str, metric: str, expected: Sequence[Reading], measured: Sequence[Reading]) -> Row:
    differences = [
        f"{test} {metric}, sample {number}, {_parameters(has)}: {has.cycles:,} cycles on the "
        f"board, {wants.cycles:,} in the simulator"
        for number, (wants, has) in enumerate(zip(expected, measured, strict=False), 1)
        if (wants.cycles, wants.parameters) != (has.cycles, has.parameters)
    ]
    if len(measured) != len(expected):
        differences.append(
            f"{test} {metric}: {len(measured):,} samples of the board, {len(expected):,} of the "
            "simulator"
        )
    cycles = [reading.cycles for reading in measured] or [0]
    return Row(test, metric, len(measured), min(cycles), max(cycles), differences)


def _parameters(reading: Reading) -> str:
    return " ".join(f"{name}={value}" for name, value in reading.parameters.items())
