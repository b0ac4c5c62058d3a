# SPDX-License-Identifier: Apache-2.0
"""The option of commands that build FreeRTOS: whose copy."""

import os
from pathlib import Path
from typing import Annotated

import typer

from isochron.building import freertos


def _named(folder: Path | None) -> Path | None:
    """Let the command, and the processes that it starts, take FreeRTOS from a folder."""
    if folder is not None:
        try:
            freertos.check(folder)
        except freertos.FreeRtosError as error:
            raise typer.BadParameter(str(error)) from error
        os.environ[freertos.ENVIRONMENT] = str(folder.absolute())
    return folder


FreeRtosFolder = Annotated[
    Path | None,
    typer.Option(
        "--freertos",
        metavar="FOLDER",
        help=f"A folder of FreeRTOS-Kernel {' or '.join(freertos.VERSIONS)} in place of the one "
        f"that is fetched; as {freertos.ENVIRONMENT}, which all commands read.",
        callback=_named,
        show_default=False,
    ),
]
