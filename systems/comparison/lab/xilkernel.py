# SPDX-License-Identifier: Apache-2.0
"""Genuine Xilkernel: only from the user's tree, with the user's port, and by the user's right.

Xilkernel's licence limits its use to Xilinx's devices. So nothing here fetches it, and nothing is
built from it unless the user states the right to run it here. No genuine tree was ever built with
this: docs/explanation/comparison.md says what one must have, and the tests use one that is made up.
"""

from __future__ import annotations

import os
from pathlib import Path

from systems.comparison.lab import genuine

from isochron.errors import IsochronError
from isochron.processes import TEXT

NAME = "xilkernel"
ENVIRONMENT = "XILKERNEL_PATH"
OPTION = "--xilkernel-src"
RIGHT_OPTION = "--i-hold-the-right-to-run-xilkernel"
LISTING = "isochron.f"
"""In the tree: its files and, with ``-I``, its folders of headers, one a line, relative to it."""

_LICENCE = (
    "Xilkernel's licence limits its use to applications that run on a Xilinx device or that "
    "interact with one, and this is a simulated RISC-V SoC"
)
_stated = False


class XilkernelError(IsochronError):
    """There is no Xilkernel where the user says, or no statement of the right to run it."""


def use(tree: Path | None, right: bool) -> None:
    """Take the kernel from this tree from now on, if there is one.

    Args:
        tree: where it is; None: where ``ENVIRONMENT`` says.
        right: the user states the right to run it here.

    Raises:
        XilkernelError: see ``kernel``.
    """
    global _stated
    _stated = right
    if tree is not None:
        os.environ[ENVIRONMENT] = str(tree)
    if ENVIRONMENT in os.environ or right:
        kernel()


def kernel() -> genuine.Kernel:
    """Return the files of the user's tree.

    Raises:
        XilkernelError: none is given, the right is not stated, or the tree lists no files.
    """
    given = os.environ.get(ENVIRONMENT)
    if not given:
        raise XilkernelError(
            f"genuine Xilkernel is not given: say where it is, with {OPTION} or {ENVIRONMENT}"
        )
    if not _stated:
        raise XilkernelError(
            f"{given} is not used: {_LICENCE}. If you hold the right to run it here, say so with "
            f"{RIGHT_OPTION}; else leave out {OPTION} and {ENVIRONMENT}"
        )
    tree = Path(given).expanduser().resolve()
    listing = tree / LISTING
    if not listing.is_file():
        raise XilkernelError(
            f"{given} has no {LISTING}: it lists the files of the kernel and of your port to the "
            "reference SoC, docs/explanation/comparison.md"
        )
    lines = [line.strip() for line in listing.read_text(**TEXT).splitlines()]
    folders = [tree / line.removeprefix("-I").strip() for line in lines if line.startswith("-I")]
    sources = [tree / line for line in lines if line and not line.startswith(("-I", "#"))]
    missing = [path for path in (*sources, *folders) if not path.exists()]
    if missing or not sources:
        what = f"{missing[0]}, which is not there" if missing else "no file"
        raise XilkernelError(f"{listing} lists {what}")
    return genuine.Kernel(NAME, sources, folders)
