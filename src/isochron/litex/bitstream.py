# SPDX-License-Identifier: Apache-2.0
"""A bitstream of a LiteX SoC for a board with an ECP5, by LiteX's own flow."""

import os
import sys
import tempfile
from pathlib import Path

from litex.soc.integration.soc_core import SoCCore

from isochron.litex.program import PROGRAM, load_program
from isochron.synth import flow

_NAME = "top"
_YOSYS = """\
#!{python}
import sys
from pyosys import libyosys
libyosys.run_pass("script " + sys.argv[-1], libyosys.Design())
"""


def make_bitstream(soc: SoCCore, folder: str | Path, program: str | Path = PROGRAM) -> Path:
    """Build a program for a board's SoC, and a bitstream with it in the SoC's ``main_ram``.

    Args:
        soc: of a target of litex-boards with an ECP5, with an integrated ``main_ram``, for there is
            nothing that loads a program. It is finished by this.
        folder: for what is made.
        program: a C file, built with FreeRTOS on the hardware kernel.

    Returns:
        The bitstream; beside it are the log and the report of place and route.

    Raises:
        OSError: LiteX's script failed, and has printed why.
    """
    output = Path(folder).resolve()
    load_program(soc, output, Path(program).resolve())
    with tempfile.TemporaryDirectory() as name:
        tools = Path(name)
        (tools / "yosys").write_text(_YOSYS.format(python=sys.executable))
        (tools / "yosys").chmod(0o755)
        for tool in ("nextpnr-ecp5", "ecppack"):
            (tools / tool).symlink_to(flow.program(f"yowasp-{tool}"))
        before = os.environ["PATH"]
        os.environ["PATH"] = f"{tools}{os.pathsep}{before}"
        try:
            soc.platform.build(soc, build_dir=str(output / "gateware"), build_name=_NAME)
        finally:
            os.environ["PATH"] = before
    return output / "gateware" / f"{_NAME}.bit"
