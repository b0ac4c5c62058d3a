# SPDX-License-Identifier: Apache-2.0
"""All commands: what help says of each, and what imports it."""

from collections.abc import Mapping
from importlib import import_module

import typer

from isochron.cli.lazy import CHECK, MAINTAIN, MEASURE, USE, Entry, command, group
from isochron.paths import ROOT


def _run() -> typer.Typer:
    from isochron.cli import run

    return command(run.run, run.EPILOG)


def _bench() -> typer.Typer:
    from isochron.cli import bench

    return command(bench.bench, bench.EPILOG)


def _analyze() -> typer.Typer:
    from isochron.analysis.command import EPILOG, analyze

    return command(analyze, EPILOG)


def _trace() -> typer.Typer:
    from isochron.tracing.command import EPILOG, trace

    return command(trace, EPILOG)


def _new() -> typer.Typer:
    from isochron.cli import new

    return command(new.new, new.EPILOG)


def _list() -> typer.Typer:
    from isochron.cli import show

    return command(show.show)


def _doctor() -> typer.Typer:
    from isochron.cli import doctor

    return command(doctor.doctor)


def _verilog() -> typer.Typer:
    from isochron.synth.verilog import EPILOG, verilog

    return command(verilog, EPILOG)


def _component() -> typer.Typer:
    from isochron.synth.verilog import COMPONENT_EPILOG, component

    return command(component, COMPONENT_EPILOG)


def _overlay() -> typer.Typer:
    from isochron.cli import overlay

    return command(overlay.write_overlay, overlay.EPILOG)


def _browser() -> typer.Typer:
    from isochron.browser.command import EPILOG, browser

    return command(browser, EPILOG)


def _wheel() -> typer.Typer:
    from isochron.wheel import EPILOG, wheel

    return command(wheel, EPILOG)


def _synth() -> typer.Typer:
    from isochron.cli import synth

    return command(synth.synth, synth.EPILOG)


def _bitstream() -> typer.Typer:
    from isochron.boards.command import BITSTREAM_EPILOG, bitstream

    return command(bitstream, BITSTREAM_EPILOG)


def _board_load() -> typer.Typer:
    from isochron.boards.command import LOAD_EPILOG, load

    return command(load, LOAD_EPILOG)


def _board_report() -> typer.Typer:
    from isochron.boards.command import REPORT_EPILOG, board_report

    return command(board_report, REPORT_EPILOG)


def _compare() -> typer.Typer:
    from isochron.differential import command as differential

    return command(differential.compare, differential.COMPARE_EPILOG)


def _soak() -> typer.Typer:
    from isochron.differential import command as differential

    return command(differential.soak_for_hours, differential.SOAK_EPILOG)


def _prove() -> typer.Typer:
    from isochron.proofs.command import EPILOG, prove

    return command(prove, EPILOG)


def _mutants() -> typer.Typer:
    from isochron.mutants.command import EPILOG, try_mutants

    return command(try_mutants, EPILOG)


def _bounds() -> typer.Typer:
    from isochron.analysis.bounds import bounds

    return command(bounds)


def _affected() -> typer.Typer:
    from isochron.affected import EPILOG, affected

    return command(affected, EPILOG)


def _generate() -> typer.Typer:
    from isochron.cli import generate

    return command(generate.generate, generate.EPILOG)


def _export() -> typer.Typer:
    return group(EXPORT, help="Write hardware or kernel for other tools.")


def _board() -> typer.Typer:
    return group(BOARD, help="The reference SoC on an FPGA board.")


def _verify() -> typer.Typer:
    return group(VERIFY, help="Look for faults in kernels, RTL, bounds and tests.")


def _record() -> typer.Typer:
    from isochron.pages.command import record

    return command(record)


