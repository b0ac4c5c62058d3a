# SPDX-License-Identifier: Apache-2.0
"""What can become of a claim, and how that is found."""

from __future__ import annotations

import enum
from collections.abc import Callable

from isochron.report.series import Measured
from isochron.report.text import NOT_MEASURED


class Verdict(enum.Enum):
    """What became of a claim."""

    CONFIRMED = "confirmed"
    OTHER_FIGURE = "holds, another figure"
    REFUTED = "refuted"
    OPEN = NOT_MEASURED


Finder = Callable[[Measured], tuple[str, Verdict] | None]
"""What was found and what follows; None where it was not measured."""
