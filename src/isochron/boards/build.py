# SPDX-License-Identifier: Apache-2.0
"""From a board and a program to a bitstream.

A board's netlist, and its configuration after place and route, are made once for each kernel's
hardware, with random words in the RAM (``contents``). A program then takes seconds. Everything is
kept in ``build/boards`` by what it is made of.
"""

import gzip
import json
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

from isochron import building, files, systems, versions
from isochron.boards import contents
from isochron.boards.catalogue import FOLDER, INPUTS, JTAG_MHZ, Board, boards
from isochron.building import firmware, platforms, verilator, yosys
from isochron.building.kinds import Hardware, Platform
from isochron.errors import IsochronError
from isochron.paths import BUILT
from isochron.processes import TEXT
from isochron.synth import flow
from isochron.synth.targets import ECP5, FLIP_FLOP_BOX

BUILD = BUILT / "boards"
TOP = "board_top"
_PARAMETERS: Mapping[str, Mapping[str, int]] = {
    "freertos": {"Kernel": 2},
    "isochron": {},
    "isochron-contexts": {"Contexts": 1},
    "isochron-cfu": {},
    **{kernel.name: {} for kernel in firmware.KERNELS.values() if kernel.boards},
}
"""By kernel: parameters of board_top beside those of its hardware."""
KERNELS = tuple(_PARAMETERS)
IBEX, VEXRISCV = "ibex", "vexriscv"
PLATFORMS = (IBEX, VEXRISCV)
"""Those whose core is synthesized."""
ADDITIONS = tuple(entry.name for entry in platforms.HARDWARE.values() if entry.boards)
"""What a system adds to the SoC of a board."""
_FEW_BLOCKS = 56
_SPARING = 'setattr -set ram_style "distributed" m:*u_monitor*'
"""Yosys's command by which the monitor's seven memories, of few words, take no block of RAM."""
_PACKER = "yowasp-ecppack"
_NETLIST, _PINS, _RAM = "netlist.json", "board.lpf", "ram.hex"
_CONFIGURATION, _REPORT, _ROUTED = "board.config", "report.json", "routed.json"

Told = Callable[[str], None]


@dataclass(frozen=True)
class Figures:
    """What place and route made of a board."""

    mhz: float
    """Clock that it reaches."""
    used: Mapping[str, tuple[int, int]]
    """Cells used and cells there, by kind."""
    jtag_mhz: float | None = None
    """Clock that the debug module's port reaches."""


