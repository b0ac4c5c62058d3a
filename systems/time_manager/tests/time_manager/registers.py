# SPDX-License-Identifier: Apache-2.0
"""The time manager's registers as the tests name them, from the generated C header."""

import re

from isochron.paths import ROOT

_HEADER = ROOT / "systems/time_manager/firmware/include/isochron_time_manager_constants.h"

OFFSETS = {
    name.lower(): int(value, 16)
    for name, value in re.findall(
        r"#define ISOCHRON_TIME_MANAGER_(\w+)_OFFSET (0x\w+)", _HEADER.read_text()
    )
}
"""Byte offsets; of an array, task 0's."""

TASK_REGISTERS = ("delay", "high", "next", "cancel", "precision")
"""Arrays of a word for each task."""
