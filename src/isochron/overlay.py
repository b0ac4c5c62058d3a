# SPDX-License-Identifier: Apache-2.0
"""Write an overlay of FreeRTOS-Kernel's folder: what `isochron export overlay` does.

It looks like FreeRTOS-Kernel's folder to a build that compiles that by its file names, such as
FreeRTOS's own CMakeLists.txt or the crate ``freertos-build``. In place of the files that the kernel
replaces are files of one line, which include the kernel's; the rest is linked.
"""

from collections.abc import Iterator
from pathlib import Path

from isochron import files
from isochron.building import firmware, freertos, package
from isochron.errors import IsochronError

PORT = Path("portable/GCC/RISC-V")
INCLUDE_PATH = "include_path.txt"
"""File of the overlay with the folders of headers, one a line, in their order."""

_OURS = {"isochron_port.c": PORT / "port.c", "isochron_port_asm.S": PORT / "portASM.S"}
"""Where FreeRTOS-Kernel has what some files of the kernel stand for; others have its file's name
behind the prefix, or none."""
_PREFIX = "isochron_"
_LINKED = (
    *("include", "portable/CMakeLists.txt", "portable/MemMang", "croutine.c"),
    *(f"{PORT}/chip_extensions.cmake", f"{PORT}/chip_specific_extensions"),
    *package.words("FREERTOS_SOURCES"),
)
_CMAKE = """
# Added by `isochron export overlay`.
target_sources(freertos_kernel PRIVATE {sources})
target_include_directories(freertos_kernel_port_headers BEFORE INTERFACE
    {folders})
"""


def attachments() -> tuple[str, ...]:
    """Return the names of the attachments, of which an overlay has one."""
    return tuple(
        attachment
        for kernel in package.words("KERNELS")
        for attachment in package.words(f"ATTACHMENTS_{kernel}")
    )


def make(folder: Path, attachment: str) -> None:
    """Write an overlay.

    Args:
        folder: which must not be there, or be empty.
        attachment: how the core reaches the kernel, one of ``attachments``.

    Raises:
        IsochronError: there is something in the folder already.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise IsochronError(f"{folder} is there already: name a folder that is not, or is empty")
    stock = freertos.provide()
    with files.filling(folder):
        (folder / PORT).mkdir(parents=True)
        for linked in _LINKED:
            (folder / linked).symlink_to(stock / linked)
        further = []
        for name in package.words("KERNEL_SOURCES"):
            file = _OURS.get(name, Path(name.removeprefix(_PREFIX)))
            if not (stock / file).is_file():
                file = Path(name)
                further.append(name)
            (folder / file).write_text(f'#include "{firmware.KERNEL / name}"\n')
        folders = [str(path) for path in _include_path(stock, attachment)]
        (folder / INCLUDE_PATH).write_text("".join(f"{path}\n" for path in folders))
        added = _CMAKE.format(sources=" ".join(further), folders="\n    ".join(folders))
        (folder / "CMakeLists.txt").write_text((stock / "CMakeLists.txt").read_text() + added)


def _include_path(stock: Path, attachment: str) -> Iterator[Path]:
    yield firmware.KERNEL / "include"
    yield from package.folders(attachment)
    yield from firmware.freertos_include(stock)
