# SPDX-License-Identifier: Apache-2.0
"""Synthesis, place and route: which points, what is kept, what is counted, the gate."""

import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
import synthetic
from distributed import LocalCluster
from test_cli import invoke

from isochron import results
from isochron.building import yosys
from isochron.errors import IsochronError
from isochron.jobs.workers import workers
from isochron.synth import flow, gate, recorded, records, store, sweep, table, targets
from isochron.synth.configurations import CONFIGURATIONS, SOC_SWEEP, SWEEP, Design
from isochron.synth.flow import Placed, Point, Synthesized
from isochron.synth.targets import ECP5, ICE40, TARGETS, XC7

POINTS = [f"accelerated-{tasks}-{target}" for tasks in (4, 8) for target in ("ecp5", "xc7")]


@pytest.fixture(autouse=True)
def build(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(store, "BUILD", tmp_path / "synth")
    return store.BUILD


class Tools:
    """Stands in for the flow, and counts what is made."""

    def __init__(self) -> None:
        self.made: Counter[str] = Counter()
        self.broken: dict[str, BaseException] = {}

    def synthesize(self, point: Point) -> tuple[Synthesized, bytes]:
        self._make(point.name)
        return synthetic.synthesized(point.target), point.name.encode()

    def place(self, point: Point, device: str, netlist: bytes, seed: int) -> Placed:
        assert (device, netlist) == (ECP5.devices[0].name, point.name.encode())
        self._make(f"{point.name}, seed {seed}")
        return Placed(50.0 + seed, device)

    def _make(self, name: str) -> None:
        if name in self.broken:
            raise self.broken[name]
        self.made[name] += 1


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> Tools:
    fake = Tools()
    monkeypatch.setattr(flow, "synthesize", fake.synthesize)
    monkeypatch.setattr(flow, "place", fake.place)
    return fake


def points() -> list[Point]:
    return sweep.plan(["accelerated"], [4, 8], targets=["ecp5", "xc7"])


def run(seeds: int = 2, scheduler: str | None = None) -> None:
    wanted = range(1, seeds + 1)
    with workers(None if scheduler else 1, scheduler) as who:
        steps = sweep.missing(points(), wanted)
        sweep.run(steps, wanted, who, lambda more: None, lambda step: None)


def test_by_default_every_configuration_is_planned_as_it_is_usual():
    found = {point.name for point in sweep.plan()}
    assert len(found) == len(CONFIGURATIONS) * len(TARGETS)
    assert {"full-32-ecp5", "accelerated-32-ice40", "soc-stock-xc7"} <= found


def test_an_option_to_compare_with_is_a_target_that_only_its_name_asks_for():
    named = {*targets.VARIANTS, *targets.FAMILIES}
    assert not {point.target.name for point in sweep.plan(whole=True)} & named
    (point,) = sweep.plan(["soc-stock"], targets=["ecp5-grade-8"])
    assert point.name == "soc-stock-ecp5-grade-8"
    assert point.target.options.count("--speed") == 1
    assert point.target.options[point.target.options.index("--speed") + 1] == "8"
    names = {store.state(replace(point, target=target)) for target in targets.ALL_TARGETS.values()}
    assert len(names) == len(targets.ALL_TARGETS)


@pytest.mark.parametrize(
    "name",
    [
        "ibex",
        *(
            pytest.param(configuration, marks=pytest.mark.wide)
            for configuration in CONFIGURATIONS
            if configuration != "ibex"
        ),
    ],
)
def test_a_configuration_is_complete(name: str, tmp_path: Path):
    configuration = CONFIGURATIONS[name]
    yosys.run(flow.read(Design(configuration, configuration.usual)), folder=tmp_path)


def test_a_reset_by_what_a_flip_flop_holds_is_no_loop_for_the_mapping(tmp_path: Path):
    (tmp_path / "top.sv").write_text(
        """module top (input logic clk_i, input logic [7:0] a_i, output logic full_o);
          logic [3:0] count_q;
          always_ff @(posedge clk_i) begin
            if (count_q == 4'd9 && a_i != '0) count_q <= '0;
            else                              count_q <= count_q + 4'(a_i[7]);
          end
          assign full_o = count_q == 4'd9;
        endmodule"""
    )

    def loops(target: targets.Target) -> list[str]:
        log = yosys.run("read_slang top.sv", *target.commands("top"), folder=tmp_path)
        return re.findall(r"Found (\d+) SCCs in module top", log)

    assert loops(targets.ECP5) == ["0"]
    assert loops(targets.ALL_TARGETS["ecp5-plain"]) == ["1"]


def test_the_whole_sweep_has_every_number_of_tasks():
    found = Counter(point.name for point in sweep.plan(whole=True))
    assert set(found.values()) == {1}
    assert {f"accelerated-{tasks}-ice40" for tasks in SWEEP} <= set(found)
    assert "soc-stock-ecp5" in found
    socs = {name for name in found if name.startswith("soc-contexts")}
    others = {"soc-contexts-32-ice40", "soc-contexts-32-xc7"}
    assert socs == {f"soc-contexts-{tasks}-ecp5" for tasks in SOC_SWEEP} | others


def test_a_sweep_leaves_out_the_numbers_that_a_configuration_cannot_have():
    some = replace(CONFIGURATIONS["full"], tasks=(4, 16, 64))
    assert some.swept("ecp5") == [tasks for tasks in some.sweep if tasks in some.tasks]


def test_too_many_tasks_are_refused_with_the_range():
    with pytest.raises(IsochronError, match="4 to 128"):
        sweep.plan(["full"], [3])
    with pytest.raises(IsochronError, match=r"soc-stock cannot have 8 tasks.*no tasks"):
        sweep.plan(["full", "soc-stock"], [8])
    with pytest.raises(IsochronError, match=r"none can have 1000 tasks.*full 4 to 128"):
        sweep.plan(tasks=[4, 1000])
    unnamed = {point.design.configuration.name for point in sweep.plan(tasks=[128])}
    assert "full" in unnamed
    assert "soc-stock" not in unnamed


def test_what_is_named_twice_is_planned_once():
    names = [point.name for point in sweep.plan(["accelerated"] * 2, [4, 4], targets=["ecp5"] * 2)]
    assert names == ["accelerated-4-ecp5"]


def test_a_netlist_is_made_once_and_placed_with_each_seed(tools: Tools):
    run(seeds=2)
    placed = {f"{name}, seed {seed}" for name in POINTS if "ecp5" in name for seed in (1, 2)}
    assert tools.made == Counter([*POINTS, *placed])


def test_every_point_is_placed_once_before_any_is_again(tools: Tools):
    run(seeds=2)
    seeds = [name[-1] for name in tools.made if "seed" in name]
    assert seeds == ["1", "1", "2", "2"]
    steps = sweep.missing(points(), range(1, 5))
    assert [step.seed for step in steps] == [3, 3, 4, 4]


def test_what_is_done_is_not_done_again(tools: Tools):
    run(seeds=1)
    before = tools.made.copy()
    run(seeds=1)
    assert tools.made == before
    run(seeds=2)
    assert tools.made - before == Counter(
        ["accelerated-4-ecp5, seed 2", "accelerated-8-ecp5, seed 2"]
    )


def test_other_sources_make_it_anew(tools: Tools, build: Path, monkeypatch):
    run(seeds=1)
    state = store.state
    monkeypatch.setattr(store, "state", lambda point: state(point)[::-1])
    assert list(store.known()) == []
    run(seeds=1)
    assert set(tools.made.values()) == {2}
    assert len(list(build.iterdir())) == len(POINTS)


def test_a_state_depends_on_parameters_sources_and_target(monkeypatch):
    point = synthetic.point("accelerated", 4)
    states = {store.state(point), store.state(synthetic.point("accelerated", 8))}
    states |= {store.state(synthetic.point("full", 4))}
    states |= {store.state(synthetic.point("accelerated", 4, ICE40))}
    content = store._content
    for changed in ("isochron.sv", "pins.sv", "flow.py"):
        monkeypatch.setattr(
            store, "_content", lambda path, name=changed: content(path) + (path.name == name) * "x"
        )
        states |= {store.state(point)}
    assert len(states) == 7


@pytest.mark.parametrize("failure", [IsochronError, OSError])
def test_a_failure_leaves_the_others_and_is_told_at_the_end(tools: Tools, failure: type):
    tools.broken["accelerated-4-ecp5"] = failure("no such cell")
    with pytest.raises(IsochronError, match="accelerated-4-ecp5: no such cell"):
        run()
    assert tools.made["accelerated-8-ecp5, seed 2"] == 1
    tools.broken.clear()
    run()
    assert set(tools.made.values()) == {1}


def test_sources_that_change_meanwhile_are_told(tools: Tools, monkeypatch):
    state, changed = store.state, []
    monkeypatch.setattr(store, "state", lambda point: state(point)[:: -1 if changed else 1])
    monkeypatch.setattr(flow, "place", lambda *_: changed.append(1) or Placed(1.0, "LFE5U-25F"))
    with pytest.raises(IsochronError, match="accelerated-4-ecp5, seed 1: the sources changed"):
        run(seeds=1)
    changed.clear()
    assert not any(store.placed(point) for point in points())


def test_an_interrupted_run_goes_on(tools: Tools):
    tools.broken["accelerated-8-ecp5"] = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        run()
    assert tools.made["accelerated-4-ecp5, seed 1"] == 1
    tools.broken.clear()
    run()
    assert set(tools.made.values()) == {1}


def test_a_cluster_does_the_same(tools: Tools):
    network = {"protocol": "tcp", "dashboard_address": ":0"}
    with LocalCluster(n_workers=1, processes=False, **network) as cluster:
        run(scheduler=cluster.scheduler_address)
    assert {point.name for point in store.known()} == set(POINTS)
    for point in points():
        assert store.netlist(point) == point.name.encode()
        assert list(store.placed(point)) == ([1, 2] if point.target is ECP5 else [])


def test_cells_are_counted():
    counts = ECP5.count({"LUT4": 5, "TRELLIS_FF": 3, "TRELLIS_DPR16X4": 2, "DP16KD": 1, "CCU2C": 9})
    assert counts == {"lut": 5, "ff": 3, "distributed": 128, "block": 18432, "comb": 31}
    counts = XC7.count({"LUT6": 5, "INV": 1, "FDRE": 3, "FDCE": 1, "RAM32M": 2, "RAMB18E1": 1})
    assert counts == {"lut": 6, "ff": 4, "distributed": 512, "block": 18432, "comb": 14}
    assert ICE40.count({"SB_DFFER": 2, "SB_DFF": 1, "SB_RAM40_4KNW": 2})["block"] == 8192


def test_a_memory_that_became_flip_flops_is_told(monkeypatch):
    nets = {"u_a.memory_q[0]": {}, "u_a.memory_q[11]": {}, "u_b.memory_q.0.0": {}, "memory_q_o": {}}

    def synthesized(*commands, folder):
        modules = {"registered_pins": {"cells": {}, "netnames": nets}}
        (Path(folder) / "netlist.json").write_text(json.dumps({"modules": modules}))

    monkeypatch.setattr(flow.yosys, "run", synthesized)
    with pytest.raises(IsochronError, match=r"full-32-xc7: u_a.memory_q became flip-flops"):
        flow.synthesize(synthetic.point("full", 32, XC7))
    del nets["u_a.memory_q[0]"], nets["u_a.memory_q[11]"]
    flow.synthesize(synthetic.point("full", 32, XC7))


@pytest.mark.parametrize("target", targets.ALL_TARGETS.values(), ids=lambda target: target.name)
def test_memory_that_is_not_known_is_refused(target: targets.Target):
    with pytest.raises(IsochronError, match="RAM1024X1"):
        target.count({"RAM1024X1": 1})


def test_what_finds_no_place_goes_to_the_next_device(monkeypatch):
    tried: list[str] = []
    too_small = ["LFE5U-25F"]

    def nextpnr(target, device, folder, *options):
        tried.append(device.name)
        if device.name in too_small:
            raise flow.DoesNotFit("no place")
        (Path(folder) / "report.json").write_text('{"fmax": {"clk": {"achieved": 43.21}}}')
        return ""

    monkeypatch.setattr(flow, "_nextpnr", nextpnr)
    point = synthetic.point("soc", 32)
    netlist = flow.zlib.compress(b"{}")
    assert flow.place(point, "LFE5U-25F", netlist, 1) == Placed(43.2, "LFE5U-45F")
    assert tried == ["LFE5U-25F", "LFE5U-45F"]
    too_small += ["LFE5U-45F", "LFE5U-85F"]
    with pytest.raises(flow.DoesNotFit, match=r"soc-32-ecp5, seed 7: .*LFE5U-85F"):
        flow.place(point, "LFE5U-45F", netlist, 7)
    assert tried[2:] == ["LFE5U-45F", "LFE5U-85F"]


@pytest.mark.parametrize(
    ("combs", "memories", "device"),
    [(24288, 56, "LFE5U-25F"), (24289, 56, "LFE5U-45F"), (9, 57, "LFE5U-45F"), (9, 999, None)],
)
def test_the_smallest_device_with_room_is_taken(monkeypatch, combs: int, memories: int, device):
    """By nextpnr's own words after packing, those before it left out."""
    there = {"LFE5U-25F": (24288, 56), "LFE5U-45F": (43848, 108), "LFE5U-85F": (83640, 208)}

    def synthesized(*commands, folder):
        cells = {"a": {"type": "LUT4"}, "b": {"type": "LUT4"}}
        modules = {"soc_registered_pins": {"cells": cells, "netnames": {}}}
        (Path(folder) / "netlist.json").write_text(json.dumps({"modules": modules}))

    def packed(target, chosen, folder, *options):
        most, blocks = there[chosen.name]
        return (
            "Info: Logic utilisation before packing:\n"
            "Info:     Total LUT4s:     99999/24288   411%\n"
            "Info: Device utilisation:\n"
            f"Info: \t        TRELLIS_COMB: {combs:7}/{most:7} {100 * combs // most:5}%\n"
            f"Info: \t              DP16KD: {memories:7}/{blocks:7} {100 * memories // blocks:5}%\n"
        )

    monkeypatch.setattr(flow.yosys, "run", synthesized)
    monkeypatch.setattr(flow, "_nextpnr", packed)
    made, _ = flow.synthesize(synthetic.point("soc", 32))
    assert (made.counts["lut"], made.counts["comb"], made.device) == (2, combs, device)


def test_nextpnrs_words_for_no_room_are_known():
    for line in (
        "ERROR: Unable to find legal placement for all cells, design is probably at utilisation "
        "limit.",
        "ERROR: Unable to place cell 'a', no BELs remaining to implement cell type 'TRELLIS_COMB'",
    ):
        assert flow._NO_ROOM.search(f"Info: more\n{line}\n1 warning")
    assert not flow._NO_ROOM.search("ERROR: Failed to open JSON file")


def test_the_records_have_the_clocks_of_all_seeds():
    clock, *_ = [record for record in synthetic.silicon("soc", 8) if record.unit == "mhz"]
    assert (clock.suite, clock.test, clock.metric) == ("silicon", "soc", "clock")
    assert (clock.platform, clock.kernel, clock.attachment) == ("ecp5", "isochron", "bus")
    assert clock.parameters == {"tasks": 8, "device": "LFE5U-25F"}
    assert (clock.n, clock.min, clock.median, clock.max) == (3, 60.5, 61.5, 64)
    assert clock.samples == [61.5, 60.5, 64]


@pytest.mark.parametrize(
    ("clocks", "between"),
    [(4, None), (5, (1, 5)), (8, (2, 7)), (9, (2, 8)), (15, (4, 12))],
)
def test_the_median_lies_within_an_interval(clocks: int, between: tuple[int, int] | None):
    """Whose chance to have it outside, that of so many heads or tails, is below 10%."""
    assert table.interval([*range(1, clocks + 1)][::-1]) == between


def test_the_clocks_of_socs_stand_beside_that_of_freertos():
    stock = synthetic.silicon("soc-stock", None, clocks=(40, 50, 41, 49, 42, 48, 43, 47, 45))
    ours = synthetic.silicon("soc", 32, clocks=(44, 43.2, 40))
    assert table.soc_clocks(table.rows([*stock, *ours]), ECP5) == [
        ["ecp5", "soc-stock", "-", "45.0", "41.0 to 49.0", "9", "+0.0%"],
        ["ecp5", "soc", "32", "43.2", "-", "3", "-4.0%"],
    ]
    assert not table.soc_clocks(table.rows(stock), ECP5)
    assert not table.soc_clocks(table.rows(ours), ECP5)


def test_the_device_is_the_largest_that_a_seed_needed():
    placed = {1: Placed(20, "LFE5U-25F"), 2: Placed(21, "LFE5U-45F"), 3: Placed(22, "LFE5U-25F")}
    *_, clock = records.of(synthetic.point("soc", 32), synthetic.synthesized(ECP5), placed)
    assert clock.parameters["device"] == "LFE5U-45F"


def test_what_fits_no_device_has_an_area_and_no_clock():
    point = synthetic.point("full", 128, ICE40)
    made = Synthesized(synthetic.synthesized(ICE40).counts, None)
    found = list(records.of(point, made, {}))
    assert {record.unit for record in found} == {"lut4", "comb", "ff", "ram_bits"}
    assert {record.parameters["device"] for record in found} == {"none"}
    (row,) = table.rows(found)
    assert row.cells[-3:] == ["none", "-", "-"]


def test_new_records_replace_those_of_before(tools: Tools):
    other = synthetic.results(synthetic.plan(["timeout-1"]))
    stale = results.Results(other.versions, [*other.records, *synthetic.silicon("full", 64)])
    run()
    found = records.replaced(stale)
    assert found.records[: len(other.records)] == other.records
    ours = records.silicon(found.records)
    assert {(record.test, record.parameters["tasks"]) for record in ours} == {
        ("accelerated", 4),
        ("accelerated", 8),
    }
    assert records.COMMIT in found.versions


@pytest.mark.parametrize(
    ("found", "passed"),
    [
        (synthetic.silicon("full", 32, 5800, (49.0, 50.0, 51.0)), [True, True]),
        (synthetic.silicon("full", 32, 5801, (49.0, 49.9, 80.0)), [False, False]),
        (
            synthetic.silicon("accelerated", 32, 2000, ())
            + synthetic.silicon("accelerated", 128, 3020, ()),
            [True, False],
        ),
        (synthetic.silicon("full", 128) + synthetic.silicon("ibex", None), []),
        (synthetic.silicon("full", 32, 9999, targets=("ice40", "xc7")), []),
        (synthetic.silicon("soc", 32, 9999, (34.0, 35.0, 36.0)), [True]),
        (synthetic.silicon("soc-stock", None, 9999, (36.0, 36.9, 38.0)), [False]),
    ],
)
def test_the_gate(found: list[results.Record], passed: list[bool]):
    assert [judged.passed for judged in gate.judge(found)] == passed


@pytest.mark.parametrize(("mhz", "passed"), [(45, True), (44.7, False)])
def test_the_clock_of_the_soc_is_judged_beside_that_of_freertos(mhz: float, passed: bool):
    stock = synthetic.silicon("soc-stock", None, clocks=(50,))
    judged = gate.judge([*stock, *synthetic.silicon("soc", 32, clocks=(mhz,))])
    beside = {each.limit.name: each.passed for each in judged}
    assert beside["soc, 32 tasks: MHz over those of soc-stock"] == passed


def folders(tmp_path: Path) -> dict[str | None, Path]:
    """Return a folder for each of those in which figures are recorded."""
    found = {system: tmp_path / (system or "trunk") for system in recorded.FOLDERS}
    for folder in found.values():
        folder.mkdir()
    return found


@pytest.fixture
def other_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "used", lambda: synthetic.SILICON_VERSIONS)


