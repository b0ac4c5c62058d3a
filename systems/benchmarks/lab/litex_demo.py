# SPDX-License-Identifier: Apache-2.0
"""LiteX's own FreeRTOS demo, on its SoC as it is and with the hardware kernel in it.

It ends with a table of FreeRTOS's: how long each task ran, in clock cycles of the SoC.
"""

import re
import sys
from collections.abc import Mapping
from pathlib import Path

from systems.benchmarks.lab.tree import Tree

from isochron import building
from isochron.litex import SimulatedSoC, add_isochron, write_headers
from isochron.litex.program import load_image
from isochron.litex.simulation import run_loaded
from isochron.paths import BUILT, ROOT

PROJECT = ROOT / "systems/benchmarks/firmware/litex_demo"
BUILD = BUILT / "benchmarks/litex-demo"
_PACKAGE = ROOT / "firmware/cmake"
KERNELS = ("stock", "hardware")
"""Of the CMake package."""
TREE = Tree(
    "freertos-on-litex",
    "FREERTOS_ON_LITEX_PATH",
    "https://github.com/enjoy-digital/freertos-on-litex",
    (
        "examples/full_demo.c",
        *(
            f"firmware/{name}"
            for name in (
                "crt0.S",
                "linker.ld",
                "main.c",
                "port_litex.c",
                "port_litex.h",
                "FreeRTOSConfig.h",
            )
        ),
    ),
)
CLOCKS_HZ = (1_000_000, 10_000_000)
"""That of LiteX's own simulation, and one at which FreeRTOS has time for all tasks."""
READY = "[shell] ready. type 'help' for commands."
"""What the demo prints when its shell reads."""
_END = "[rtos] done"
_MOST_SECONDS = 4
"""Of the simulated SoC."""
_ROW = re.compile(r"^(\S.*?)\s+(\d+)\s+<?\d+%\s*$", re.MULTILINE)


def run(kernel: str, clock_hz: int, typed: str = "") -> str:
    """Return what the demo prints with a kernel of the CMake package, at the clock of a SoC.

    ``typed`` is typed when the demo's shell is ready.
    """
    tree = TREE.folder()
    output = BUILD / f"{kernel}-{clock_hz}"
    options = {"clk_freq": clock_hz, "cpu_reset_address": 0x4000_0000, "timer_uptime": True}
    soc = SimulatedSoC("vexriscv", **options)
    if kernel == "hardware":
        add_isochron(soc, NTasks=16, NPriorities=8, NObjects=16)
    write_headers(soc, output)
    load_image(soc, _built(tree, kernel, output))
    return run_loaded(soc, output, _MOST_SECONDS * clock_hz, _END, (READY, typed))


def _built(tree: Path, kernel: str, output: Path) -> Path:
    folder = output / "program"
    words = [
        *("cmake", "-S", PROJECT, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=MinSizeRel"),
        *(f"-DDEMO={tree}", f"-DLITEX_OUTPUT={output}", f"-DISOCHRON_KERNEL={kernel}"),
        *(f"-Disochron_DIR={_PACKAGE}", f"-DPython3_EXECUTABLE={sys.executable}"),
        f"-DCMAKE_TOOLCHAIN_FILE={_PACKAGE}/riscv-toolchain.cmake",
    ]
    building.execute(list(map(str, words)))
    building.execute(["cmake", "--build", str(folder)])
    return folder / "demo.bin"


def told(output: str) -> list[str]:
    """Return what the demo prints of itself, without figures of time."""
    lines = output.replace("\r", "").splitlines()
    return [line for line in lines if line and not _ROW.match(line)]


def run_times(output: str) -> Mapping[str, int]:
    """Return the cycles of each task that the demo's own table has."""
    return {name: int(cycles) for name, cycles in _ROW.findall(output.replace("\r", ""))}
