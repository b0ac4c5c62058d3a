# SPDX-License-Identifier: Apache-2.0
"""Our own SystemVerilog is clean under ``verilator -Wall``."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from linting import lint

from isochron import rtl
from isochron.building import platforms, simulator_build, verilator
from isochron.building.kinds import Hardware, Platform

IBEX = ["-DSYNTHESIS", *(f"+incdir+{folder}" for folder in verilator.ibex_includes())]
# A circular path that Verilator sees inside Ibex goes on through the modules around it.
WAIVERS = [str(simulator_build.HARNESS / "simulator.vlt"), "-Wno-UNOPTFLAT"]


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"NTasks": 4, "NPriorities": 8, "NObjects": 8, "NLines": 1},
        {"NTasks": 128, "NPriorities": 64, "NObjects": 254, "NLines": 32},
        {
            **{"EventGroups": 0, "Tickless": 0, "NNotifications": 1},
            **{"Monitor": 0, "MessageWords": 0},
        },
        {"ClockGating": 1},
        {"MessageWords": 4, "NTasks": 4, "NObjects": 4},
    ],
)
def test_the_hardware_kernel_by_itself(parameters: dict[str, int]):
    values = [f"-G{name}={value}" for name, value in parameters.items()]
    assert lint("--top-module", "isochron", *values, *rtl.sources("kernel")) == ""


@pytest.mark.parametrize("depth", [4, 512])
def test_the_trace(depth: int):
    needed = re.compile("isochron_(assertions|trace|trace_registers_pkg|ram_block|fifo_block)")
    sources = [path for path in rtl.sources("kernel") if needed.fullmatch(path.stem)]
    assert lint("--top-module", "isochron_trace", f"-GDepth={depth}", *sources) == ""


@pytest.mark.parametrize("bus", ["wishbone", "apb", "axi_lite", "tilelink", "avalon", "ahb_lite"])
@pytest.mark.parametrize("options", [[], ["-DSYNTHESIS"]])
def test_each_adapter(bus: str, options: list[str]):
    sources = rtl.sources("adapters")
    assert lint("--top-module", f"isochron_{bus}", *options, *sources) == ""


FIRST = {
    f"{core}-{hardware.name}"
    for core in ("ibex", "vexriscv")
    for hardware in platforms.HARDWARE.values()
    if hardware.usual
}
SOCS = [
    pytest.param(
        *(platform, hardware),
        id=name,
        marks=[] if name in FIRST or hardware.addition else [pytest.mark.wide(each=3)],
    )
    for platform in platforms.PLATFORMS.values()
    for hardware in platforms.HARDWARE.values()
    # More tasks, or another UART, are the same on any core; a debug module is for Ibex.
    if not {"NTasks", "InstantTransmit", "Debug"} & set(hardware.parameters)
    or platform.name == "ibex"
    for name in [f"{platform.name}-{hardware.name}"]
]


@pytest.mark.parametrize(("platform", "hardware"), SOCS)
def test_the_reference_soc(platform: Platform, hardware: Hardware):
    assert lint_soc({**platform.parameters, **hardware.parameters}, hardware.design) == ""


@pytest.mark.parametrize("core", [0, 1, 2])
def test_the_reference_soc_without_a_kernel(core: int):
    assert lint_soc({"Core": core, "Kernel": 2}, "isochron") == ""


def lint_soc(parameters: Mapping[str, int], design: str) -> str:
    values = [f"-G{name}={value}" for name, value in parameters.items()]
    around = simulator_build.top_sources(
        design, writeback=bool(parameters.get("WritebackStage", True))
    )
    debug = verilator.debug_sources() if parameters.get("Debug") else []
    fpu = verilator.fpu_sources() if parameters.get("Fpu") else []
    sources = [*fpu, *verilator.system_sources(design), *debug, *around]
    headers = (f"+incdir+{path}" for path in verilator.top_includes())
    return lint("--top-module", "simulator_top", *values, *IBEX, *headers, *WAIVERS, *sources)


def test_a_flaw_is_found(tmp_path: Path):
    source = tmp_path / "flaw.sv"
    source.write_text(
        "module flaw (input logic [7:0] a_i, output logic [3:0] b_o);\n"
        "  assign b_o = a_i;\nendmodule\n"
    )
    assert "WIDTHTRUNC" in lint(source)
