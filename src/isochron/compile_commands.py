# SPDX-License-Identifier: Apache-2.0
"""compile_commands.json for clangd: how each file of the kernels is compiled, also by itself.

It is in ``build/``, where clangd looks for it. `isochron generate compile-commands` writes it.
"""

import json
from pathlib import Path

from isochron.building import firmware
from isochron.paths import BUILT, ROOT

FILE = BUILT / "compile_commands.json"
FOLDERS = {
    "isochron": (
        firmware.KERNEL,
        firmware.KERNEL / "hardware_kernel",
        firmware.KERNEL / "common",
        firmware.ATTACHMENTS / "bus",
    ),
    **{kernel.name: (kernel.files,) for kernel in firmware.KERNELS.values() if kernel.files},
}
"""The folders of C files by the kernel that they are compiled for."""


def commands() -> dict[Path, list[str]]:
    """Return the command that compiles each file."""
    return {
        path: [firmware.compiler(), *firmware.kernel_flags(kernel), "-c", str(path)]
        for kernel, folders in FOLDERS.items()
        for folder in folders
        for path in sorted(folder.glob("*.c"))
    }


def text() -> str:
    """Return what is in the file."""
    entries = [
        {"directory": str(ROOT), "file": str(path), "arguments": arguments}
        for path, arguments in commands().items()
    ]
    return json.dumps(entries, indent=1) + "\n"