@pytest.mark.usefixtures("other_versions")
def test_the_command_writes_results_report_and_page(tools: Tools, tmp_path: Path, monkeypatch):
    monkeypatch.setattr(table, "PAGE", tmp_path / "page.md")
    monkeypatch.setattr(recorded, "FOLDERS", folders(tmp_path))
    out = tmp_path / "out"
    chosen = ("synth", "accelerated", "--tasks", "4,32", "-t", "ecp5", "-j", "1", "--out", str(out))
    done = invoke(*chosen, "--table")
    assert done.exit_code == 0, done.output
    assert f"accelerated, 32 tasks: {ECP5.comb}" in done.output
    found = results.load(out / "results.json").records
    assert {record.parameters["tasks"] for record in records.silicon(found)} == {4, 32}
    assert "silicon-ecp5" in (out / "index.html").read_text()
    page = table.PAGE.read_text()
    assert "| accelerated | 32 | - | 2,000 | 2,345 |" in page
    assert "- accelerated-8-ecp5\n" in page
    assert "- accelerated-32-ecp5" not in page
    kept = recorded.load()
    assert kept.results.records == records.silicon(found)
    assert kept.origin("accelerated", "ecp5").endswith(f"RTL {recorded.digest('accelerated')}")
    assert invoke(*chosen).output.startswith("Points: 2, done before: 2")


