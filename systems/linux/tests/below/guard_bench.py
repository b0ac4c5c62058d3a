# SPDX-License-Identifier: Apache-2.0
"""What Linux may reach: at the ends of what is open, around them, and anywhere."""

import random
from collections import Counter
from itertools import product

import cocotb
from cocotb.triggers import Timer

OPEN = {
    0x8030_0000: 0xD0_0000,
    0xF000_0000: 0x1_0000,
    0xF003_1000: 0x1000,
    0xF006_0000: 0x1000,
}
"""Bytes by address: shared RAM and Linux's own, UART, page of the time, doorbells."""
RAM = 0x8030_0000
"""Which instructions may be in."""
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
        regions = [begin for begin, size in OPEN.items() if begin <= address < begin + size]
        seen[bool(regions)] += 1
        dut.addr_i.value = address
        for machine, fetch in product((0, 1), (0, 1)):
            dut.machine_i.value = machine
            dut.fetch_i.value = fetch
            await Timer(1, "ns")
            is_open = regions == [RAM] if fetch else bool(regions)
            refused = not machine and not is_open
            what = f"{address:#x}, M mode: {machine}, fetch: {fetch}"
            assert int(dut.refused_o.value) == refused, what
    assert min(seen.values()) > ANYWHERE / 2, seen
