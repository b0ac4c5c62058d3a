# SPDX-License-Identifier: Apache-2.0
"""Simulates a board's top, or its netlist, under Verilator, pin by pin."""

import importlib.util
import socket
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path

from isochron import examples, systems
from isochron.boards import build, contents, routed
from isochron.boards.build import Image
from isochron.boards.catalogue import LINE_CYCLES, Board
from isochron.building import firmware, verilator, yosys
from isochron.errors import IsochronError
from isochron.paths import ROOT

FOLDER = ROOT / "simulator/board"
PROGRAM = "firmware/examples/first_program.c"
"""Ticks, a semaphore, and output: some 30 ticks of ``_TICK`` cycles. What a system adds to the SoC
has an example in its place."""
_HARNESS = (FOLDER / "main.cpp", FOLDER.parent / "jtag.cpp")
_RETIRED = firmware.Parts(
    sources=(ROOT / "firmware/laboratory/self_test/retired.c",), wrapped=("board_exit",)
)
"""What tells at its end how many instructions have retired."""
MOST_CYCLES = 2_000_000
_TICK = {"configCPU_CLOCK_HZ": "2400000", "configTICK_RATE_HZ": "1000"}
_HEAP = {"configTOTAL_HEAP_SIZE": "16384"}
_JTAG_AT_REST = 0b110
"""Its mode and data are high, its clock is low."""
_QUICKLY_BUILT = verilator.make_flags("-O1", "-O1", one_file=False)


@dataclass(frozen=True)
class Seen:
    """What a board did."""

    output: str
    changes: list[str]
    """Of its outputs, each with its cycle."""
    exit_code: int

    @property
    def cycles(self) -> int:
        """Return the cycle of the last change."""
        return int(self.changes[-1].split()[0])


def fast(board: Board) -> Board:
    """Return a board with a UART as fast as can be, and a clock that fits: little to simulate."""
    return replace(board, name=f"{board.name}-simulated", clock_mhz=24, baud=1_500_000)


def program(image: Image) -> Path:
    """Build what is to run on an image: ``PROGRAM``, with short ticks, so little to simulate.

    At its end it prints how many instructions the core has retired in how many cycles.
    """
    if image.cores != 1:
        several = systems.several_cores()
        return several.board_program(image.cores, {**image.board.clock, **_HEAP})
    source, defines, parts = ROOT / PROGRAM, {**_TICK, **_HEAP}, _RETIRED
    if image.hardware.example:
        example = examples.examples()[image.hardware.example]
        source, defines = example.sources[0], {**image.board.clock, **example.options}
        sources = (*_RETIRED.sources, *example.parts.sources)
        parts = replace(_RETIRED, sources=sources, include=example.parts.include)
    size = image.board.ram_bytes
    return firmware.build(
        source, image.kernel, image.platform, defines=defines, parts=parts, ram_bytes=size
    )


def check(image: Image, on_step: Callable[[str], None] = lambda _: None) -> int:
    """Simulate what place and route made of an image beside its RTL, with ``program``.

    Returns:
        The cycles of the run, in each of which every output had the same value.
    """
    words = contents.image(program(image), image.board.ram_bytes)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        on_step("building a simulator of the RTL")
        rtl = run(image, of_rtl(image), words, folder, MOST_CYCLES)
        on_step("building a simulator of the netlist")
        netlist = of_routed(image, words)
        on_step("simulating the netlist")
        cells = run(image, netlist, contents.fill(image.board.ram_bytes), folder, MOST_CYCLES)
    refuse_different(rtl, cells)
    return rtl.cycles


def refuse_different(rtl: Seen, cells: Seen) -> None:
    """Raise IsochronError unless both did the same, and their program ended."""
    for expected, change in zip_longest(rtl.changes, cells.changes, fillvalue="nothing"):
        if change != expected:
            raise IsochronError(
                f"the netlist differs: cycle and pins (hexadecimal, the lowest is the UART's) are "
                f"{change!r}, in the RTL {expected!r}"
            )
    if rtl.exit_code or cells.exit_code:
        raise IsochronError(f"the program did not end within {MOST_CYCLES:,} cycles")


def of_rtl(image: Image) -> Path:
    """Build a simulator of the board's SystemVerilog, which reads ram.hex."""
    parameters = [f"-G{name}={value}" for name, value in image.parameters.items()]
    include = [f"+incdir+{path}" for path in verilator.ibex_includes()]
    arguments: list[str | Path]
    arguments = ["-DSYNTHESIS", *parameters, *include, FOLDER / "cells.v", *image.sources]
    return _built(image, "rtl", arguments)


def of_netlist(image: Image, words: Sequence[int]) -> Path:
    """Build a simulator of the netlist after mapping, with a program in its RAM."""
    return _of_cells(image, "netlist", build.TOP, image.netlist().read_text(), words)


def of_routed(image: Image, words: Sequence[int]) -> Path:
    """Build a simulator of the netlist after place and route, with a program in its RAM."""
    return _of_cells(image, "routed", routed.TOP, routed.modelled(image.routed()), words)


def _of_cells(image: Image, what: str, top: str, netlist: str, words: Sequence[int]) -> Path:
    folder = build.BUILD / f"{image.folder.name}-{what}"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "netlist.json").write_text(contents.in_netlist(netlist, top, words))
    renamed = [] if top == build.TOP else [f"rename {top} {build.TOP}"]
    commands = ("read_json netlist.json", *renamed, "write_verilog -noattr netlist.v")
    yosys.run(*commands, folder=folder)
    return _built(image, what, [*models(folder), folder / "netlist.v"])