def test_what_was_not_made_of_a_configuration_and_target_stays_recorded(
    monkeypatch, tmp_path: Path
):
    old = recorded.load()
    monkeypatch.setattr(recorded, "FOLDERS", folders(tmp_path))
    recorded.save(old)
    assert recorded.load() == old
    which = ("accelerated", "ecp5")
    of_kernel = [point for point in old.points if point.origin == which]
    new = {which: recorded.Rtl("0" * 8, "abcdef0")}
    both = recorded.merged(made := recorded.Recorded(old.versions, new, of_kernel[:1]))
    assert both.rtl == {**old.rtl, **new}
    recorded.save(both)
    assert recorded.load() == both
    assert len(both.points) == len(old.points) - len(of_kernel) + 1
    assert "accelerated `00000000` (abcdef0)" in recorded.page(both)
    with pytest.raises(IsochronError, match="run `isochron synth --all --table`"):
        recorded.merged(replace(made, versions={**old.versions, "pyosys": "0.1"}))


@pytest.mark.usefixtures("other_versions")
def test_a_limit_that_is_not_kept_fails_the_command(tools: Tools, tmp_path: Path, monkeypatch):
    monkeypatch.setattr(gate, "LIMITS", (gate.Limit("accelerated", 4, "comb", 2344),))
    chosen = ("accelerated", "--tasks", "4", "-t", "ecp5")
    done = invoke("synth", *chosen, "-j", "1", "--out", str(tmp_path))
    assert done.exit_code == 1
    assert "failed" in done.output


