# SPDX-License-Identifier: Apache-2.0
"""The data bus between a host with one open request and devices that answer when they like."""

import os
import random
import re
from collections import Counter
from dataclasses import dataclass

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge, Timer

from isochron.paths import ROOT

RAM_BYTES = int(os.environ["RamBytes"])
CYCLES = 12_000
WORD = 1 << 32
_PACKAGE = (ROOT / "hardware/soc/soc_pkg.sv").read_text()


def _constant(name: str) -> int:
    found = re.search(rf"{name}\s+= 32'h(\w+);", _PACKAGE)
    assert found, name
    return int(found[1].replace("_", ""), 16)


RAM, CALLS = 0, 10
BASES = {
    RAM: (_constant("RamBase"), RAM_BYTES),
    **{
        number: (_constant("PeripheralsBase") + base, _constant("PeripheralSize"))
        for number, base in ((1, 0), (2, 0x1_0000), (3, 0x2_0000), (4, 0x3_0000))
    },
    5: (0x9200_0000, _constant("PeripheralSize")),
    6: (_constant("KernelBase"), _constant("KernelSize")),
    7: (_constant("BanksBase"), _constant("BanksSize")),
    9: (_constant("OtherBase"), _constant("OtherSize")),
    CALLS: (_constant("CallsBase"), _constant("KernelSize")),
}
"""First address and size of each device but the traffic generator, by its number."""
SLOW = (6, 7, 9, 10)
TAKES_BYTES = (0, 1)
NOWHERE = (0x0000_0000, 0x4000_0000 + RAM_BYTES, 0x7FFF_FFFC, 0x9FFF_0000, 0xA020_0800, 0xBFFF_FFFC)


@dataclass(frozen=True)
class Request:
    address: int
    store: bool
    enables: int
    word: int

    @property
    def device(self) -> int | None:
        """The device that it reaches, None for a bus error."""
        for number, (base, size) in BASES.items():
            if base <= self.address < base + size:
                return number if self.enables == 15 or number in TAKES_BYTES else None
        return None


def ask() -> Request:
    number = random.choice(list(BASES))
    base, size = BASES[number]
    address = base + random.choice((0, size - 4, random.randrange(0, size, 4)))
    if random.random() < 0.1:
        address = random.choice(NOWHERE)
    enables = random.choice((15, 15, 15, 1, 12))
    return Request(address, random.random() < 0.5, enables, random.randrange(WORD))


class Bench:
    """One cycle after the other: what the devices do, what the host shows, and what must follow."""

    def __init__(self, dut) -> None:
        self.dut = dut
        self.open: Request | None = None  # granted, and not answered
        self.held: Request | None = None  # shown in the cycle before, and held
        self.seen: Counter[str] = Counter()

    def drive_devices(self) -> None:
        dut = self.dut
        self.gnt = sum(1 << n for n in range(11) if n not in SLOW or random.random() < 0.3)
        self.err = random.getrandbits(11) & ~1
        self.rdata = [random.randrange(WORD) for _ in range(11)]
        for number, word in enumerate(self.rdata):
            flags = (self.gnt >> number & 1) << 1 | self.err >> number & 1
            dut.device_response_i[number].value = flags << 32 | word
        dut.ram_rdata_i.value = self.rdata[RAM]

    def answer(self) -> tuple[int, bool] | None:
        """Return the word and the error with which the open request is done in this cycle."""
        if self.open is None:
            return None
        device = self.open.device
        if device is None:
            return 0, True
        if not self.gnt >> device & 1:
            return None
        return self.rdata[device], bool(self.err >> device & 1)

    def check_answer(self, done: tuple[int, bool] | None) -> None:
        dut = self.dut
        assert bool(dut.host_rvalid_o.value) == (done is not None)
        if done:
            word, error = done
            assert bool(dut.host_err_o.value) == error
            assert error or int(dut.host_rdata_o.value) == word
            self.seen["error" if error else "answer"] += 1
        assert bool(dut.host_held_o.value) == (self.held is not None)
        if self.held:
            assert bool(dut.host_calls_o.value) == (self.held.device == CALLS)
        assert bool(dut.free_o.value) == (self.open is None or done is not None)

    def check_devices(self) -> None:
        dut, transfer = self.dut, self.open or self.held
        device = transfer.device if transfer else None
        asked = device is not None and transfer is self.open
        assert int(dut.device_req_o.value) == (1 << device if asked else 0)
        if transfer and device is not None:
            place = (
                int(transfer.store) << 21
                | (transfer.address & 0xF_FFFF) << 1
                | transfer.enables & 1
            )
            assert int(dut.device_request_o.value) == place << 32 | transfer.word

    def show(self, request: Request | None, *, hold: bool = False) -> None:
        dut, shown = self.dut, request or ask()
        dut.host_req_i.value = int(request is not None)
        dut.host_hold_i.value = int(hold)
        dut.host_addr_i.value = shown.address
        dut.host_we_i.value = int(shown.store)
        dut.host_be_i.value = shown.enables
        dut.host_wdata_i.value = shown.word

    async def cycle(self, chance: float) -> None:
        dut = self.dut
        self.drive_devices()
        await Timer(1, "ns")
        done = self.answer()
        self.check_answer(done)
        self.check_devices()
        ready = self.open is None or done is not None
        new = self.held or (ask() if ready and random.random() < chance else None)
        hold = random.random() < 0.3
        self.show(new, hold=hold)
        await Timer(1, "ns")
        self.check_answer(done)  # nothing that the host shows changes it
        to_ram = new is not None and new.store and BASES[RAM][0] <= new.address
        to_ram = bool(to_ram and new.address < sum(BASES[RAM]))
        assert bool(dut.ram_we_o.value) == to_ram
        if done:
            self.seen["back to back" if new else "alone"] += 1
            self.open = None
        self.held = new if hold else None
        if self.held:
            self.seen["held"] += 1
        elif new:
            self.open = new
        await RisingEdge(dut.clk_i)


@cocotb.test()
async def requests(dut) -> None:
    """Sparse and dense: each request is answered once, with its device's word, in its turn."""
    Clock(dut.clk_i, 10, unit="ns").start()
    bench = Bench(dut)
    dut.rst_ni.value = 0
    bench.drive_devices()
    bench.show(None)
    for _ in range(3):
        await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    await RisingEdge(dut.clk_i)
    for chance in (0.2, 0.8, 1):
        for _ in range(CYCLES // 3):
            await bench.cycle(chance)
    wanted = {"answer", "error", "back to back", "alone", "held"}
    assert all(bench.seen[name] > 100 for name in wanted), bench.seen
