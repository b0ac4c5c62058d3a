# SPDX-License-Identifier: Apache-2.0
"""Put and get instructions: every state of both streams with every function code."""

import random
from itertools import product

import cocotb
from cocotb.triggers import Timer

DESTINATIONS = {0: (0, 1), 1: (1, 1), 2: (0, 0)}
"""TDEST and TLAST of the function codes that put; all others get."""


@cocotb.test()
async def every_case(dut) -> None:
    cases = product(range(8), (0, 1), (0, 1), (0, 1), (0, 1))
    for function, valid, room, offered, idle in cases:
        operand, reply = random.getrandbits(32), 1 + random.getrandbits(31)
        dut.cfu_valid_i.value = valid
        dut.cfu_function_i.value = function
        dut.cfu_operand_i.value = operand
        dut.m_axis_tready.value = room
        dut.s_axis_tvalid.value = offered
        dut.s_axis_tdata.value = reply
        dut.idle_i.value = idle
        await Timer(1, "ns")
        case = f"function {function}, valid {valid}, room {room}, reply {offered}, idle {idle}"
        puts = function in DESTINATIONS
        assert dut.m_axis_tvalid.value == (valid and puts), case
        assert dut.s_axis_tready.value == (valid and not puts), case
        if not valid:
            continue
        if puts:
            assert dut.cfu_ready_o.value == room, case
            assert dut.m_axis_tdata.value == operand, case
            sent = (dut.m_axis_tdest.value, dut.m_axis_tlast.value)
            assert sent == DESTINATIONS[function], case
        else:
            assert dut.cfu_ready_o.value == (offered or idle), case
            assert dut.cfu_result_o.value == (reply if offered else 0), case
