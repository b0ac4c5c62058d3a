# SPDX-License-Identifier: Apache-2.0
"""A master of each bus: one transfer after the other, as fast as it can or with pauses.

The models of Wishbone, APB and AXI4-Lite are other people's (cocotbext). There is none of TileLink,
Avalon and AHB-Lite for this version of cocotb, and the kernel's own port is no bus.
"""

import logging
import random
from collections.abc import Iterator, Sequence
from typing import Protocol

from cocotb.triggers import ClockCycles, RisingEdge
from cocotbext.apb import ApbBus, ApbMaster
from cocotbext.axi import AxiLiteBus, AxiLiteMaster, AxiResp
from cocotbext.wishbone.driver import WBOp, WishboneMaster

from adapters.transfers import WHOLE, Transfer

REFUSED = None
"""What a refused transfer answers."""
LONGEST_PAUSE = 6
"""Cycles."""


class Bus(Protocol):
    """A master."""

    async def play(self, transfers: Sequence[Transfer], pauses: bool) -> list[int | None]:
        """Make transfers; return the word of each load, 0 for a store, ``REFUSED`` if it was."""


def _pause(pauses: bool) -> int:
    return random.choice([0, 0, random.randrange(LONGEST_PAUSE)]) if pauses else 0


async def _rest(dut, pauses: bool) -> None:
    cycles = _pause(pauses)
    if cycles:
        await ClockCycles(dut.clk_i, cycles)


class Native:
    """The kernel's own port."""

    def __init__(self, dut) -> None:
        self.dut = dut
        for name in ("req", "we", "addr", "wdata"):
            getattr(dut, f"native_{name}_i").value = 0

    async def play(self, transfers: Sequence[Transfer], pauses: bool) -> list[int | None]:
        dut, answers = self.dut, []
        for transfer in transfers:
            dut.native_req_i.value = 1
            dut.native_we_i.value = int(transfer.word is not None)
            dut.native_addr_i.value = transfer.offset
            dut.native_wdata_i.value = transfer.word or 0
            await RisingEdge(dut.clk_i)
            while not dut.native_gnt_o.value:
                await RisingEdge(dut.clk_i)
            answers.append(int(dut.native_rdata_o.value) if transfer.word is None else 0)
            dut.native_req_i.value = 0
            await _rest(dut, pauses)
        return answers


