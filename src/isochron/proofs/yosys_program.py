# SPDX-License-Identifier: Apache-2.0
"""pyosys as SymbiYosys calls Yosys: ``-ql LOG SCRIPT``, a command on each line of the script."""

import sys
from pathlib import Path

from pyosys import libyosys


def main() -> None:
    """Run the script; a command that fails ends the process with its message."""
    _, log, script = sys.argv[1:]
    design = libyosys.Design()
    for line in Path(script).read_text().splitlines():
        if line.strip():
            libyosys.run_pass(line, design)
    Path(log).write_text("")  # SymbiYosys looks for warnings in it; they are in the output


if __name__ == "__main__":
    main()