def test_the_command_refuses_what_is_wrong():
    assert "did you mean 'accelerated'" in invoke("synth", "acelerated").output
    assert "'4,x' is no list of numbers" in invoke("synth", "full", "--tasks", "4,x").output
    assert "leave out one" in invoke("synth", "--all", "--tasks", "4").output
    assert "leave out one" in invoke("synth", "-j", "2", "--scheduler", "tcp://a:1").output
    assert "4 to 128" in invoke("synth", "--list").output


def test_a_folder_that_cannot_be_is_refused_before_the_work(tools: Tools, tmp_path: Path):
    (tmp_path / "file").touch()
    done = invoke(
        "synth", "accelerated", "--tasks", "4", "--out", str(tmp_path / "file" / "report")
    )
    assert done.exit_code == 2
    assert "is a file" in " ".join(done.output.split())
    assert not tools.made


def test_the_page_is_that_of_the_recorded_figures():
    assert table.PAGE.read_text() == recorded.page(recorded.load())


def test_a_digest_of_rtl_leaves_out_comments_and_space(tmp_path: Path):
    def digest(text: str) -> str:
        source = tmp_path / "a.sv"
        source.write_text(text)
        return recorded._digest(replace(CONFIGURATIONS["accelerated"], sources=lambda: [source]))

    first = digest("assign a = b; // as b\n")
    assert digest("/* all\nof it */ assign a =\n  b;\n") == first
    assert digest("assign a = c;") != first


