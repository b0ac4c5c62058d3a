# SPDX-License-Identifier: Apache-2.0
"""What happens on tracks, one after the other, as files of traces have it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from isochron.tracing.timeline import Track

Values = Mapping[str, int | str]


@dataclass(frozen=True)
class Begin:
    """A slice begins, inside of those that have not ended."""

    cycle: int
    name: str
    values: Values = field(default_factory=dict)
    flow: int = 0
    """The number of the mark that led to it, 0 if none is known."""


@dataclass(frozen=True)
class End:
    """The innermost slice ends; what is known only then of it."""

    cycle: int
    values: Values = field(default_factory=dict)


@dataclass(frozen=True)
class Mark:
    """A moment."""

    cycle: int
    name: str
    flow: int = 0
    """A number that a slice has to which it led, else 0."""


@dataclass(frozen=True)
class Count:
    """A counter has another value from now on."""

    cycle: int
    value: int


Event = Begin | End | Mark | Count
OnTrack = tuple[Track, Event]
