# SPDX-License-Identifier: Apache-2.0
"""What is measured with FreeRTOS below Linux, in parts: each is a run or some, of minutes."""

from collections.abc import Callable, Mapping
from functools import partial

from systems.linux.lab import asking, lateness, motor, periods, soak, throughput, waiting
from systems.linux.lab.kernel import Kernel

from isochron.results import Record

Part = Callable[[Kernel, Callable[[str], None]], list[Record]]

PARTS: Mapping[str, Part] = {
    "latency": partial(lateness.measured, variant=lateness.FREERTOS),
    "cached-code": partial(lateness.measured, variant=lateness.CACHED),
    "slow-ram": partial(lateness.measured, variant=lateness.SLOW),
    "software-time": partial(lateness.measured, variant=lateness.SOFTWARE),
    "waiting": lambda _, on_line: waiting.measured(on_line),
    "periods": lambda _, on_line: periods.measured(on_line),
    "throughput": throughput.measured,
    "asked": asking.measured,
    "motor": motor.measured,
    "soak": soak.measured,
}
"""By name."""
