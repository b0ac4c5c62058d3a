# SPDX-License-Identifier: Apache-2.0
"""Runs Yosys's commands by pyosys, in a process of its own: it writes its log to the output."""

import os
import re
import subprocess
import sys
from pathlib import Path

from isochron.errors import IsochronError, ToolMissing
from isochron.processes import TEXT

_SCRIPT = """
import sys
from pyosys import libyosys
design = libyosys.Design()
for command in sys.argv[1:]:
    libyosys.run_pass(command, design)
"""
_REFUSED = re.compile(r"\$error encountered: (.*)")
"""What a module says of its parameters. What else does not fit then follows from it."""


def run(*commands: str, folder: Path | str | None = None) -> str:
    """Run the commands one after the other, in ``folder``, and return the log.

    Raises:
        ToolMissing: pyosys is not installed.
        IsochronError: a command failed.
    """
    done = subprocess.run(
        [sys.executable, "-c", _SCRIPT, *commands],
        cwd=folder,
        env={**os.environ, "PYTHONHASHSEED": "0"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        **TEXT,
    )
    if done.returncode:
        if "No module named 'pyosys'" in done.stdout:
            raise ToolMissing(
                "pyosys is not installed: run `make setup`, or install it with pip as "
                "requirements.lock pins it"
            )
        if refused := _REFUSED.findall(done.stdout):
            raise IsochronError("the hardware cannot be built so:\n" + "\n".join(refused))
        raise IsochronError("Yosys failed:\n" + "\n".join(done.stdout.splitlines()[-20:]))
    return done.stdout
