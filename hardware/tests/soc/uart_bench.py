# SPDX-License-Identifier: Apache-2.0
"""UART against a model of the 8250."""

import os
import random

import cocotb

from soc import lockstep, registers, stimulus

REGISTERS = registers.of_device("uart")
NAMES = {offset: name for name, offset in REGISTERS.items()}
INSTANT = os.environ["InstantTransmit"] == "1"
CYCLES_PER_CHARACTER = 160
"""Per unit of the divisor: a start bit, 8 bits and a stop bit of 16 cycles."""
DLAB, LOOPBACK = 1 << 7, 1 << 4
RECEIVE_INTERRUPT, TRANSMIT_INTERRUPT = 1, 2


class Uart(lockstep.DeviceModel):
    def __init__(self) -> None:
        self.ier = self.lcr = self.mcr = self.scr = 0
        self.divisor = 1
        self.received: int | None = None  # Character not yet read
        self.last = 0
        self.overrun = False
        self.emptied = False
        self.busy = 0

    def source(self) -> int | None:
        """What IIR reports, the most urgent first."""
        if self.ier & RECEIVE_INTERRUPT and self.overrun:
            return 3
        if self.ier & RECEIVE_INTERRUPT and self.received is not None:
            return 2
        if self.ier & TRANSMIT_INTERRUPT and self.emptied:
            return 1
        return None

    def transmits(self, inputs) -> bool:
        store = inputs["req_i"] and inputs["we_i"] and inputs["be_i"]
        to_data = inputs["addr_i"] == REGISTERS["data"] and not self.lcr & DLAB
        return bool(store and to_data and not self.busy)

    def access(self, inputs):
        name = NAMES.get(inputs["addr_i"])
        if name is None or not inputs["be_i"]:
            return None
        latch = self.lcr & DLAB
        source = self.source()
        ready = 0 if self.busy else 0x60
        status = ready | self.overrun << 1 | (self.received is not None)
        return {
            "data": self.divisor & 0xFF if latch else self.last,
            "ier": self.divisor >> 8 if latch else self.ier,
            "iir": 1 if source is None else source << 1,
            "lcr": self.lcr,
            "mcr": self.mcr,
            "lsr": status,
            "msr": 0xB0,
            "scr": self.scr,
        }[name]

    def outputs(self, inputs):
        leaves = self.transmits(inputs) and not self.mcr & LOOPBACK
        values = {"tx_valid_o": int(leaves), "irq_o": int(self.source() is not None)}
        if leaves:
            values["tx_data_o"] = inputs["wdata_i"]
        return {**values, **self.answer(inputs)}

    def step(self, inputs):
        transmits = self.transmits(inputs)
        source = self.source()
        looped = bool(self.mcr & LOOPBACK)
        was_ready = not self.busy
        if self.busy:
            self.busy -= 1
            self.emptied |= self.busy == 0
        name = NAMES.get(inputs["addr_i"]) if inputs["req_i"] and inputs["be_i"] else None
        latch = self.lcr & DLAB
        if name and inputs["we_i"]:
            self.store(name, inputs["wdata_i"], bool(latch), was_ready)
        elif name == "data" and not latch:
            self.received = None
        elif name == "iir" and source == 1:
            self.emptied = False
        elif name == "lsr":
            self.overrun = False
        if transmits:
            self.emptied = INSTANT
            self.busy = 0 if INSTANT else self.divisor * CYCLES_PER_CHARACTER
        if transmits if looped else inputs["rx_valid_i"]:
            self.overrun |= self.received is not None
            self.last = self.received = inputs["wdata_i" if looped else "rx_data_i"]

    def store(self, name: str, byte: int, latch: bool, ready: bool) -> None:
        if latch and name == "data":
            self.divisor = self.divisor & 0xFF00 | byte
        elif latch and name == "ier":
            self.divisor = self.divisor & 0xFF | byte << 8
        elif name == "ier":
            self.ier = byte & 3
            self.emptied |= bool(byte & TRANSMIT_INTERRUPT) and ready
        elif name == "lcr":
            self.lcr = byte
        elif name == "mcr":
            self.mcr = byte & 0x1F
        elif name == "scr":
            self.scr = byte


@cocotb.test()
async def random_traffic(dut) -> None:
    model = Uart()

    def byte(offset: int) -> int:
        name = NAMES.get(offset)
        if name == "lcr":
            return random.choice((0, 0, 0, 3, DLAB))
        if model.lcr & DLAB and name in ("data", "ier"):
            return random.randrange(3) if name == "data" else 0
        return random.getrandbits(8)

    def traffic():
        return {
            **stimulus.access(list(NAMES), byte, busy=0.3),
            "be_i": int(random.random() < 0.9),
            "rx_valid_i": int(random.random() < 0.1),
            "rx_data_i": random.getrandbits(8),
        }

    idle = dict.fromkeys(("req_i", "we_i", "addr_i", "wdata_i", "be_i"), 0)
    await lockstep.reset(dut, {**idle, "rx_valid_i": 0, "rx_data_i": 0})
    await lockstep.run(dut, model, traffic, 6_000)
