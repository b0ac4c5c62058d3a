# SPDX-License-Identifier: Apache-2.0
"""What is measured on Linux, in parts: each is a run or some, of minutes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from systems.linux.lab import asking, lateness, measure, motor, periods, soak, throughput, waiting
from systems.linux.lab.kernel import BELOW, Kernel

from isochron.results import Record


@dataclass(frozen=True)
class Part:
    """One part."""

    measured: Callable[[Kernel, Callable[[str], None]], list[Record]]
    file: str = lateness.FILE_NAME
    """Where its figures are written."""


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
    "throughput": Part(throughput.measured),
    "asked": Part(asking.measured),
    "motor": Part(motor.measured),
    "soak": Part(soak.measured),
}
PARTS = {**OF_THE_TIME_MANAGER, **OF_BELOW}
"""By name."""


def of(kernel: str) -> Mapping[str, Part]:
    """Return the parts of this kernel."""
    return OF_BELOW if kernel == BELOW else OF_THE_TIME_MANAGER