def test_rtl_that_changed_since_is_told(monkeypatch):
    kept = recorded.load()
    soc = ("soc", "ecp5")
    monkeypatch.setattr(recorded, "digest", lambda name: kept.rtl[soc].digest)
    assert "changed" not in kept.origin(*soc)
    monkeypatch.setattr(recorded, "digest", lambda name: "0" * 8)
    assert kept.origin(*soc).endswith(f"RTL {kept.rtl[soc].digest}, which has changed since")


@pytest.mark.wide(each=2)
@pytest.mark.parametrize("target", ["xc7", "cyclonev"])
def test_memory_stays_memory_in_each_family(target: str):
    """With 32 tasks; if it does not, `synthesize` says so."""
    (point,) = sweep.plan(["full"], [32], targets=[target])
    made, _ = flow.synthesize(point)
    assert made.counts["distributed"] > 0
    assert made.counts["block"] > 0


@pytest.mark.wide
@pytest.mark.parametrize(
    ("bus", "flip_flops"),
    [
        ("wishbone", 32 + 2),
        ("apb", 0),
        ("axi-lite", 32 + 4),
        ("tilelink", None),
        ("avalon", 32 + 3),
        ("ahb-lite", 32 + 20 + 4),
    ],
)
def test_an_adapter_is_counted_alone(bus: str, flip_flops: int | None):
    """It has as many flip-flops as docs/reference/integration.md says."""
    (point,) = sweep.plan([f"adapter-{bus}"], targets=["ecp5"])
    made, _ = flow.synthesize(point)
    assert made.device is None
    assert 0 < made.counts["lut"] == made.counts["comb"] < 200
    assert made.counts["ff"] == flip_flops or flip_flops is None
