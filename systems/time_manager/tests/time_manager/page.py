# SPDX-License-Identifier: Apache-2.0
"""What the window that shows the time lets through: every word of both windows."""

import cocotb
from cocotb.triggers import Timer

from .registers import OFFSETS

TIME = {OFFSETS["time_low"], OFFSETS["time_high"], OFFSETS["identification"]}
PAGE = 4096
WORD = 4
REGISTERS = 2048
"""Bytes of the time manager's own window."""


@cocotb.test()
async def every_word(dut) -> None:
    for request in (0, 1):
        for page in (0, 1):
            for store in (0, 1):
                for address in range(0, PAGE, WORD):
                    dut.req_i.value, dut.page_i.value = request, page
                    dut.we_i.value, dut.addr_i.value = store, address
                    await Timer(1, "ns")
                    if page:
                        allowed = not store and address in TIME
                    else:
                        allowed = address < REGISTERS
                    got = int(dut.req_o.value), int(dut.refused_o.value)
                    assert got == (request and int(allowed), request and int(not allowed)), (
                        f"window {page}, store {store}, offset {address:#x}"
                    )
