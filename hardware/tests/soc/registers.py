# SPDX-License-Identifier: Apache-2.0
"""The SoC's registers as the tests name them, from the generated C header."""

import re

from isochron.paths import ROOT

_HEADER = ROOT / "firmware/board/include/soc_constants.h"

OFFSETS: dict[str, int] = {
    name.lower(): int(value, 16)
    for name, value in re.findall(r"#define SOC_(\w+)_OFFSET (0x\w+)", _HEADER.read_text())
}
"""Byte offsets from the first peripheral, by ``<peripheral>_<register>``."""


def of_device(prefix: str) -> dict[str, int]:
    """Return a peripheral's registers with their offsets as the peripheral sees them."""
    start = prefix + "_"
    return {
        name.removeprefix(start): offset & 0xFFFF
        for name, offset in OFFSETS.items()
        if name.startswith(start)
    }
