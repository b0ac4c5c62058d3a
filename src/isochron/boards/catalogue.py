# SPDX-License-Identifier: Apache-2.0
"""The boards: facts of each in a file of ``hardware/boards``, and what follows from them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError

from isochron.building import firmware
from isochron.documents import toml
from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.tracing.cable import BAUD as TRACE_BAUD

FOLDER = ROOT / "hardware/boards"
_BAUD_TOLERANCE = 0.025
"""Of a bit's length: with more the tenth bit of a character may be missed."""
LINE_CYCLES = 16
"""Of a bit, for each unit of the UART's divisor."""
_DEVICES = {
    f"LFE5{family}-{size}F": f"--{flag}{size}k"
    for family, flag in (("U", ""), ("UM", "um-"), ("UM5G", "um5g-"))
    for size in (25, 45, 85)
}
"""nextpnr's options, by device."""
_BLOCKS = {"25F": 56, "45F": 108, "85F": 208}
"""Of RAM, by the size of the device."""
_OSCILLATOR_MHZ = range(400, 801)
"""Of the PLL's own oscillator."""
_LARGEST_DIVIDER = 128
_TYPE = "LVCMOS33"
INPUTS = "inputs_i"
"""The port of board_top with the buttons, and with JTAG's clock, mode and data."""
JTAG_MHZ = 10
"""The debug module's port is timed for this clock."""
_JTAG_PULLS = ("DOWN", "UP", "UP")
"""Of its clock, mode and data: nothing happens where no adapter is."""


_Count = Annotated[int, Field(gt=0, lt=1 << 32)]


@dataclass(frozen=True)
class Pins:
    """Sites of the package, LVCMOS at 3.3 V unless a type is given."""

    clock: str
    uart_tx: str
    uart_rx: str
    leds: list[str]
    buttons: list[str]
    """The first one is interrupt line 0."""
    leds_low: bool = False
    """A LED shines at 0."""
    buttons_low: bool = False
    """A pressed button gives 0."""
    buttons_type: str = _TYPE
    """Of the pins, where their bank has another voltage: nextpnr's IO_TYPE."""
    high: list[str] = field(default_factory=list)
    """What must be high for the board to work."""
    jtag: Annotated[list[str], Field(max_length=4)] = field(default_factory=list)
    """Where the debug module's port may be: clock, mode, data to the SoC, data from it."""