@dataclass(frozen=True)
class Image:
    """A board with the hardware for a kernel."""

    board: Board
    kernel: str
    """Of the laboratory's kernels."""
    seed: int = 1
    """Of place and route."""
    debug: bool = False
    """With a debug module."""
    trace: bool = False
    """With a trace, by a line."""
    addition: str | None = None
    """With one of ``ADDITIONS``."""
    platform: str = IBEX
    """With the core of one of ``PLATFORMS``."""
    cores: int = 1
    """With so many."""

    def __post_init__(self) -> None:
        """Refuse a kernel whose SoC does not fit the board, and what has no pins, or no use."""
        if self.cores != 1:
            self._refuse_with_cores()
        if self.kernel not in self.board.kernels:
            raise IsochronError(
                f"{self.board.name} has no SoC for the kernel {self.kernel}: choose "
                f"{' or '.join(self.board.kernels)}, or another board"
            )
        if not firmware.fits(self.kernel, self._platform):
            fitting = (n for n in PLATFORMS if firmware.fits(self.kernel, platforms.find(n)))
            raise IsochronError(
                f"the kernel {self.kernel} has no attachment for {self.platform}: choose "
                f"--platform {' or '.join(fitting)}"
            )
        if self.platform != IBEX and self.board.blocks <= _FEW_BLOCKS:
            raise IsochronError(
                f"{self.board.name} has too few blocks of RAM for the caches of {self.platform}: "
                "choose a board with an LFE5U-85F"
            )
        if self.platform != IBEX and self.debug:
            raise IsochronError(f"the debug module is Ibex's: choose --platform {IBEX}")
        if self.addition and self.kernel != self.hardware.design:
            raise IsochronError(
                f"the hardware {self.addition} stands beside the kernel {self.hardware.design}: "
                f"choose --kernel {self.hardware.design}"
            )
        if self.addition and self.board.name not in self.hardware.boards:
            raise IsochronError(
                f"{self.board.name} has no SoC with the hardware {self.addition}: choose one of "
                f"{', '.join(self.hardware.boards)}"
            )
        if self.debug and not self.board.pins.jtag:
            raise IsochronError(
                f"{self.board.name} has no pins for a debug module: give four by `jtag` in "
                f"hardware/boards/{self.board.name}.toml, or choose another board"
            )
        if self.trace and not self.board.trace:
            having = ", ".join(board.name for board in boards().values() if board.trace)
            raise IsochronError(
                f"{self.board.name} has no pin for a trace: name one by `trace` in "
                f"hardware/boards/{self.board.name}.toml, or choose one of {having}"
            )
        if self.trace and self.parameters.get("Kernel"):
            raise IsochronError(
                f"the trace records what the hardware kernel does, and the SoC for {self.kernel} "
                "has none: choose --kernel isochron"
            )

    def _refuse_with_cores(self) -> None:
        fit = systems.several_cores().on_boards
        if self.cores not in fit:
            raise IsochronError(
                f"--cores {self.cores}: the RAM of a board has ports for "
                f"{' or '.join(map(str, fit))} cores"
            )
        if self.kernel != verilator.ISOCHRON:
            raise IsochronError(
                f"--cores {self.cores}: a board with several cores has the kernel "
                f"{verilator.ISOCHRON}, not {self.kernel}"
            )
        if self.debug or self.trace or self.addition or self.platform != IBEX:
            raise IsochronError(
                f"--cores {self.cores}: with several cores there is no --debug, --trace, "
                "--hardware and --platform: leave it out"
            )

    @property
    def soc(self) -> str:
        """What its SoC is called: the kernel, and what else there is."""
        added = [f"{self.cores}-cores"] if self.cores != 1 else []
        added += [self.platform] if self.platform != IBEX else []
        added += [self.addition] if self.addition else []
        return "-".join([self.kernel, *added, *["debug"] * self.debug, *["trace"] * self.trace])

    @property
    def folder(self) -> Path:
        """Where it is kept."""
        return BUILD / f"{self.board.name}-{self.soc}"

    @property
    def _platform(self) -> Platform:
        return platforms.find(self.platform)

    @property
    def hardware(self) -> Hardware:
        """What its SoC has of a kernel, and beside it."""
        return platforms.HARDWARE[self.addition or firmware.KERNELS[self.kernel].hardware]

    @property
    def parameters(self) -> Mapping[str, int]:
        """Return the parameters of board_top."""
        if self.cores != 1:
            return {**self.board.parameters, "NCores": self.cores}
        further = {**self.hardware.parameters, **_PARAMETERS[self.kernel]}
        debug = {"Debug": 1} if self.debug else {}
        trace = {"TraceBitCycles": self.board.trace_cycles} if self.trace else {}
        core = {} if self.platform == IBEX else {"Core": self._platform.parameters["Core"]}
        return {**self.board.parameters, **further, **core, **debug, **trace}

    @cached_property
    def sources(self) -> list[Path]:
        """Return the files of the hardware in compile order, without the ECP5's own cells."""
        base = [FOLDER / f"{name}.sv" for name in ("ecp5_pll", "board_button", "board_base")]
        if self.cores != 1:
            return [*systems.several_cores().board(), *base]
        own = verilator.vexriscv_sources() if self.platform == VEXRISCV else []
        other_cores = {*verilator.simulated_cores()} - {*own}
        soc = verilator.system_sources(self.hardware.design)
        return [
            *(verilator.debug_sources() if self.debug else []),
            *(path for path in soc if path not in other_cores),
            *base,
            FOLDER / f"{TOP}.sv",
        ]

    def netlist(self, on_make: Told = lambda _: None) -> Path:
        """Return Yosys's netlist (JSON), made unless it is there."""
        cells = FOLDER / "ecp5_cells.v"
        words = [f"-G {name}={value}" for name, value in self.parameters.items()]
        words += [f"-I {path}" for path in verilator.ibex_includes()]
        words += [f"-I {path}" for path in verilator.include_folders(self.sources)]
        words += [str(path) for path in (cells, *self.sources)]
        commands = (
            f"read_slang --top {TOP} {' '.join(words)}",
            "chformal -remove",  # an assertion of the debug module's
            *([_SPARING] if self.board.blocks <= _FEW_BLOCKS else []),
            *ECP5.commands(TOP),
            f"write_json {_NETLIST}",
        )

        def make(partial: Path) -> None:
            on_make(f"synthesizing {self.board.name} for {self.soc} (once, some 2 minutes)")
            with tempfile.TemporaryDirectory() as folder:
                write_hex(contents.fill(self.board.ram_bytes), Path(folder) / _RAM)
                yosys.run(*commands, folder=folder)
                partial.write_text((Path(folder) / _NETLIST).read_text())

        decides = [*commands, versions.package("pyosys")]
        inputs = [cells, FLIP_FLOP_BOX, *self.sources, Path(contents.__file__)]
        return building.made(self.folder / _NETLIST, decides, inputs, make)

    def configuration(self, on_make: Told = lambda _: None, on_step: Told = lambda _: None) -> Path:
        """Return the configuration after place and route, made unless it is there.

        Args:
            on_make: is called before the work, if there is some.
            on_step: is called with what place and route is doing.

        Raises:
            IsochronError: nextpnr failed.
        """
        netlist = self.netlist(on_make)
        board, pins = self.board, self.board.constraints(debug=self.debug, trace=self.trace)
        options = [board.device_option, "--package", board.package, "--speed", str(board.speed)]
        options += ["--json", _NETLIST, "--lpf", _PINS, "--textcfg", _CONFIGURATION]
        options += ["--report", _REPORT, "--write", _ROUTED]
        options += ["--seed", str(self.seed), "--timing-allow-fail"]

        def make(partial: Path) -> list[Path]:
            on_make(
                f"placing and routing {board.name} for {self.soc} (once, some 10 minutes of a "
                "processor)"
            )
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                (folder / _NETLIST).write_bytes(netlist.read_bytes())
                (folder / _PINS).write_text(pins)
                log = _streamed([flow.program(ECP5.nextpnr), *options], folder, on_step)
                report = json.loads((folder / _REPORT).read_text())
                jtag, soc = _clocks(report["fmax"])
                figures = Figures(min(soc), flow.used_cells(log), min(jtag, default=None))
                files.write(self._figures, json.dumps(asdict(figures)) + "\n")
                self._routed.write_bytes(gzip.compress((folder / _ROUTED).read_bytes(), mtime=0))
                partial.write_text((folder / _CONFIGURATION).read_text())
            return [self._figures, self._routed]

        decides = [*options, pins, versions.package(ECP5.nextpnr)]
        target = self.folder / f"seed-{self.seed}.config"
        return building.made(target, decides, [netlist], make)

    @property
    def _figures(self) -> Path:
        return self.folder / f"seed-{self.seed}.json"

    @property
    def _routed(self) -> Path:
        return self.folder / f"seed-{self.seed}.routed.json.gz"

    def routed(self) -> str:
        """Return the netlist after place and route, which has been done before (nextpnr's JSON)."""
        return gzip.decompress(self._routed.read_bytes()).decode()

    def figures(self) -> Figures:
        """Return what place and route made of it; it has been done before.

        Raises:
            IsochronError: it did not reach the board's clock.
        """
        kept = json.loads(self._figures.read_text())
        used = {name: (n, of) for name, (n, of) in kept["used"].items()}
        figures = Figures(**{**kept, "used": used})
        if figures.mhz < self.board.clock_mhz:
            raise IsochronError(
                f"{self.board.name} reaches {figures.mhz} MHz with {self.soc}, not its "
                f"{self.board.clock_mhz}: try another --seed, or a lower clock_mhz in "
                f"hardware/boards/{self.board.name}.toml"
            )
        if figures.jtag_mhz and figures.jtag_mhz < JTAG_MHZ:
            raise IsochronError(
                f"{self.board.name} reaches a JTAG clock of {figures.jtag_mhz} MHz, not "
                f"{JTAG_MHZ}: try another --seed"
            )
        return figures

    def bitstream(self, words: Sequence[int], target: Path) -> tuple[Path, Path]:
        """Write a bitstream with words in the RAM, and the same as SVF; return both files.

        Args:
            words: of the whole RAM.
            target: the bitstream, with the end ``.bit``.

        Raises:
            IsochronError: ecppack failed.
        """
        text = contents.in_configuration(self.configuration().read_text(), words)
        vectors = target.with_suffix(".svf")
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / _CONFIGURATION).write_text(text)
            pack = [flow.program(_PACKER), "--compress", "--svf", "board.svf"]
            _streamed([*pack, _CONFIGURATION, "board.bit"], folder, lambda _: None)
            files.write(target, (folder / "board.bit").read_bytes())
            files.write(vectors, (folder / "board.svf").read_bytes())
        return target, vectors


def write_hex(words: Iterable[int], path: Path) -> None:
    """Write words as $readmemh reads them."""
    path.write_text("".join(f"{word:08x}\n" for word in words))


def _clocks(fmax: Mapping[str, Mapping[str, float]]) -> tuple[list[float], list[float]]:
    """Return what the clocks from pins for JTAG reach, and the others, from nextpnr's report."""
    reached = [(INPUTS in name, round(clock["achieved"], 1)) for name, clock in fmax.items()]
    jtag, soc = ([mhz for of_jtag, mhz in reached if of_jtag is which] for which in (True, False))
    return jtag, soc


def _streamed(command: Sequence[str], folder: Path, on_step: Told) -> str:
    """Run a tool in a folder and return its log, telling each line of it.

    The tools come as WebAssembly and see only their working folder.
    """
    lines: list[str] = []
    with subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **TEXT
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line)
            on_step(line.removeprefix("Info:").strip())
    if process.returncode:
        raise IsochronError(f"{Path(command[0]).name} failed:\n{''.join(lines[-20:])}")
    return "".join(lines)
