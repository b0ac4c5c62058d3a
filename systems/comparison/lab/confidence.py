# SPDX-License-Identifier: Apache-2.0
"""The paper's stopping rule: repeat until the mean is known to 1% with 99% confidence."""

import math
import statistics
from collections.abc import Sequence

GAP = 0.01
"""Half the confidence interval, as a part of the mean."""

# Student's t, two-sided 99%, by degrees of freedom from 1 on; NIST/SEMATECH e-Handbook, 1.3.6.7.2.
_T_99 = (
    *(63.657, 9.925, 5.841, 4.604, 4.032, 3.707, 3.499, 3.355, 3.250, 3.169),
    *(3.106, 3.055, 3.012, 2.977, 2.947, 2.921, 2.898, 2.878, 2.861, 2.845),
    *(2.831, 2.819, 2.807, 2.797, 2.787, 2.779, 2.771, 2.763, 2.756, 2.750),
)


def reached(samples: Sequence[int]) -> bool:
    """Whether the mean of these is known to ``GAP`` with 99% confidence."""
    if len(samples) < 2:
        return False
    t = _T_99[min(len(samples) - 1, len(_T_99)) - 1]
    half = t * statistics.stdev(samples) / math.sqrt(len(samples))
    return half <= GAP * statistics.fmean(samples)