class Wishbone:
    """Wishbone. This master waits for each acknowledgement in pipelined cycles, too."""

    def __init__(self, dut, name: str) -> None:
        signals = {"datwr": "dat_i", "datrd": "dat_o", "ack": "ack_o", "err": "err_o"}
        signals |= {signal: f"{signal}_i" for signal in ("cyc", "stb", "we", "adr", "sel")}
        if name == "pipelined":
            signals["stall"] = "stall_o"
        self.master = WishboneMaster(dut, name, dut.clk_i, signals_dict=signals)
        self.master.log.setLevel(logging.WARNING)

    async def play(self, transfers: Sequence[Transfer], pauses: bool) -> list[int | None]:
        operations = [
            WBOp(transfer.offset // 4, transfer.word, idle=_pause(pauses), sel=transfer.strobes)
            for transfer in transfers
        ]
        done = await self.master.send_cycle(operations)
        return [
            REFUSED if reply.ack != 1 else 0 if transfer.word is not None else int(reply.datrd)
            for transfer, reply in zip(transfers, done, strict=True)
        ]


class Apb:
    """APB4."""

    def __init__(self, dut) -> None:
        self.dut = dut
        self.master = ApbMaster(ApbBus.from_prefix(dut, "s_apb"), dut.clk_i, seednum=1)
        self.master.return_int = True
        self.master.log.setLevel(logging.WARNING)

    async def play(self, transfers: Sequence[Transfer], pauses: bool) -> list[int | None]:
        answers: list[int | None] = []
        for offset, word, strobes in transfers:
            refused = strobes != WHOLE
            if word is None:
                answers.append(await self.master.read(offset))
            else:
                await self.master.write(offset, word, strobes, error_expected=refused)
                answers.append(REFUSED if refused else 0)
            await _rest(self.dut, pauses)
        return answers


class AxiLite:
    """AXI4-Lite, with pauses on every channel."""

    def __init__(self, dut) -> None:
        self.master = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s_axil"), dut.clk_i)
        reads, writes = self.master.read_if, self.master.write_if
        self.channels = (
            *(reads.ar_channel, reads.r_channel),
            *(writes.aw_channel, writes.w_channel, writes.b_channel),
        )
        for part in (reads, writes):
            part.log.setLevel(logging.WARNING)

    async def play(self, transfers: Sequence[Transfer], pauses: bool) -> list[int | None]:
        for channel in self.channels:
            if pauses:
                channel.set_pause_generator(self._pauses())
            else:
                channel.clear_pause_generator()
                channel.pause = False  # where its generator left it
        return [await self._transfer(transfer) for transfer in transfers]

    @staticmethod
    def _pauses() -> Iterator[bool]:
        while True:
            yield random.random() < 0.4

    async def _transfer(self, transfer: Transfer) -> int | None:
        if transfer.word is None:
            done = await self.master.read(transfer.offset, 4)
            word = int.from_bytes(done.data, "little")
        else:
            size = transfer.strobes.bit_count()
            data = transfer.word.to_bytes(4, "little")[:size]
            done, word = await self.master.write(transfer.offset, data), 0
        return word if done.resp == AxiResp.OKAY else REFUSED


class TileLink:
    """TileLink-UL. Until a message on channel A is taken, its sender may show another one."""

    PUT_FULL, PUT_PARTIAL, GET = 0, 1, 4
    ACK, ACK_DATA = 0, 1

    def __init__(self, dut) -> None:
        self.dut = dut
        dut.tl_a_valid_i.value = 0
        dut.tl_d_ready_i.value = 0

    async def play(self, transfers: Sequence[Transfer], pauses: bool) -> list[int | None]:
        return [await self._transfer(transfer, pauses) for transfer in transfers]

    async def _transfer(self, transfer: Transfer, pauses: bool) -> int | None:
        dut, source = self.dut, random.randrange(16)
        store = transfer.word is not None
        put = self.PUT_FULL if transfer.strobes == WHOLE else self.PUT_PARTIAL
        dut.tl_a_valid_i.value = 1
        dut.tl_a_opcode_i.value = put if store else self.GET
        dut.tl_a_size_i.value = 2
        dut.tl_a_source_i.value = source
        dut.tl_a_address_i.value = transfer.offset
        dut.tl_a_mask_i.value = transfer.strobes
        dut.tl_a_data_i.value = transfer.word or 0
        await RisingEdge(dut.clk_i)
        while not dut.tl_a_ready_o.value:
            await RisingEdge(dut.clk_i)
        dut.tl_a_valid_i.value = 0
        dut.tl_a_address_i.value = random.randrange(1 << 20)
        await _rest(dut, pauses)
        dut.tl_d_ready_i.value = 1
        await RisingEdge(dut.clk_i)
        while not dut.tl_d_valid_o.value:
            await RisingEdge(dut.clk_i)
        dut.tl_d_ready_i.value = 0
        assert dut.tl_d_source_o.value == source
        assert dut.tl_d_size_o.value == 2
        assert dut.tl_d_opcode_o.value == (self.ACK if store else self.ACK_DATA)
        assert dut.tl_d_corrupt_o.value == (not store and bool(dut.tl_d_denied_o.value))
        word = int(dut.tl_d_data_o.value)
        await _rest(dut, pauses)
        if dut.tl_d_denied_o.value:
            return REFUSED
        return 0 if store else word


class Avalon:
    """Avalon-MM."""

    def __init__(self, dut) -> None:
        self.dut = dut
        dut.avs_read_i.value = dut.avs_write_i.value = 0

    async def play(self, transfers: Sequence[Transfer], pauses: bool) -> list[int | None]:
        return [await self._transfer(transfer, pauses) for transfer in transfers]

    async def _transfer(self, transfer: Transfer, pauses: bool) -> int | None:
        dut, store = self.dut, transfer.word is not None
        dut.avs_read_i.value = int(not store)
        dut.avs_write_i.value = int(store)
        dut.avs_address_i.value = transfer.offset // 4
        dut.avs_byteenable_i.value = transfer.strobes
        dut.avs_writedata_i.value = transfer.word or 0
        await RisingEdge(dut.clk_i)
        while dut.avs_waitrequest_o.value:
            await RisingEdge(dut.clk_i)
        dut.avs_read_i.value = dut.avs_write_i.value = 0
        await RisingEdge(dut.clk_i)
        assert dut.avs_readdatavalid_o.value == (not store)
        assert dut.avs_writeresponsevalid_o.value == store
        okay, word = dut.avs_response_o.value == 0, dut.avs_readdata_o.value
        await _rest(dut, pauses)
        if not okay:
            return REFUSED
        return 0 if store else int(word)


class AhbLite:
    """AHB-Lite, of which the kernel is the only subordinate. Without pauses phases overlap."""

    IDLE, NONSEQ = 0, 2
    SIZES = (0b0001, 0b0011, WHOLE)

    def __init__(self, dut) -> None:
        self.dut = dut
        dut.ahb_htrans_i.value = self.IDLE

    async def play(self, transfers: Sequence[Transfer], pauses: bool) -> list[int | None]:
        answers: list[int | None] = []
        before: Transfer | None = None
        for transfer in transfers:
            self._address(transfer)
            await self._phase(before, answers)
            before = transfer
            self.dut.ahb_hwdata_i.value = transfer.word or 0
            if cycles := _pause(pauses):
                self.dut.ahb_htrans_i.value = self.IDLE
                await self._phase(before, answers)
                before = None
                await ClockCycles(self.dut.clk_i, cycles)
        self.dut.ahb_htrans_i.value = self.IDLE
        await self._phase(before, answers)
        return answers

    def _address(self, transfer: Transfer) -> None:
        dut = self.dut
        dut.ahb_htrans_i.value = self.NONSEQ
        dut.ahb_hwrite_i.value = int(transfer.word is not None)
        # three bytes are no transfer of this bus: one is, at an odd address
        odd = transfer.strobes not in self.SIZES
        dut.ahb_hsize_i.value = 0 if odd else self.SIZES.index(transfer.strobes)
        dut.ahb_haddr_i.value = transfer.offset + int(odd)

    async def _phase(self, data: Transfer | None, answers: list[int | None]) -> None:
        """Wait for the end of a data phase, if there is one; note its answer."""
        dut, errors = self.dut, 0
        await RisingEdge(dut.clk_i)
        while not dut.ahb_hready_o.value:
            errors += int(dut.ahb_hresp_o.value)
            await RisingEdge(dut.clk_i)
        if data is not None:
            refused = bool(dut.ahb_hresp_o.value)
            assert errors == int(refused), "an error takes two cycles"
            loaded = int(dut.ahb_hrdata_o.value) if data.word is None and not refused else 0
            answers.append(REFUSED if refused else loaded)


BUSES = {
    "native": Native,
    "wishbone": lambda dut: Wishbone(dut, "classic"),
    "wishbone-pipelined": lambda dut: Wishbone(dut, "pipelined"),
    "apb": Apb,
    "axi-lite": AxiLite,
    "tilelink": TileLink,
    "avalon": Avalon,
    "ahb-lite": AhbLite,
}
"""What makes the master of a bus, by its name, in the order of ``adapters.sv``."""
