# SPDX-License-Identifier: Apache-2.0
"""What Linux may reach: at the ends of what is open, around them, and anywhere."""

from __future__ import annotations

import random
from collections import Counter

import cocotb
from cocotb.triggers import Timer

OPEN = {
    0x8030_0000: 0xD0_0000,
    0xF000_0000: 0x1_0000,
    0xF003_1000: 0x1000,
    0xF006_0000: 0x1000,
}
"""Bytes by address: shared RAM and Linux's own, UART, page of the time, doorbells."""
INSIDE, ANYWHERE = 20, 2000


def addresses() -> list[int]:
    found = [random.getrandbits(32) for _ in range(ANYWHERE)]
    for begin, size in OPEN.items():
        inside = [begin + random.randrange(size) for _ in range(INSIDE)]
        found += [begin, begin - 1, begin + size - 1, begin + size, *inside]
        found += [at ^ 1 << bit for at in (begin, begin + size - 1, *inside) for bit in range(32)]
    return found


@cocotb.test()
async def linux_reaches_what_is_open_and_m_mode_everything(dut) -> None:
    seen: Counter[bool] = Counter()
    for address in addresses():
        is_open = any(begin <= address < begin + size for begin, size in OPEN.items())
        seen[is_open] += 1
        dut.addr_i.value = address
        for machine in (0, 1):
            dut.machine_i.value = machine
            await Timer(1, "ns")
            refused = not machine and not is_open
            assert int(dut.refused_o.value) == refused, f"{address:#x}, M mode: {machine}"
    assert min(seen.values()) > ANYWHERE / 2, seen