EXPORT = {
    "verilog": Entry(
        "Write the hardware as plain Verilog, one file for each configuration.",
        "isochron export verilog full -o isochron.v",
        _verilog,
        in_wheel=True,
    ),
    "component": Entry(
        "Write the hardware kernel on a bus as an IP-XACT or Platform Designer component.",
        "isochron export component axi-lite",
        _component,
    ),
    "overlay": Entry(
        "Write a folder like FreeRTOS-Kernel's, with this kernel's files in it.",
        "isochron export overlay FreeRTOS-Kernel",
        _overlay,
        in_wheel=True,
    ),
    "browser": Entry(
        "Write the simulator as WebAssembly, and what a page needs to run programs on it.",
        "isochron export browser",
        _browser,
    ),
    "wheel": Entry(
        "Write the Python package that runs programs without a checkout, simulators included.",
        "isochron export wheel",
        _wheel,
    ),
}
BOARD = {
    "bitstream": Entry(
        "Make a bitstream of the reference SoC, with a program in its RAM.",
        "isochron board bitstream --board ulx3s-25f --program main.c",
        _bitstream,
    ),
    "load": Entry(
        "Load a program into a board by its serial line, and start it.",
        "isochron board load /dev/ttyUSB0 program.elf",
        _board_load,
    ),
    "report": Entry(
        "Compare what a board's self-test measured with the simulator.",
        "isochron board report board.log",
        _board_report,
    ),
}
VERIFY = {
    "compare": Entry(
        "Run random calls on FreeRTOS and on a kernel of ours; stop at a difference.",
        "isochron verify compare --calls 20000",
        _compare,
    ),
    "soak": Entry(
        "The same for hours, with each option; goes on where it was stopped.",
        "isochron verify soak --calls 1000000",
        _soak,
    ),
    "prove": Entry(
        "Prove properties of the RTL, and see that each proof can fail.",
        "isochron verify prove --quick",
        _prove,
    ),
    "mutants": Entry(
        "See whether the tests notice random faults.",
        "isochron verify mutants --number 50 hardware-kernel-rtl",
        _mutants,
    ),
    "bounds": Entry(
        "Look for task sets that exceed the bounds of `isochron analyze`.",
        "isochron verify bounds --sets 100",
        _bounds,
    ),
    "affected": Entry(
        "Name the tests and proofs that concern a file, and run just these.",
        "isochron verify affected --run $(git diff --name-only)",
        _affected,
    ),
}

COMMANDS = {
    "run": Entry(
        "Run a program on the simulated SoC; show its output and what it measured.",
        "isochron run firmware/examples/first_program.c",
        _run,
        USE,
        in_wheel=True,
    ),
    "bench": Entry(
        "Run benchmarks; write results.json and a report.",
        "isochron bench semaphore-2 --kernel freertos",
        _bench,
        USE,
    ),
    "analyze": Entry(
        "Say whether deadlines hold, on which kernel, at what clock.",
        "isochron analyze firmware/examples/analysis/motor.toml",
        _analyze,
        USE,
        in_wheel=True,
    ),
    "trace": Entry(
        "Decode the words that the trace of real hardware has recorded.",
        "isochron trace uart.log",
        _trace,
        USE,
        in_wheel=True,
    ),
    "new": Entry(
        "Make a project of an example, for CMake, with a preset for each kernel.",
        "isochron new my-app",
        _new,
        USE,
        in_wheel=True,
    ),
    "export": Entry(
        "Write the hardware as plain Verilog, or the kernel in FreeRTOS-Kernel's folder.",
        "isochron export verilog full -o isochron.v",
        _export,
        USE,
        in_wheel=True,
    ),
    "list": Entry(
        "List kernels and platforms, then what bench measures.",
        "isochron list kernels",
        _list,
        USE,
        in_wheel=True,
    ),
    "doctor": Entry(
        "Say which tools are there, and what to do about the others.",
        "isochron doctor",
        _doctor,
        USE,
        in_wheel=True,
    ),
    "synth": Entry(
        "Synthesize, place and route the hardware: its area and clock.",
        "isochron synth full --tasks 4 --target ecp5",
        _synth,
        MEASURE,
    ),
    "board": Entry(
        "Make a bitstream for an FPGA board; load a program; check its self-test.",
        "isochron board bitstream --board ulx3s-25f",
        _board,
        MEASURE,
    ),
    "verify": Entry(
        "Compare with FreeRTOS, prove, try faults: compare, soak, prove, mutants, ...",
        "isochron verify compare --calls 20000",
        _verify,
        CHECK,
    ),
    "generate": Entry(
        "Write what is made of other files, or with --check say what is stale.",
        "isochron generate --check",
        _generate,
        MAINTAIN,
    ),
    "record": Entry(
        "Record the results that pages show.",
        "isochron record --from build/report",
        _record,
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