@dataclass(frozen=True)
class Board:
    """An ECP5 board."""

    name: str
    title: str
    device: str
    package: str
    speed: _Count
    """Speed grade."""
    oscillator_mhz: _Count
    clock_mhz: _Count
    """Of the SoC, from the PLL."""
    ram_kib: _Count
    loader: str
    """What openFPGALoader calls the board."""
    kernels: list[str]
    """Of the laboratory's kernels those whose SoC fits; those of systems are told there."""
    pins: Pins
    baud: _Count = 115_200
    trace: str = ""
    """Site of the pin by which a trace may leave."""
    trace_baud: _Count = TRACE_BAUD

    @property
    def ram_bytes(self) -> int:
        """RAM of the SoC."""
        return self.ram_kib * 1024

    @property
    def clock(self) -> Mapping[str, str]:
        """The option of FreeRTOSConfig.h for the SoC's clock."""
        return {"configCPU_CLOCK_HZ": f"{self.clock_mhz}000000"}

    @property
    def device_option(self) -> str:
        """nextpnr's option for the device."""
        return _DEVICES[self.device]

    @property
    def blocks(self) -> int:
        """Blocks of RAM that the device has."""
        return _BLOCKS[self.device.rpartition("-")[2]]

    @property
    def dividers(self) -> tuple[int, int]:
        """The PLL's: from its own oscillator to the feedback, and to the SoC's clock.

        Raises:
            IsochronError: the PLL does not make this clock.
        """
        fast = [
            mhz
            for mhz in _OSCILLATOR_MHZ
            if mhz % self.oscillator_mhz == 0
            and mhz % self.clock_mhz == 0
            and mhz // self.clock_mhz <= _LARGEST_DIVIDER
        ]
        if not fast:
            raise IsochronError(
                f"{self.name}: no PLL makes {self.clock_mhz} MHz of {self.oscillator_mhz}: choose "
                "a clock_mhz that divides a multiple of oscillator_mhz between 400 and 800"
            )
        middle = sum((_OSCILLATOR_MHZ[0], _OSCILLATOR_MHZ[-1])) // 2
        chosen = min(fast, key=lambda mhz: abs(mhz - middle))
        return chosen // self.oscillator_mhz, chosen // self.clock_mhz

    @property
    def uart_divisor(self) -> int:
        """Of the UART after reset, for ``baud``.

        Raises:
            IsochronError: no divisor comes near enough.
        """
        wanted = self.clock_mhz * 1e6 / (LINE_CYCLES * self.baud)
        divisor = max(round(wanted), 1)
        if abs(divisor / wanted - 1) > _BAUD_TOLERANCE:
            raise IsochronError(
                f"{self.name}: a clock of {self.clock_mhz} MHz is too far from {self.baud:,} "
                f"baud: choose a clock_mhz near a multiple of {LINE_CYCLES * self.baud / 1e6}"
            )
        return divisor

    @property
    def parameters(self) -> Mapping[str, int]:
        """Return the parameters of board_top that the board decides."""
        feedback, divider = self.dividers
        return {
            "FeedbackDivider": feedback,
            "ClockDivider": divider,
            "NumLeds": len(self.pins.leds),
            "LedsLow": int(self.pins.leds_low),
            "NumHigh": len(self.pins.high),
            "NumButtons": len(self.pins.buttons),
            "ButtonsLow": int(self.pins.buttons_low),
            "RamBytes": self.ram_bytes,
            "UartDivisor": self.uart_divisor,
        }

    @property
    def trace_cycles(self) -> int:
        """Cycles of a bit of the trace's line.

        Raises:
            IsochronError: no number of cycles comes near enough.
        """
        wanted = self.clock_mhz * 1e6 / self.trace_baud
        cycles = max(round(wanted), 1)
        if abs(cycles / wanted - 1) > _BAUD_TOLERANCE:
            raise IsochronError(
                f"{self.name}: a clock of {self.clock_mhz} MHz is too far from {self.trace_baud:,} "
                "baud for the trace: choose a trace_baud that divides the clock"
            )
        return cycles

    def constraints(self, *, debug: bool = False, trace: bool = False) -> str:
        """Return what nextpnr reads (LPF): the pins of board_top, and the clocks."""
        pins, pressed = self.pins, "UP" if self.pins.buttons_low else "DOWN"
        jtag = pins.jtag if debug else []
        inputs = [(site, pins.buttons_type, pressed) for site in pins.buttons]
        inputs += [(site, _TYPE, pull) for site, pull in zip(jtag, _JTAG_PULLS, strict=False)]
        outputs = [*pins.leds, *pins.high, *jtag[len(_JTAG_PULLS) :]]
        outputs += [self.trace] if trace else []
        ports = [
            ("clk_i", pins.clock, _TYPE, "NONE"),
            ("uart_tx_o", pins.uart_tx, _TYPE, "NONE"),
            ("uart_rx_i", pins.uart_rx, _TYPE, "UP"),
            *((f"{INPUTS}[{i}]", *place) for i, place in enumerate(inputs)),
            *((f"outputs_o[{i}]", site, _TYPE, "NONE") for i, site in enumerate(outputs)),
        ]
        lines = [
            f'LOCATE COMP "{port}" SITE "{site}";\n'
            f'IOBUF PORT "{port}" IO_TYPE={kind} PULLMODE={pull};\n'
            for port, site, kind, pull in ports
        ]
        clocks = {"clk_i": self.oscillator_mhz}
        if debug:
            clocks[f"{INPUTS}[{len(pins.buttons)}]"] = JTAG_MHZ
        lines += [f'FREQUENCY PORT "{port}" {mhz} MHZ;\n' for port, mhz in clocks.items()]
        return "".join(lines)


_BOARD = TypeAdapter(Board)


def names() -> list[str]:
    """Return the names of the boards."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


@cache
def boards() -> dict[str, Board]:
    """Return the boards by name."""
    return {name: read(FOLDER / f"{name}.toml") for name in names()}


def read(path: Path) -> Board:
    """Return the board of a file; what it does not say is as the board ``like`` has it."""
    facts = {**_facts(path), "name": path.stem}
    if isinstance(facts.get("kernels"), list):
        others = (kernel.name for kernel in firmware.KERNELS.values() if path.stem in kernel.boards)
        facts["kernels"] = [*facts["kernels"], *others]
    _check_names(path, Board, facts)
    if isinstance(facts["pins"], dict):
        _check_names(path, Pins, facts["pins"])
    try:
        board = _BOARD.validate_json(json.dumps(facts, default=str), strict=True)
    except ValidationError as error:
        first, *_ = error.errors()
        place = ".".join(map(str, first["loc"]))
        raise IsochronError(
            f"{path.name}: {place} is {first['input']!r}: {first['msg']}"
        ) from error
    if board.device not in _DEVICES:
        raise IsochronError(f"{path.name}: device is not one of {', '.join(_DEVICES)}")
    return board


def _facts(path: Path, followed: tuple[Path, ...] = ()) -> dict[str, Any]:
    if path in followed:
        raise IsochronError(f"{path.name}: it is like itself")
    _, facts = toml(path)
    like = facts.pop("like", None)
    if like is None:
        return facts
    return {**_facts(path.with_name(f"{Path(str(like)).name}.toml"), (*followed, path)), **facts}


def _check_names(path: Path, kind: type, facts: Mapping[str, Any]) -> None:
    of_kind = {field.name: field.default for field in fields(kind)}
    wanted = {field.name for field in fields(kind) if field.default is field.default_factory}
    for name in facts.keys() - of_kind.keys():
        raise IsochronError(f"{path.name}: {name} is not known; there are {', '.join(of_kind)}")
    for name in wanted - facts.keys():
        raise IsochronError(f"{path.name}: {name} is missing")
