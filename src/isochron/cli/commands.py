# SPDX-License-Identifier: Apache-2.0
"""All commands: what help says of each, and what imports it."""

from collections.abc import Mapping
from importlib import import_module

from isochron.cli.lazy import CHECK, MAINTAIN, MEASURE, USE, Entry, group
from isochron.paths import ROOT

EXPORT = {
    "verilog": Entry(
        "Write the hardware as plain Verilog, one file for each configuration.",
        "isochron export verilog full -o isochron.v",
        "isochron.synth.verilog:verilog",
        in_wheel=True,
    ),
    "component": Entry(
        "Write the hardware on a bus as an IP-XACT or Platform Designer component.",
        "isochron export component axi-lite",
        "isochron.synth.verilog:component",
    ),
    "overlay": Entry(
        "Write a folder like FreeRTOS-Kernel's, with this kernel's files in it.",
        "isochron export overlay FreeRTOS-Kernel",
        "isochron.cli.overlay:write_overlay",
        in_wheel=True,
    ),
    "browser": Entry(
        "Write the simulator as WebAssembly, and what a page needs to run programs on it.",
        "isochron export browser",
        "isochron.browser.command:browser",
    ),
    "wheel": Entry(
        "Write the Python package that runs programs without a checkout, simulators included.",
        "isochron export wheel",
        "isochron.wheel:wheel",
    ),
}
BOARD = {
    "bitstream": Entry(
        "Make a bitstream of the reference SoC, with a program in its RAM.",
        "isochron board bitstream --board ulx3s-25f --program main.c",
        "isochron.boards.command:bitstream",
    ),
    "load": Entry(
        "Load a program into a board by its serial line, and start it.",
        "isochron board load /dev/ttyUSB0 program.elf",
        "isochron.boards.command:load",
        in_wheel=True,
    ),
    "report": Entry(
        "Compare what a board's self-test measured with the simulator.",
        "isochron board report board.log",
        "isochron.boards.command:board_report",
        in_wheel=True,
    ),
}
VERIFY = {
    "compare": Entry(
        "Run random calls on FreeRTOS and on a kernel of ours; stop at a difference.",
        "isochron verify compare --calls 20000",
        "isochron.differential.command:compare",
    ),
    "soak": Entry(
        "The same for hours, with each option; goes on where it was stopped.",
        "isochron verify soak --calls 1000000",
        "isochron.differential.command:soak_for_hours",
    ),
    "prove": Entry(
        "Prove properties of the RTL, and see that each proof can fail.",
        "isochron verify prove --quick",
        "isochron.proofs.command:prove",
    ),
    "mutants": Entry(
        "See whether the tests notice random faults.",
        "isochron verify mutants --number 50 hardware-kernel-rtl",
        "isochron.mutants.command:try_mutants",
    ),
    "bounds": Entry(
        "Look for task sets that exceed the bounds of `isochron analyze`.",
        "isochron verify bounds --sets 100",
        "isochron.analysis.bounds:bounds",
    ),
    "affected": Entry(
        "Name the tests and proofs that concern a file, and run just these.",
        "isochron verify affected --run $(git diff --name-only)",
        "isochron.affected:affected",
    ),
}

COMMANDS = {
    "run": Entry(
        "Run a program on the simulated SoC; show its output and what it measured.",
        "isochron run firmware/examples/first_program.c",
        "isochron.cli.run:run",
        USE,
        in_wheel=True,
    ),
    "bench": Entry(
        "Run benchmarks; write results.json and a report.",
        "isochron bench semaphore-2 --kernel freertos",
        "isochron.cli.bench:bench",
        USE,
    ),
    "analyze": Entry(
        "Say whether deadlines hold, on which kernel, at what clock.",
        "isochron analyze firmware/examples/analysis/motor.toml",
        "isochron.analysis.command:analyze",
        USE,
        in_wheel=True,
    ),
    "trace": Entry(
        "Decode the words that the trace of real hardware has recorded.",
        "isochron trace uart.log",
        "isochron.tracing.command:trace",
        USE,
        in_wheel=True,
    ),
    "new": Entry(
        "Make a project of an example, for CMake, with a preset for each kernel.",
        "isochron new my-app",
        "isochron.cli.new:new",
        USE,
        in_wheel=True,
    ),
    "export": Entry(
        "Write the hardware as plain Verilog, or the kernel in FreeRTOS-Kernel's folder.",
        "isochron export verilog full -o isochron.v",
        lambda: group(EXPORT, help="Write hardware or kernel for other tools."),
        USE,
        in_wheel=True,
    ),
    "list": Entry(
        "List kernels and platforms, then what bench measures.",
        "isochron list kernels",
        "isochron.cli.show:show",
        USE,
        in_wheel=True,
    ),
    "doctor": Entry(
        "Say which tools are there, and what to do about the others.",
        "isochron doctor",
        "isochron.cli.doctor:doctor",
        USE,
        in_wheel=True,
    ),
    "synth": Entry(
        "Synthesize, place and route the hardware: its area and clock.",
        "isochron synth full --tasks 4 --target ecp5",
        "isochron.cli.synth:synth",
        MEASURE,
    ),
    "board": Entry(
        "Make a bitstream for an FPGA board; load a program; check its self-test.",
        "isochron board bitstream --board ulx3s-25f",
        lambda: group(BOARD, help="The reference SoC on an FPGA board."),
        MEASURE,
        in_wheel=True,
    ),
    "verify": Entry(
        "Compare with FreeRTOS, prove, try faults: compare, soak, prove, mutants, ...",
        "isochron verify compare --calls 20000",
        lambda: group(VERIFY, help="Look for faults in kernels, RTL, bounds and tests."),
        CHECK,
    ),
    "generate": Entry(
        "Write what is made of other files, or with --check say what is stale.",
        "isochron generate --check",
        "isochron.cli.generate:generate",
        MAINTAIN,
    ),
    "record": Entry(
        "Record the results that pages show.",
        "isochron record --from build/report",
        "isochron.pages.command:record",
        MAINTAIN,
    ),
}

GROUPS = {"board": BOARD, "export": EXPORT, "verify": VERIFY}


def _join(given: Mapping[str, Entry]) -> None:
    """Add the commands that a system gives, each by its words."""
    for words, entry in given.items():
        *names, name = words.split()
        (GROUPS[names[0]] if names else COMMANDS)[name] = entry


RENAMED = {
    "report": "bench --report",
    "bitstream": "board bitstream",
    "board-report": "board report",
    "verilog": "export verilog",
    "overlay": "export overlay",
    "registers": "generate registers",
    "cores": "generate cores",
    "api-table": "generate api-table",
    "examples": "generate examples",
    "figures": "generate figures",
    "comparison-record": "record comparison",
    "differential": "verify compare",
    "soak": "verify soak",
    "prove": "verify prove",
    "mutants": "verify mutants",
    "affected": "verify affected",
}
"""Names of version 0.1, which work and warn in 0.2, and what they are now."""

for _path in sorted(ROOT.glob("systems/*/lab/commands.py")):
    _given = import_module(".".join(_path.relative_to(ROOT).with_suffix("").parts))
    _join(_given.COMMANDS)
    RENAMED |= getattr(_given, "RENAMED", {})
