# SPDX-License-Identifier: Apache-2.0
"""`isochron export verilog`"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from isochron import files, rtl
from isochron.building import plain_verilog
from isochron.paths import BUILT
from isochron.synth.configurations import CONFIGURATIONS, Configuration, Design, usual_tasks, widths
from isochron.terminal import console, known

NAMES = {name: one for name, one in CONFIGURATIONS.items() if one.module}
"""Configurations that are a design of ours by themselves."""
FOLDER = BUILT / "verilog"

EPILOG = """Examples:

    isochron export verilog                                     all of them, in build/verilog

    isochron export verilog full -o isochron.v                  one, where you want it

    isochron export verilog full --tasks 16 -D NLines=4 -o isochron.v
"""


def verilog(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[CONFIGURATION]...",
            help=f"Configurations: {', '.join(NAMES)}; all by default.",
            callback=known("configuration", NAMES),
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The file, of one configuration; else they are in build/verilog.",
        ),
    ] = None,
    tasks: Annotated[int | None, typer.Option(help=f"Number of tasks; {usual_tasks()}.")] = None,
    width: Annotated[
        int | None,
        typer.Option(help=f"Bits of delays, where they can be chosen: {widths()}."),
    ] = None,
    define: Annotated[
        list[str] | None,
        typer.Option(
            "--define",
            "-D",
            metavar="PARAMETER=VALUE",
            help="A parameter of the module, in place of the configuration's; may be repeated.",
        ),
    ] = None,
) -> None:
    """Write the hardware as plain Verilog (Verilog-2005): one file, with the parameters fixed.

    For tools that do not read our SystemVerilog. docs/howto/verilog.md says how to use it.
    """
    chosen = [NAMES[name] for name in names or NAMES]
    if out and len(chosen) > 1:
        raise typer.BadParameter("-o FILE is for one configuration: name it")
    sizes = dict(_parameter(one) for one in define or ())
    for one in chosen:
        design = _design(one, tasks, width)
        assert one.module
        _refuse_unknown(sizes, one.module, one.sources())
        file = out or FOLDER / f"{design.name}.v"
        file.parent.mkdir(parents=True, exist_ok=True)
        text = plain_verilog.convert(one.module, one.sources(), design.parameters() | sizes)
        files.write(file, text)
        console.print(f"{one.module}: {file}", soft_wrap=True)


def _design(one: Configuration, tasks: int | None, width: int | None) -> Design:
    if tasks is not None and tasks not in one.tasks:
        raise typer.BadParameter(f"{one.name} has {one.range_text()}, not {tasks}")
    if width is not None and width not in one.widths:
        raise typer.BadParameter(f"{one.name} has no delays of {width} bits")
    return Design(one, tasks or one.usual, width or next(iter(one.widths), None))


def _refuse_unknown(names: Iterable[str], module: str, sources: Iterable[Path]) -> None:
    (source,) = (path for path in sources if path.stem == module)
    there = rtl.parameters(source)
    for name in names:
        if name not in there:
            raise typer.BadParameter(f"{module} has no parameter {name}; it has {', '.join(there)}")


def _parameter(text: str) -> tuple[str, int]:
    name, equals, value = text.partition("=")
    if not (name.isidentifier() and equals and value.isdigit()):
        raise typer.BadParameter(f"'{text}' is no parameter and number, such as NLines=4")
    return name, int(value)
