# SPDX-License-Identifier: Apache-2.0
"""What all child processes have in common: how their text is read, how long they may take."""

import resource
from typing import Final, TypedDict


class _Text(TypedDict):
    encoding: str
    errors: str


TEXT: Final[_Text] = {"encoding": "utf-8", "errors": "backslashreplace"}
"""For ``subprocess``, and for files that are not ours. A byte that is no UTF-8 is shown, such as
``\\xe4``: a compiler quotes its user's source, and a user's program prints what it likes."""


def processor_time(seconds: int) -> int:
    """Return for how many seconds of a processor a child may run: the caller's own limit, if less.

    So whoever tries many programs, of which some hang, may say how long one takes.
    """
    allowed, _ = resource.getrlimit(resource.RLIMIT_CPU)
    return seconds if allowed == resource.RLIM_INFINITY else min(seconds, allowed)