def models(folder: Path) -> list[str | Path]:
    """Return Verilator's arguments for what the ECP5's cells do; some are written to a folder."""
    (folder / "ports.v").write_text(_block_ram() + _multiplier())
    library = _yosys_library() / "ecp5"
    return [f"-I{library}", FOLDER / "cells.v", folder / "ports.v", library / "cells_sim.v"]


def _yosys_library() -> Path:
    """Return the folder of Yosys's cells."""
    package = importlib.util.find_spec("pyosys")
    assert package is not None, "it has written the netlist"
    assert package.origin is not None
    return Path(package.origin).parent / "share"


def run(
    image: Image,
    simulator: Path,
    words: Sequence[int],
    folder: Path,
    cycles: int,
    *,
    keys: str = "",
) -> Seen:
    """Run a program, whose words are in the RAM, for so many cycles at most.

    ``keys`` come by the UART, once the program has printed something.
    """
    build.write_hex(words, folder / "ram.hex")
    done = subprocess.run(
        command(image, simulator, cycles),
        cwd=folder,
        input=keys,
        capture_output=True,
        encoding="latin-1",
    )
    return Seen(done.stdout, done.stderr.splitlines(), done.returncode)


def command(
    image: Image, simulator: Path, cycles: int, *, jtag: socket.socket | None = None
) -> list[str]:
    """Return how a simulator is called for so many cycles at most.

    It reads ram.hex in its folder; its input and output are the UART's. ``jtag`` listens for the
    OpenOCD that moves the pins of the debug module, and is to be passed on.
    """
    pins = image.board.pins
    at_rest = (1 << len(pins.buttons)) - 1 if pins.buttons_low else 0
    if image.debug:
        at_rest |= _JTAG_AT_REST << len(pins.buttons)
    bit = LINE_CYCLES * image.board.uart_divisor
    words = [cycles, bit, int(pins.leds_low), at_rest]
    if jtag:
        words += [jtag.fileno(), len(pins.buttons), len(pins.leds) + len(pins.high)]
    return [str(simulator), *map(str, words)]


def _built(image: Image, what: str, arguments: Sequence[str | Path]) -> Path:
    folder = build.BUILD / f"{image.folder.name}-{what}"
    words: list[str | Path] = ["--exe", "--top-module", build.TOP, "-o", what, "-Wno-lint"]
    words += ["-MAKEFLAGS", _QUICKLY_BUILT, *arguments, *_HARNESS]
    return verilator.build(words, folder, what)


def _ports(direction: str, name: str, bits: int) -> str:
    return f"{direction} " + ", ".join(f"{name}{bit}" for bit in range(bits))


def _vector(name: str, bits: int) -> str:
    return "{" + ", ".join(f"{name}{bit}" for bit in reversed(range(bits))) + "}"


def _block_ram() -> str:
    """Return DP16KD: its ports and parameters, around the model."""
    control = [f"{name}{port}" for port in "AB" for name in ("CE", "OCE", "CLK", "WE", "RST")]
    control += [f"CS{port}{bit}" for port in "AB" for bit in range(3)]
    ports = [f"input {name}" for name in control]
    for port in "AB":
        ports += [_ports("input", f"DI{port}", 18), _ports("input", f"AD{port}", 14)]
        ports += [_ports("output", f"DO{port}", 18)]
    texts = [f"{name}_{port}" for name in ("REGMODE", "CSDECODE", "WRITEMODE") for port in "AB"]
    texts += ["RESETMODE", "ASYNC_RESET_RELEASE", "CLKAMUX", "CLKBMUX", "GSR"]
    values = [f"INITVAL_{number:02X}" for number in range(64)]
    parameters = ["parameter DATA_WIDTH_A = 18, DATA_WIDTH_B = 18"]
    parameters += [f'parameter {name} = ""' for name in texts]
    parameters += [f"parameter [319:0] {name} = 0" for name in values]
    rows = [f"{name}[{20 * row}+:18]" for name in values for row in range(16)]
    connected = [f".{name}({name.upper()})" for name in ("clka", "clkb", "cea", "ceb")]
    connected += [f".{name}({name.upper()})" for name in ("wea", "web")]
    for port in "ab":
        for name, bits in ((f"ad{port}", 14), (f"di{port}", 18), (f"do{port}", 18)):
            connected.append(f".{name}({_vector(name.upper(), bits)})")
    return (
        f"module DP16KD #({', '.join(parameters)}) ({', '.join(ports)});\n"
        "dp16kd #(.WIDTH_A(DATA_WIDTH_A), .WIDTH_B(DATA_WIDTH_B),\n"
        '  .READ_FIRST_A(WRITEMODE_A == "READBEFOREWRITE"),\n'
        '  .READ_FIRST_B(WRITEMODE_B == "READBEFOREWRITE"),\n'
        f"  .INIT({{{', '.join(reversed(rows))}}})) u_model ({', '.join(connected)});\n"
        "endmodule\n"
    )


def _multiplier() -> str:
    """Return MULT18X18D: its ports around the model."""
    ports = [_ports("input", name, 18) for name in ("A", "B", "C", "SRIA", "SRIB")]
    ports += [_ports("output", "P", 36)]
    ports += [f"input {name}" for name in ("SIGNEDA", "SIGNEDB", "SOURCEA", "SOURCEB")]
    ports += [f"input {name}{bit}" for name in ("CLK", "CE", "RST") for bit in range(4)]
    connected = [f".{name}({_vector(name.upper(), bits)})" for name, bits in (("a", 18), ("b", 18))]
    return (
        f"module MULT18X18D ({', '.join(ports)});\n"
        f"mult18x18d u_model (.signed_a(SIGNEDA), .signed_b(SIGNEDB), {', '.join(connected)},\n"
        f"  .p({_vector('P', 36)}));\nendmodule\n"
    )
