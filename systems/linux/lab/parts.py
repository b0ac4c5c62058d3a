# SPDX-License-Identifier: Apache-2.0
"""What is measured on Linux, in parts: each is a run or some, of minutes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from systems.linux.lab import (
    asking,
    lateness,
    machine,
    measure,
    motor,
    periods,
    soak,
    throughput,
    waiting,
)
from systems.linux.lab.kernel import BELOW, Kernel
from systems.linux.lab.tutorials import MOTOR

from isochron.results import Record


@dataclass(frozen=True)
class Part:
    """One part."""

    measured: Callable[[Kernel, Callable[[str], None]], list[Record]]
    file: str = lateness.FILE_NAME
    """Where its figures are written."""


def _of_program(
    program: Sequence[str], records_of: Callable[[Sequence[str]], list[Record]]
) -> Part:
    """Return the part that runs a program, by what makes records of the lines that it prints."""
    return Part(
        lambda built, on_line: records_of(
            machine.run(built, program, on_line=on_line).checked().lines
        )
    )


OF_THE_TIME_MANAGER: Mapping[str, Part] = {
    "wake-ups": Part(partial(measure.measured, plan=measure.WAKE_UPS), measure.FILE_NAME),
    "overhead": Part(partial(measure.measured, plan=measure.FURTHER), measure.FURTHER_FILE_NAME),
}
OF_BELOW: Mapping[str, Part] = {
    "latency": Part(partial(lateness.measured, variant=lateness.FREERTOS)),
    "cached-code": Part(partial(lateness.measured, variant=lateness.CACHED)),
    "slow-ram": Part(partial(lateness.measured, variant=lateness.SLOW)),
    "software-time": Part(partial(lateness.measured, variant=lateness.SOFTWARE)),
    "waiting": Part(lambda _, on_line: waiting.measured(on_line)),
    "periods": Part(periods.measured, periods.FILE_NAME),
    "throughput": _of_program(throughput.PROGRAM, throughput.records_of),
    "asked": _of_program(asking.PROGRAM, asking.records_of),
    "motor": Part(
        lambda built, on_line: motor.records_of(MOTOR.run(built, on_line, "each").checked().lines)
    ),
    "soak": _of_program(soak.PROGRAM, soak.records_of),
}
PARTS = {**OF_THE_TIME_MANAGER, **OF_BELOW}
"""By name."""


def of(kernel: str) -> Mapping[str, Part]:
    """Return the parts of this kernel."""
    return OF_BELOW if kernel == BELOW else OF_THE_TIME_MANAGER
