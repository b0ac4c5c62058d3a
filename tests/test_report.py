# SPDX-License-Identifier: Apache-2.0
"""The report."""

import json
from html.parser import HTMLParser

import plotly.graph_objects
import pytest
import synthetic

from isochron import bench, published, report, suites
from isochron.building import firmware
from isochron.report import (
    attachments,
    claims,
    comparisons,
    figures,
    silicon,
    summary,
    times,
)
from isochron.report.kinds import Row, Verdict
from isochron.report.series import LABELS, Measured
from isochron.results import Record, Results
from isochron.running.simulator import Turns
from isochron.suites import contexts
from isochron.suites.job import plan
from isochron.synth import recorded

DASH = "\N{EN DASH}"
TIMES = "\N{MULTIPLICATION SIGN}"


class Page(HTMLParser):
    """What a browser would load, show and draw."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.anchors: set[str] = set()
        self.ids: set[str] = set()
        self.plots: list[dict] = []
        self.text = ""
        self.scripts = ""
        self._open = ""
        self._type: str | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._open, self._type = tag, given.get("type")
        self.ids.add(given.get("id") or "")
        target = given.get("href") or ""
        if target.startswith("#"):
            self.anchors.add(target[1:])
        elif target:
            self.loads.append(target)
        self.loads += [
            given[name] for name in ("src", "srcset", "data", "poster") if given.get(name)
        ]

    def handle_endtag(self, tag: str) -> None:
        self._open = ""

    def handle_data(self, data: str) -> None:
        if self._open == "script":
            if self._type == "application/json":
                self.plots.append(json.loads(data))
            else:
                self.scripts += data
        elif self._open == "style":
            assert "url(" not in data
            assert "@import" not in data
        else:
            self.text += data


@pytest.fixture(scope="module")
def results() -> Results:
    return synthetic.results()


@pytest.fixture(scope="module")
def page(results: Results) -> Page:
    return Page(report.render(results))


def test_nothing_is_loaded_from_elsewhere(page: Page):
    assert page.loads == []


def test_what_draws_the_plots_is_inside(page: Page):
    assert "plotly.js v" in page.scripts
    assert "Plotly.newPlot" in page.scripts


def test_links_lead_somewhere(page: Page):
    assert page.anchors
    assert page.anchors <= page.ids


@pytest.mark.parametrize(
    "anchor",
    [
        f"{test.name}-{metric.name}"
        for suite in suites.SUITES.values()
        for test in suite.tests
        for metric in test.metrics
        if metric.parameter != "background"
    ]
    + [f"interrupt-response-1-task-dispatch-{background}" for background in ("loop", "division")],
)
def test_every_metric_has_a_figure(page: Page, anchor: str):
    assert anchor in page.ids


def test_plots_are_valid(page: Page):
    assert len(page.plots) > len(suites.GARCIA_MARTINEZ.tests)
    for plot in page.plots:
        plotly.graph_objects.Figure(plot)
        assert plot["data"]


def test_published_figures_stand_beside_ours(page: Page):
    assert f"4,564 {DASH} 12,517" in page.text
    assert f"3.83{TIMES} {DASH} 10.53{TIMES}" in page.text
    assert published.NOT_STATED in page.text


def test_versions_are_shown(page: Page):
    for version in synthetic.VERSIONS.values():
        assert version in page.text


def test_the_figures_are_those_of_the_records(results: Results):
    changed = json.loads(json.dumps([vars(record) for record in results.records]))
    for record in changed:
        if (record["test"], record["kernel"]) == ("timeout-1", "isochron"):
            record.update(min=77, max=77, median=77, mean=77.0, samples=[77, 77, 77])
    other = Results(results.versions, [type(results.records[0])(**record) for record in changed])
    assert "<td>77</td>" in report.render(other)
    assert "<td>77</td>" not in report.render(results)


def test_a_figure_shows_the_extremes_of_its_sweep(results: Results):
    shown = figures.figures(Measured(results.records), suites.GARCIA_MARTINEZ)
    figure = next(figure for figure in shown if figure.anchor == "semaphore-2-wait-block")
    rows = {row.name: row for row in figure.table.rows}
    assert rows["FreeRTOS, generic selection"] == Row(
        "FreeRTOS, generic selection",
        [f"500 {DASH} 520", "20", "250", "125", f"0.90{TIMES}"],
        "freertos",
    )
    assert rows["Isochron"] == Row(
        "Isochron", ["60", "0", "30", "15", f"7.50{TIMES} {DASH} 7.83{TIMES}"], "isochron"
    )
    points = dict(zip(figure.points.heads, figure.points.rows[-1].cells, strict=True))
    assert figure.points.rows[-1].name == "31"
    assert [points[name] for name in ("Isochron", "Isochron, contexts")] == ["60", "20"]
    assert points["FreeRTOS, generic selection"] == "520"


def test_the_thesis_optimisation_and_every_kernel_stand_in_the_thesis_figures(
    page: Page, results: Results
):
    (plot,) = (
        figure.plot
        for figure in figures.figures(Measured(results.records), suites.GARCIA_MARTINEZ)
        if figure.anchor == "timeout-1-delay-block"
    )
    dashes = {trace["name"]: trace["line"]["dash"] for trace in plot["data"]}
    on_ibex = [kernel for kernel, core in suites.OTHERS_ATTACHED.items() if core == "ibex"]
    compared = [LABELS[kernel] for kernel in (*suites.EVERY, *firmware.OF_SYSTEMS, *on_ibex)]
    assert {f"{name}, -O3" for name in compared} == {name for name in dashes if "-O3" in name}
    assert {name for name, dash in dashes.items() if dash == "solid"} == set(compared)
    assert all(dashes[name] == "dash" for name in dashes if "-O3" in name)
    names = [trace["name"] for shown in page.plots for trace in shown["data"] if "name" in trace]
    # In the report of all, too: the figures with attachments among them.
    assert names.count(LABELS["isochron-contexts"]) >= len(suites.GARCIA_MARTINEZ.metrics)


def test_a_kernel_without_figures_is_said_to_have_none(results: Results):
    stock = [record for record in results.records if record.kernel != "isochron"]
    figure = next(figures.figures(Measured(stock), suites.GARCIA_MARTINEZ))
    (row,) = (row for row in figure.table.rows if row.name == "Isochron")
    assert row.cells[0] == "not measured"


def test_a_longer_message_is_no_jitter(results: Results):
    (stock, *_) = Measured(results.records).kernels("message-passing-1", "send-data").values()
    assert stock.cycles.high > stock.cycles.low
    assert stock.jitter == 0


def test_the_summary_takes_the_worst_of_ours_and_names_stocks(results: Results):
    tiles = {tile.title: tile for tile in summary.tiles(Measured(results.records))}
    assert tiles["Largest speed-up of a call"].value == f"7.83{TIMES}"
    assert tiles["Largest jitter of a call over a sweep"].value == "0 cycles"
    assert tiles["Largest jitter of a call over a sweep"].detail.endswith(": 20")
    # The bars below have messages of many lengths, and interrupts with a service routine.
    assert "one length, no interrupts" in tiles["Largest jitter of a call over a sweep"].detail
    off = tiles["Interrupts off during a call, at most"]
    assert off.detail.startswith("without service routines")
    assert tiles["Interrupts off during a call, at most"].value == "15 cycles"
    assert tiles["Interrupts off during a call, at most"].detail.endswith(": 112")
    assert tiles["A tick with nobody to wake"].detail.endswith(": 450")


@pytest.mark.parametrize("compared", [comparisons.platforms, comparisons.optimisations])
def test_cores_and_optimisations_are_compared_with_freertos_as_it_comes(results: Results, compared):
    found = compared(Measured(results.records))
    cells = next(row.cells for row in found.table.rows if row.name == "Semaphore-2 wait-block")
    assert cells == [f"450 {DASH} 470", "60", f"7.50{TIMES} {DASH} 7.83{TIMES}"] * (len(cells) // 3)
    assert len(cells) >= 6


@pytest.mark.parametrize("kernel", ["freertos", "isochron", *firmware.OF_SYSTEMS])
def test_a_part_of_the_results_makes_a_report(kernel: str):
    jobs = bench.plan(["semaphore-2"], [kernel], ["ibex"])
    page = Page(report.render(synthetic.results(jobs)))
    assert "semaphore-2-wait-block" in page.ids
    assert "not measured" in page.text
    assert "platforms" not in page.ids


def with_silicon(results: Results, *records: Record) -> Results:
    return Results({**results.versions, **synthetic.SILICON_VERSIONS}, [*results.records, *records])


@pytest.fixture
def nothing_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorded, "load", lambda: recorded.Recorded({}, {}, []))


def test_recorded_silicon_is_shown_where_there_is_none_of_this_checkout(results: Results):
    ours = synthetic.silicon("accelerated", 32, comb=3456)
    shown = Page(report.render(with_silicon(results, *ours)))
    assert "3,456" in shown.text
    assert "soc-stock (recorded)" in shown.text
    assert "accelerated (recorded)" not in shown.text
    kept = recorded.load()
    soc = kept.rtl["soc", "ecp5"]
    assert f"recorded at commit {soc.commit}, RTL {soc.digest}" in shown.text


def test_cycles_are_shown_as_time_at_the_recorded_clocks(results: Results):
    clocks = recorded.added(Results({}, [])).records
    found = times.section(Measured(results.records), clocks)
    row = next(row for row in found.rows if row.name == "Semaphore-2, wait-block")
    stock, ours = (silicon.clock(clocks, kernel, 32).median for kernel in times.KERNELS)
    assert row.cells == [
        f"450 {DASH} 470",
        "60",
        f"{450 / stock:.2f} {DASH} {470 / stock:.2f}",
        f"{60 / ours:.2f}",
    ]
    assert found.text.count("(recorded)") == 2
    assert times.section(Measured(results.records), []) is None


@pytest.mark.usefixtures("nothing_recorded")
def test_silicon_is_shown_if_it_was_measured(results: Results):
    records = [
        *synthetic.silicon("accelerated", 32, comb=3456),
        *synthetic.silicon("accelerated", 64, comb=4567),
        *synthetic.silicon("soc-stock", None, comb=9876),
    ]
    shown = Page(report.render(with_silicon(results, *records)))
    assert {"silicon", "silicon-ecp5", "silicon-ice40", "silicon-xc7"} <= shown.ids
    for figure in ("3,456", "9,876", "61.5 (60.5 to 64.0)", "at most 4,000", "at least 50"):
        assert figure in shown.text
    drawn = [plot for plot in shown.plots if plot["layout"]["xaxis"].get("type") == "log"]
    assert [len(plot["data"]) for plot in drawn] == [1] * 5  # cells, and MHz but of xc7
    assert drawn[0]["data"][0]["x"] == [32, 64]
    assert drawn[0]["data"][0]["y"] == [3456, 4567]


def test_silicon_alone_makes_a_report():
    page = Page(report.render(with_silicon(Results({}, []), *synthetic.silicon("full", 32))))
    assert "silicon" in page.ids


def verdicts(results: Results) -> dict[str, Verdict]:
    return {claim.claimed: claim.verdict for claim in claims.claims(Measured(results.records))}


def test_claims_are_judged_by_the_records(results: Results):
    assert set(verdicts(results).values()) <= {
        Verdict.CONFIRMED,
        Verdict.OTHER_FIGURE,
        Verdict.REFUTED,
    }


def test_a_slow_down_holds_only_if_ours_is_slower(results: Results):
    claim = "message-passing-1 send-data is up to 1.05 times slower in hardware"
    assert verdicts(results)[claim] is Verdict.REFUTED
    for factor, verdict in ((10, Verdict.CONFIRMED), (8.6, Verdict.OTHER_FIGURE)):
        records = [
            type(record)(**{**vars(record), "median": record.median * factor})
            if (record.metric, record.kernel) == ("send-data", "isochron")
            else record
            for record in results.records
        ]
        assert verdicts(Results({}, records))[claim] is verdict


@pytest.mark.parametrize(
    ("claim", "kernel", "change"),
    [
        ("Calls into the hardware kernel are jitter-free over every sweep", "isochron", 1),
        ("Never slower than either stock kernel, at any point", "isochron", 1000),
        (
            "The scan for the highest ready list makes blocking slower with the priority drop",
            "freertos",
            -1000,
        ),
    ],
)
def test_one_other_point_turns_the_verdict(results: Results, claim: str, kernel: str, change: int):
    """A verdict that no record could change would be no finding."""
    assert verdicts(results)[claim] is Verdict.CONFIRMED
    records = [
        type(record)(
            **{**vars(record), "max": record.max + change, "median": record.median + change}
        )
        if (record.metric, record.kernel) == ("wait-block", kernel)
        and record.parameters.get("priority_drop") == 31
        else record
        for record in results.records
    ]
    assert verdicts(Results({}, records))[claim] is Verdict.REFUTED


def test_attachments_stand_beside_stock_on_each_core(results: Results):
    shown = attachments.section(Measured(results.records), [])
    rows = {row.name: row.cells for row in shown.tables[0].rows}
    assert rows["take"] == [
        *("460", "510", "60", "20", f"23.00{TIMES}"),
        *("460", "510", "60", "50", f"9.20{TIMES}"),
        *("460", "510", "60", f"7.67{TIMES}"),
    ]
    assert rows["interrupt to task, no ISR"][0] == "not measured"
    assert any(row.name == "Tick tick-stolen" for row in shown.tables[-1].rows)
    assert shown.plot["data"][3]["x"][0] == 20


def test_hits_and_misses_are_counted_by_suite(results: Results):
    jobs = plan(["attachments"], ["isochron-contexts"])
    counted = [Turns(90, {}), Turns(100, {0: 1, 3: 9})]
    records = [
        record
        for job, turns in zip(jobs, counted, strict=True)
        for record in contexts.records(job.source, job.run.test.name, turns)
    ]
    shown = attachments.section(Measured([*results.records, *records]), [])
    assert shown is not None
    (row,) = shown.tables[-1].rows
    assert row.cells == ["190", "10", "5.0%", f"0 {DASH} 3"]


def test_times_need_the_clocks_of_every_soc(results: Results):
    def titles(*clocks: tuple[str, int | None, float]) -> dict[str, list[str]]:
        records = [
            record
            for name, tasks, mhz in clocks
            for record in synthetic.silicon(name, tasks, clocks=(mhz,))
        ]
        tables = attachments.section(Measured(results.records), records).tables
        return {table.title: table.rows[0].cells for table in tables}

    two = (("soc", 32, 40.0), ("soc-contexts", 32, 20.0))
    assert "Times on Ibex" not in titles(*two)
    assert "Times on Ibex" not in titles(*two, ("soc", 16, 50.0))
    times = titles(*two, ("soc-stock", None, 50.0))
    assert times["Times on Ibex"] == ["9.20", "10.20", "1.50", "1.00"]
    assert times["The other suites on Ibex, times"] == ["9.40", "10.40", "1.50", "1.00"]


def test_other_systems_have_only_published_figures():
    figures_of = {system.name: system.cells[2] for system in attachments.systems().rows}
    assert "46 cycles, FreeRTOS 90" in figures_of["Co-designed FreeRTOS"]
    assert "3.83 to 10.53 times" in figures_of["FreeRTOS-Accelerated"]
    assert "152 instructions, FreeRTOS 301" in figures_of["Scheduling by the Arm GIC"]
    assert figures_of["RTOSUnit"] == attachments.NO_FIGURE


def test_nothing_measured_is_said():
    assert set(verdicts(Results({}, [])).values()) == {Verdict.OPEN}
