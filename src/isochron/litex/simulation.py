# SPDX-License-Identifier: Apache-2.0
"""A LiteX SoC under Verilator: memory and serial line, no BIOS."""

import contextlib
import subprocess
from pathlib import Path

from litex.build.generic_platform import Pins, Subsignal
from litex.build.sim import SimPlatform
from litex.gen import LiteXModule
from litex.soc.integration.soc_core import SoCCore
from migen import ClockDomain

from isochron.building import verilator
from isochron.errors import IsochronError
from isochron.litex.program import PROGRAM, RESET_ADDRESS, load_program
from isochron.paths import ROOT
from isochron.processes import TEXT

MOST_CYCLES = 400_000
_HARNESS = ROOT / "simulator/litex/main.cpp"
_TOP = "sim"
_CLOCK_HZ = 25_000_000
_END = "\4"
"""What a program of ours prints at its end."""
_WIRES = {"valid": 1, "ready": 1, "data": 8}
_SERIAL = [
    Subsignal(f"{way}_{name}", Pins(width))
    for way in ("source", "sink")
    for name, width in _WIRES.items()
]
_IO = [("sys_clk", 0, Pins(1)), ("sys_rst", 0, Pins(1)), ("serial", 0, *_SERIAL)]


class _Clock(LiteXModule):  # type: ignore[misc]
    def __init__(self, platform: SimPlatform) -> None:
        self.cd_sys = ClockDomain()
        self.comb += self.cd_sys.clk.eq(platform.request("sys_clk"))
        self.comb += self.cd_sys.rst.eq(platform.request("sys_rst"))


class SimulatedSoC(SoCCore):  # type: ignore[misc]
    """A SoC for ``simulate``: a core, memory, a serial line, a timer; a program begins at reset.

    ``cpu_type`` is a core's name in LiteX, ``memory`` the bytes of ``main_ram``, ``options`` are
    further ones of ``SoCCore``, such as ``cpu_variant``, and count before those that are here.
    """

    def __init__(
        self, cpu_type: str = "vexriscv", memory: int = 0x4_0000, **options: object
    ) -> None:
        platform = SimPlatform("SIM", _IO)
        platform.name = _TOP
        usual = {"clk_freq": _CLOCK_HZ, "cpu_reset_address": RESET_ADDRESS}
        super().__init__(
            platform,
            cpu_type=cpu_type,
            uart_name="sim",
            integrated_sram_size=0x2000,
            integrated_main_ram_size=memory,
            **{**usual, **options},
        )
        self.crg = _Clock(platform)


def simulate(
    soc: SimulatedSoC,
    folder: str | Path,
    program: str | Path = PROGRAM,
    most_cycles: int = MOST_CYCLES,
) -> str:
    """Build a program for a SoC, run it under Verilator, and return what it prints.

    Args:
        soc: is finished by this.
        folder: for what is made: headers, Verilog, program, simulator.
        program: a C file, built with FreeRTOS on the hardware kernel.
        most_cycles: until when it must have ended, by ``board_exit``.
    """
    output = Path(folder).resolve()
    load_program(soc, output, Path(program).resolve())
    return run_loaded(soc, output, most_cycles)


def run_loaded(
    soc: SimulatedSoC,
    output: Path,
    most_cycles: int,
    end: str = _END,
    typed: tuple[str, str] | None = None,
) -> str:
    """Run a SoC with its program in memory until it has printed ``end``; return the output.

    ``typed`` is a text that the program prints, and the one that is typed then.

    Raises:
        IsochronError: the program has not come to its end, or an assertion failed.
    """
    gateware = output / "gateware"
    gateware.mkdir(exist_ok=True)
    with contextlib.chdir(gateware):  # the memories' contents go to the working folder
        soc.platform.get_verilog(soc, name=_TOP).write(f"{_TOP}.v")
    words: list[str | Path] = ["--assert", "--exe", "--top-module", _TOP, "-o", _TOP]
    words += ["-MAKEFLAGS", verilator.make_flags("-O1", "-O1")]
    words += [f"+incdir+{path}" for path in soc.platform.verilog_include_paths]
    words += [path for path, *_ in soc.platform.sources]
    words += [gateware / f"{_TOP}.v", _HARNESS]
    simulator = verilator.build(words, output / "simulator", _TOP)
    done = subprocess.run(
        [str(simulator), str(most_cycles), end, *(typed or ())],
        cwd=gateware,
        capture_output=True,
        **TEXT,
    )
    if done.returncode:
        last = "\n".join(f"{done.stdout}\n{done.stderr}".splitlines()[-10:])
        raise IsochronError(
            f"the program did not end within {most_cycles:,} cycles, or an assertion failed:\n"
            f"{last}"
        )
    return done.stdout.removesuffix(_END)
