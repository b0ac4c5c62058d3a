# SPDX-License-Identifier: Apache-2.0
"""`isochron new`"""

from pathlib import Path
from typing import Annotated

import typer

from isochron import examples, projects
from isochron.terminal import console, known

EPILOG = """Examples:

    isochron new my-app                  a project of the example hello

    isochron new my-app --example line

    isochron new my-app --cores 2        a project of the example workers, for two cores
"""


def new(
    folder: Annotated[
        Path, typer.Argument(help="Where the project will be. Its name is that of the program.")
    ],
    example: Annotated[
        str | None,
        typer.Option(
            "--example",
            "-e",
            help=f"Example that it begins as: {', '.join(examples.examples())}.",
            callback=known("example", examples.examples(), examples.single_files()),
            show_default="the first that is for so many cores",
        ),
    ] = None,
    cores: Annotated[
        int, typer.Option(min=1, help="Cores that the project is for: 1, 2 or 4.")
    ] = 1,
) -> None:
    """Make a project of an example, for CMake, with a preset for each kernel.

    Its README says how to build and run it. Nothing of this command is needed then.
    """
    every = examples.examples()
    if example is None:
        example = next((name for name, each in every.items() if cores in each.cores), None)
    if example is None:
        fit = ", ".join(map(str, sorted({n for each in every.values() for n in each.cores})))
        raise typer.BadParameter(f"--cores {cores}: the examples are for {fit}")
    projects.make(folder, every[example], cores)
    console.print(f"Made {folder} of the example {example}. Next:", soft_wrap=True)
    for line in projects.commands(folder, every[example], cores):
        console.print(f"  {line}", soft_wrap=True, highlight=False)
