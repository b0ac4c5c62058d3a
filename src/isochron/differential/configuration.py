# SPDX-License-Identifier: Apache-2.0
"""With which options of FreeRTOSConfig.h both kernels are built for scenarios."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from isochron.building import native
from isochron.differential.calls import NOTIFICATIONS, PRIORITIES
from isochron.errors import IsochronError

_PRIORITIES, _NOTIFICATIONS = "configMAX_PRIORITIES", "configTASK_NOTIFICATION_ARRAY_ENTRIES"
_TICKLESS = "configUSE_TICKLESS_IDLE"
_TOO_EARLY = frozenset({"abort_delay", "suspend", "suspend_own", "wait_bits", "synchronise"})
_SLEEP = {"configTRACE_HEADER": "<host_sleep.h>"}
"""What a tickless idle task sleeps by."""

CHOICES: Mapping[str, tuple[str, ...]] = {
    "configUSE_PREEMPTION": ("0",),
    "configUSE_TIME_SLICING": ("0",),
    "configIDLE_SHOULD_YIELD": ("0",),
    _NOTIFICATIONS: ("1",),
    _PRIORITIES: ("5", "64"),
    _TICKLESS: ("1",),
    native.MESSAGES: ("0",),
}
"""Options that may be other than in the native configuration, and their values."""


@dataclass(frozen=True)
class Configuration:
    """Options that are other than in the native configuration, in the order of ``CHOICES``."""

    options: tuple[tuple[str, str], ...] = ()

    @property
    def name(self) -> str:
        """What a person reads; empty for the native configuration."""
        return " ".join(f"{name}={value}" for name, value in self.options)

    @property
    def priorities(self) -> int:
        """How many there are."""
        return int(dict(self.options).get(_PRIORITIES, PRIORITIES))

    @property
    def notifications(self) -> int:
        """Of each task."""
        return int(dict(self.options).get(_NOTIFICATIONS, NOTIFICATIONS))

    @property
    def preempts(self) -> bool:
        """Whether a task that becomes ready interrupts a lower one."""
        return ("configUSE_PREEMPTION", "0") not in self.options

    @property
    def left_out(self) -> frozenset[str]:
        """Calls that scenarios leave out, by their names in calls.py.

        FreeRTOS does not look for the nearest deadline again after them, or, when bits wake a task,
        while that is still among the delayed ones; so with tickless idle it wakes too early once.
        Our kernels look for it at each sleep.
        """
        tickless = _TICKLESS in dict(self.options)
        return _TOO_EARLY if tickless else frozenset()

    def variant(self, instrumentation: str = "") -> native.Variant:
        """Return what programs are built with; the hardware has priorities enough."""
        options = dict(self.options)
        enough = self.priorities <= native.PARAMETERS["NPriorities"]
        return native.Variant(
            instrumentation=instrumentation,
            options=options | (_SLEEP if _TICKLESS in options else {}),
            parameters={} if enough else {"NPriorities": self.priorities},
        )


NATIVE = Configuration()


def read(texts: Iterable[str]) -> Configuration:
    """Return the configuration of some options, each ``NAME=VALUE``.

    Raises:
        IsochronError: it is none of ``CHOICES``, or twice there.
    """
    options: dict[str, str] = {}
    for text in texts:
        name, _, value = text.partition("=")
        if value not in CHOICES.get(name, ()) or name in options:
            known = ", ".join(
                f"{option}={value}" for option, values in CHOICES.items() for value in values
            )
            raise IsochronError(f"{text!r} is no option of scenarios, or is there twice: {known}")
        options[name] = value
    return Configuration(tuple((name, options[name]) for name in CHOICES if name in options))


def each() -> list[Configuration]:
    """Return the native configuration, each option by itself, and some together.

    Together are options that change when tasks switch, with the fewest and the most priorities.
    """
    singles = [f"{name}={value}" for name, values in CHOICES.items() for value in values]
    together = [
        ["configUSE_PREEMPTION=0", "configUSE_TICKLESS_IDLE=1", "configMAX_PRIORITIES=5"],
        ["configUSE_TIME_SLICING=0", "configIDLE_SHOULD_YIELD=0", "configMAX_PRIORITIES=5"],
        [
            *("configUSE_TIME_SLICING=0", "configTASK_NOTIFICATION_ARRAY_ENTRIES=1"),
            *("configMAX_PRIORITIES=64", "configUSE_TICKLESS_IDLE=1"),
        ],
        ["configUSE_PREEMPTION=0", "configTASK_NOTIFICATION_ARRAY_ENTRIES=1"],
    ]
    return [NATIVE, *(read([single]) for single in singles), *map(read, together)]
