# SPDX-License-Identifier: Apache-2.0
"""`isochron export verilog` and `isochron export component`"""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from isochron import files, rtl
from isochron.building import component as components
from isochron.building import plain_verilog
from isochron.paths import BUILT
from isochron.synth.configurations import CONFIGURATIONS, Configuration, Design, usual_tasks, widths
from isochron.terminal import console, known, writable

NAMES = {
    name: configuration for name, configuration in CONFIGURATIONS.items() if configuration.module
}
"""Configurations that are a design of ours by themselves."""
FOLDER = BUILT / "verilog"
COMPONENT_FOLDER = BUILT / "component"

EPILOG = """Examples:

    isochron export verilog                                     all of them, in build/verilog

    isochron export verilog full -o isochron.v                  one, where you want it

    isochron export verilog full --tasks 16 -D NLines=4 -o isochron.v
"""

COMPONENT_EPILOG = """Examples:

    isochron export component axi-lite                          IP-XACT, in build/component

    isochron export component avalon --tasks 16 -D NLines=4 -o ip   for Platform Designer
"""
Tasks = Annotated[int | None, typer.Option(help=f"Number of tasks; {usual_tasks()}.")]
Defined = Annotated[
    list[str] | None,
    typer.Option(
        "--define",
        "-D",
        metavar="PARAMETER=VALUE",
        help="A parameter of the module, in place of the configuration's; may be repeated.",
    ),
]


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
    tasks: Tasks = None,
    width: Annotated[
        int | None, typer.Option(help=f"Bits of delays, where they can be chosen: {widths()}.")
    ] = None,
    define: Defined = None,
) -> None:
    """Write the hardware as plain Verilog (Verilog-2005): one file, with the parameters fixed.

    For tools that do not read our SystemVerilog. docs/howto/verilog.md says how to use it.
    """
    chosen = [NAMES[name] for name in names or NAMES]
    if out and len(chosen) > 1:
        raise typer.BadParameter("-o FILE is for one configuration: name it")
    sizes = dict(_parameter(text) for text in define or ())
    for configuration in chosen:
        design = _design(configuration, tasks, width)
        assert configuration.module
        _refuse_unknown(sizes, configuration.module, configuration.sources())
        file = out or FOLDER / f"{design.name}.v"
        file.parent.mkdir(parents=True, exist_ok=True)
        text = plain_verilog.convert(
            configuration.module, configuration.sources(), design.parameters() | sizes
        )
        files.write(file, text)
        console.print(f"{configuration.module}: {file}", soft_wrap=True)


def component(
    bus: Annotated[
        str,
        typer.Argument(
            metavar="BUS",
            help=f"The bus: {', '.join(components.BUSES)}.",
            callback=known("bus", components.BUSES),
            show_default=False,
        ),
    ],
    name: Annotated[
        str,
        typer.Argument(
            metavar="CONFIGURATION",
            help=f"What is behind it: {', '.join(NAMES)}.",
            callback=known("configuration", NAMES),
        ),
    ] = "full",
    out: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            metavar="FOLDER",
            help="Where the files are written.",
            callback=writable,
        ),
    ] = COMPONENT_FOLDER,
    tasks: Tasks = None,
    define: Defined = None,
) -> None:
    """Write the hardware behind the adapter of a bus as a component of a vendor's tool.

    Beside a file of plain Verilog it is IP-XACT (IEEE 1685-2014) for AMBA's buses, and a _hw.tcl of
    Platform Designer for Avalon-MM. docs/howto/verilog.md says what is in them.
    """
    configuration = NAMES[name]
    assert configuration.module
    sizes = dict(_parameter(text) for text in define or ())
    _refuse_unknown(sizes, configuration.module, configuration.sources())
    if sizes.get("NCores", 1) > 1:
        raise typer.BadParameter("a component has one bus, so one core: leave NCores out")
    parameters = _design(configuration, tasks, None).parameters() | sizes
    device = components.Device(
        configuration.module,
        configuration.title,
        configuration.sources(),
        configuration.registers,
        configuration.interrupt,
    )
    made = components.make(components.BUSES[bus], device, parameters)
    out.mkdir(parents=True, exist_ok=True)
    for file, text in made.texts().items():
        files.write(out / file, text)
        console.print(out / file, soft_wrap=True)


def _design(configuration: Configuration, tasks: int | None, width: int | None) -> Design:
    if tasks is not None and tasks not in configuration.tasks:
        raise typer.BadParameter(
            f"{configuration.name} has {configuration.range_text()}, not {tasks}"
        )
    if width is not None and width not in configuration.widths:
        raise typer.BadParameter(f"{configuration.name} has no delays of {width} bits")
    return Design(
        configuration, tasks or configuration.usual, width or next(iter(configuration.widths), None)
    )


def _refuse_unknown(names: Iterable[str], module: str, sources: Iterable[Path]) -> None:
    (source,) = (path for path in sources if path.stem == module)
    parameters = rtl.parameters(source)
    for name in names:
        if name not in parameters:
            raise typer.BadParameter(
                f"{module} has no parameter {name}; it has {', '.join(parameters)}"
            )


def _parameter(text: str) -> tuple[str, int]:
    name, equals, value = text.partition("=")
    if not (name.isidentifier() and equals and value.isdigit()):
        raise typer.BadParameter(f"'{text}' is no parameter and number, such as NLines=4")
    return name, int(value)
