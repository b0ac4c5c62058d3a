# SPDX-License-Identifier: Apache-2.0
"""The simulator of ``ibex`` with ``isochron``, compiled to WebAssembly by Emscripten.

It is the simulator of ``simulator_build``, from the same sources: the same program takes the same
cycles on both. One file of JavaScript has all of it, for a browser's worker and for Node.
"""

import shutil
from collections.abc import Callable
from pathlib import Path

from isochron.building import platforms, simulator_build, verilator
from isochron.errors import ToolMissing

FOLDER = Path(__file__).parent
_BUILD = simulator_build.BUILD / "browser"
_FILE = "simulator.js"
_LEVEL = "-O2"
_EXCEPTIONS = "-fwasm-exceptions"
_TOOLS = "CXX=em++ LINK=em++ AR=emar"
_LINKED = (
    *("-sMODULARIZE=1", "-sEXPORT_NAME=createSimulator", "-sSINGLE_FILE=1"),
    *("-sENVIRONMENT=worker,node", "-sALLOW_MEMORY_GROWTH=1"),
    *("-sINVOKE_RUN=0", "-sEXIT_RUNTIME=1", "-sFORCE_FILESYSTEM=1"),
    "-sEXPORTED_RUNTIME_METHODS=FS,callMain",
)


def why_not() -> str | None:
    """Return what is missing to compile it; None: nothing is."""
    if shutil.which(verilator.EMSCRIPTEN):
        return None
    return (
        "em++ is not installed, which compiles the simulator to WebAssembly: `make docs` installs "
        "it, or as root apt-get install emscripten node-acorn"
    )


def build(on_make: Callable[[str], None] = lambda _: None) -> Path:
    """Return the simulator for browsers, built when an input has changed.

    ``on_make`` is called with what is being done before the work, if there is some.

    Raises ToolMissing, and IsochronError with Verilator's or the compiler's messages.
    """
    if missing := why_not():
        raise ToolMissing(missing)
    arguments: list[str | Path] = [
        *("-o", _FILE, "-CFLAGS", f"{_EXCEPTIONS} -DVL_IGNORE_UNKNOWN_ARCH"),
        *("-LDFLAGS", " ".join((_LEVEL, _EXCEPTIONS, *_LINKED))),
        *("-MAKEFLAGS", f"{_TOOLS} {verilator.make_flags(_LEVEL, _LEVEL)}"),
        *simulator_build.simulated(platforms.find("ibex"), platforms.find_hardware("isochron")),
        FOLDER / "affinity.cpp",
    ]
    return verilator.build(
        arguments,
        _BUILD,
        _FILE,
        compiler=verilator.EMSCRIPTEN,
        on_make=lambda: on_make("building the simulator for browsers (once, a minute or less)"),
    )
