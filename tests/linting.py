# SPDX-License-Identifier: Apache-2.0
"""Verilator's complaints about SystemVerilog."""

import subprocess
from pathlib import Path

from isochron.building import verilator


def lint(*arguments: str | Path) -> str:
    """Return what Verilator complains of, empty if it is content."""
    done = subprocess.run(
        [verilator.root() / "bin/verilator", "--lint-only", "-Wall", *arguments],
        env=verilator.environment(),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0 or done.stderr
    return done.stderr
