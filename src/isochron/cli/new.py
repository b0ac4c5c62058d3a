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
"""


def new(
    folder: Annotated[
        Path, typer.Argument(help="Where the project will be. Its name is that of the program.")
    ],
    example: Annotated[
        str,
        typer.Option(
            "--example",
            "-e",
            help=f"Example that it begins as: {', '.join(examples.examples())}.",
            callback=known("example", examples.examples(), examples.single_files()),
        ),
    ] = "hello",
) -> None:
    """Make a project of an example, for CMake, with a preset for each kernel.

    Its README says how to build and run it. Nothing of this command is needed then.
    """
    projects.make(folder, examples.examples()[example])
    console.print(f"Made {folder} of the example {example}. Next:", soft_wrap=True)
    for line in projects.commands(folder, examples.examples()[example]):
        console.print(f"  {line}", soft_wrap=True, highlight=False)
