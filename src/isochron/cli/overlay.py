# SPDX-License-Identifier: Apache-2.0
"""`isochron export overlay`"""

from pathlib import Path
from typing import Annotated

import typer

from isochron import overlay
from isochron.freertos_folder import FreeRtosFolder
from isochron.terminal import console, known

EPILOG = """Examples:

    isochron export overlay FreeRTOS-Kernel

    isochron export overlay FreeRTOS-Kernel --attachment contexts
"""


def write_overlay(
    folder: Annotated[Path, typer.Argument(help="Where it will be.")],
    attachment: Annotated[
        str,
        typer.Option(
            help=f"How the core reaches the kernel: {', '.join(overlay.attachments())}.",
            callback=known("attachment", overlay.attachments()),
        ),
    ] = overlay.attachments()[0],
    freertos: FreeRtosFolder = None,
) -> None:
    """Write a folder like FreeRTOS-Kernel's, with this kernel's files in it.

    For a build that compiles FreeRTOS-Kernel's folder itself: name this one
    in its place. Its include_path.txt has the folders of headers, which come
    before others. configUSE_HW_ACCELERATION chooses the kernel.
    """
    overlay.make(folder, attachment)
    console.print(f"Made {folder}; its headers: {folder / overlay.INCLUDE_PATH}", soft_wrap=True)
