# SPDX-License-Identifier: Apache-2.0
"""The time manager through synthesis, place and route, and as plain Verilog."""

import json
from pathlib import Path

import pytest
from equivalence import equivalent_bits
from test_cli import invoke

from isochron.building import yosys
from isochron.errors import IsochronError
from isochron.synth import flow, sweep, targets
from isochron.synth.flow import Point
from isochron.synth.targets import ECP5, ICE40, TARGETS


def test_it_is_planned_with_the_papers_tasks_and_every_width():
    assert "time-manager-12-64-bits-ice40" in {point.name for point in sweep.plan()}
    whole = {point.name for point in sweep.plan(whole=True)}
    assert {f"time-manager-12-{width}-bits-ecp5" for width in (64, 32, 24)} <= whole
    assert "4 to 64" in invoke("synth", "--list").output


def test_its_delays_have_some_widths_and_nothing_else_has():
    (point,) = sweep.plan(["time-manager"], [4], [24], ["ecp5"])
    assert point.design.parameters() == {"NTasks": 4, "Width": 24}
    with pytest.raises(IsochronError, match="64, 32, 24"):
        sweep.plan(["time-manager"], widths=[16])
    with pytest.raises(IsochronError, match="time-manager"):
        sweep.plan(["full"], widths=[32])


@pytest.mark.parametrize(
    "target",
    [
        pytest.param(target, id=target.name, marks=[] if target is ECP5 else [pytest.mark.wide])
        for target in (*TARGETS.values(), *targets.FAMILIES.values())
    ],
)
def test_the_time_manager_is_synthesized(target: targets.Target):
    """The real tools, on the smallest design."""
    (point,) = sweep.plan(["time-manager"], [4], [24], [target.name])
    made, netlist = flow.synthesize(point)
    # What is read at once, 4 words of 24 bits three times, is memory where the target has such.
    flip_flops = 4 * 24 if target is ICE40 else 0
    assert 250 + flip_flops < made.counts["ff"] < 500 + 3 * flip_flops
    assert 200 < made.counts["lut"] <= made.counts["comb"] < 1200
    assert (made.counts["distributed"] > 0) == (target is not ICE40)
    assert bool(lost(point, netlist)) == (target is ICE40)
    assert made.device == (target.devices[0].name if target.devices else None)
    if target is ECP5:
        assert 50 < flow.place(point, made.device, netlist, 1).mhz < 200


def lost(point: Point, netlist: bytes) -> list[str]:
    """Return the memories that became flip-flops."""
    modules = json.loads(flow.zlib.decompress(netlist))["modules"]
    return flow.in_flip_flops(modules[point.design.configuration.top]["netnames"])


@pytest.mark.wide
def test_the_file_of_plain_verilog_is_equivalent_to_its_source(tmp_path: Path) -> None:
    assert equivalent_bits("time-manager", 12, tmp_path, anything=True) > 2000


def test_a_width_is_fixed_in_the_file_of_plain_verilog(tmp_path: Path) -> None:
    file = tmp_path / "time_manager.v"
    words = ("time-manager", "--tasks", "4", "--width", "24", "-o", str(file))
    done = invoke("export", "verilog", *words)
    assert done.exit_code == 0, done.output
    text = file.read_text()
    assert "// Parameters, fixed here: NTasks 4, Width 24." in text
    assert "module isochron_time_manager(" in text
    top = "isochron_time_manager"
    yosys.run(f"read_verilog {file}", f"hierarchy -check -top {top}", "proc", "check")
