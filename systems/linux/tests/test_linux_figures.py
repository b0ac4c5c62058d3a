# SPDX-License-Identifier: Apache-2.0
"""What is made of the lines that systems/linux/programs/latency.c and lateness.c print."""

from pathlib import Path

import pytest
import synthetic
from systems.linux.lab import (
    asking,
    lateness,
    machine,
    measure,
    motor,
    periods,
    soak,
    throughput,
    waiting,
)
from systems.linux.lab import claims as linux_claims
from systems.linux.lab import report as linux
from test_cli import invoke

from isochron import results
from isochron.building import symbols
from isochron.errors import IsochronError
from isochron.pages import lookup
from isochron.report import render
from isochron.report.kinds import Verdict
from isochron.running.samples import Sample

ONE = measure.Measurement(0, 0, 4, 3, measure.MILLISECOND)
ALL = measure.Measurement(2, 1, 2, 3, measure.MILLISECOND)
STOLEN = measure.Measurement(1, 2, 12, 6, measure.TICK)
ALONE = measure.Measurement(0, 2, 0, 2, measure.TICK)
POLLED = measure.Measurement(0, 3, 1, 6, measure.MILLISECOND, 1)
LOADED = measure.Measurement(0, 0, 1, 2, measure.MILLISECOND, 1)
PRINTED = (
    ["[    0.0] Linux version", f"measure {ONE.text}"]
    + [f"sample 0 {cycles}" for cycles in (100, 140, 120)]
    + [f"measure {ALL.text}", "sample 0 10", "sample 0 90", "sample 0 30"]
    + ["sample 1 50", "sample 1 40", "sample 1 60"]
    + [f"measure {STOLEN.text}", "stolen 38850 5000000"]
    + [f"measure {LOADED.text}", "sample 0 1000", "sample 0 3000"]
    + [f"measure {ALONE.text}", "stolen 10000 1000000"]
    + [
        f"measure {POLLED.text}",
        *(f"sample 0 {cycles}" for cycles in (9, 11, 13, 10, 12, 14)),
        "PASS",
    ]
)


@pytest.fixture
def records() -> list[results.Record]:
    return measure.records_of("preempt-rt", PRINTED)


def test_every_measurement_becomes_records(records: list[results.Record]):
    found = [
        (record.variant, record.test, record.metric, list(record.samples)) for record in records
    ]
    assert found == [
        ("time-manager", "one-wakes", "latency", [100, 140, 120]),
        ("nanosleep", "all-wake", "wake-first", [10, 40, 30]),
        ("nanosleep", "all-wake", "wake-last", [50, 90, 60]),
        ("software-time", "overhead", "share", [7770]),
        ("time-manager", "one-wakes", "latency", [1000, 3000]),
        ("time-manager", "overhead", "share", [10000]),
        ("time-manager", "poll-or-wait", "wait", [9, 10]),
        ("time-manager", "poll-or-wait", "poll", [11, 12]),
        ("time-manager", "poll-or-wait", "poll-timed", [13, 14]),
    ]
    assert {record.kernel for record in records} == {"linux-preempt-rt"}
    assert records[0].parameters == {"tasks": 4, "period": 1, "optimisation": "O2"}
    assert records[4].parameters["load"] == 1


def test_a_missing_sample_is_an_error():
    without = [line for line in PRINTED if line != "sample 1 40"]
    with pytest.raises(IsochronError, match="5 samples"):
        measure.records_of("preempt-rt", without)


@pytest.mark.parametrize(
    ("words", "file"),
    [
        ("one-wakes/latency linux-preempt time-manager", measure.FILE_NAME),
        ("overhead/share linux-preempt time-manager", measure.FURTHER_FILE_NAME),
        ("one-wakes/latency linux-below freertos", lateness.FILE_NAME),
        ("overhead/share linux-below freertos", periods.FILE_NAME),
        ("overhead/share isochron hardware", results.FILE_NAME),
    ],
)
def test_a_figure_is_looked_up_in_the_file_that_has_its_test(words: str, file: str):
    assert lookup.file_of(words) == file


def test_records_are_a_results_file(records: list[results.Record], tmp_path: Path):
    path = results.save(results.Results({"linux": "6.12"}, records), tmp_path, measure.FILE_NAME)
    assert results.load(path).records == records


def test_the_report_shows_what_there_is(records: list[results.Record]):
    more = measure.Measurement(0, 0, 12, 1, measure.MILLISECOND)
    lines = [f"measure {more.text}", "sample 0 130"]
    found = linux.figures([*records, *measure.records_of("preempt-rt", lines)])
    cells = {figure.title: [list(row.cells) for row in figure.table.rows] for figure in found}
    assert cells == {
        "Linux, preempt-rt: N wait and one wakes, to that task": [
            ["100 / 120 / 140", "130 / 130 / 130"]
        ],
        "Linux, preempt-rt: overhead of 12 tasks": [["0.78%"]],
        "Linux, preempt-rt: latency under load": [["2", "1,000", "2,000", "3,000", "3,000"]],
        "Linux, preempt-rt: from poll() and from WAIT": [
            ["2", "9", "9.5", "10", "10"],
            ["2", "11", "11.5", "12", "12"],
            ["2", "13", "13.5", "14", "14"],
        ],
    }
    assert len({figure.anchor for figure in found}) == len(found)
    assert sum("which alone takes 1%" in figure.method for figure in found) == 1


def test_figures_are_the_issue_s_sizes():
    plans = [*measure.WAKE_UPS.items(), *measure.FURTHER.items()]
    planned = [measurement for _, group in plans for measurement in group]
    assert {measurement.tasks for measurement in planned if measurement.test < 2} == {
        *range(1, 13),
        16,
        32,
        64,
    }
    assert all(measurement.tasks <= channels for channels, group in plans for measurement in group)
    assert {measurement.tasks for measurement in planned if measurement.test == 2} == {0, 1, 12, 64}
    assert {measurement.base for measurement in planned} == {0, 1, 2}
    loaded = [measurement for measurement in planned if measurement.load and measurement.test == 0]
    assert min(measurement.releases for measurement in loaded) >= 2000


def wakes(base: int, test: int, latencies: dict[int, int]) -> list[results.Record]:
    lines = []
    for tasks, cycles in latencies.items():
        measurement = measure.Measurement(base, test, tasks, 1, measure.MILLISECOND)
        lines.append(f"measure {measurement.text}")
        lines += [f"sample {task} {cycles}" for task in range(tasks if test else 1)]
    return measure.records_of("preempt", lines)


@pytest.mark.parametrize(
    ("software", "nanosleep", "faster", "less"),
    [
        ({1: 1100, 12: 1200}, 1300, Verdict.CONFIRMED, Verdict.CONFIRMED),
        ({1: 1100, 12: 1200}, 110, Verdict.OTHER_FIGURE, Verdict.CONFIRMED),
        ({1: 1100, 12: 1100}, 90, Verdict.REFUTED, Verdict.OTHER_FIGURE),
    ],
)
def test_claims_follow_from_the_records(
    software: dict[int, int], nanosleep: int, faster: Verdict, less: Verdict
):
    records = [
        *wakes(0, 0, {1: 100, 12: 101}),
        *wakes(0, 1, {1: 100, 12: 200}),
        *wakes(1, 0, software),
        *wakes(1, 1, {1: 100, 12: 400}),
        *wakes(2, 0, {12: nanosleep}),
    ]
    found = linux_claims.claims(records)
    assert [claim.verdict for claim in found] == [faster, less]


def test_what_is_not_measured_is_not_judged():
    assert linux_claims.claims([]) == []
    assert {claim.verdict for claim in linux_claims.claims(wakes(0, 0, {1: 100}))} == {Verdict.OPEN}


def test_the_report_has_a_part_for_linux(records: list[results.Record]):
    empty = results.Results(synthetic.VERSIONS, [])
    assert 'id="linux"' not in render(empty)
    page = render(empty, {measure.FILE_NAME: results.Results({"linux": "6.12.117-1"}, records)})
    assert 'id="linux"' in page
    assert "6.12.117-1" in page


def printed_below(cycles: int) -> list[str]:
    """Lines of all measurements, whose states of Linux take turns."""
    lines = []
    first = 0
    for number, measurement in enumerate(lateness.MEASUREMENTS):
        lines.append(f"lateness {measurement.text} {first}")
        lines += [
            f"freertos {cycles + number + i % 3} {i % 3}" for i in range(measurement.releases)
        ]
        lines += [f"nanosleep {20 * cycles + i}" for i in range(9)]
        first += measurement.releases
    return lines


class Code:
    """Stands in for that of a program: names of functions by their addresses."""

    def place(self, address: int) -> symbols.Place:
        return symbols.Place(address, f"function_{address}", None)


def below(lines: list[str]) -> list[results.Record]:
    """The records of these lines, and of edges and stretches that a simulator saw meanwhile."""
    releases = sum(measurement.releases for measurement in lateness.MEASUREMENTS)
    edges = [machine.Edge(7, i % 4, i % 4 and 20 + i % 4, 200) for i in range(releases)]
    edges += [machine.Edge(1, 2, 30, 250), machine.Edge(0, 3, 0, 999), machine.Edge(4, 1, 9, 9)]
    stretches = [machine.Stretch(1, 2, 9, 100), machine.Stretch(3, 4, 5, 226)]
    run = machine.Run(lines, edges, stretches)
    return lateness.records_of(run, lateness.FREERTOS, lateness.MEASUREMENTS, Code())


def test_measurements_below_linux_become_records():
    records = below(printed_below(300))
    found = [
        (record.variant, record.test, record.metric, record.n, record.min, record.max)
        for record in records
    ]
    assert found == [
        ("freertos", "one-wakes", "latency", 1000, 300, 302),
        ("freertos", "one-wakes", "latency-kernel", 666, 301, 302),
        ("freertos", "one-wakes", "latency-masked", 333, 302, 302),
        ("freertos", "one-wakes", "entry", 750, 0, 22),
        ("nanosleep", "one-wakes", "latency", 9, 6000, 6008),
        ("freertos", "one-wakes", "latency", 10000, 301, 303),
        ("freertos", "one-wakes", "latency-kernel", 6666, 302, 303),
        ("freertos", "one-wakes", "latency-masked", 3333, 303, 303),
        ("freertos", "one-wakes", "entry", 7500, 0, 22),
        ("nanosleep", "one-wakes", "latency", 9, 6000, 6008),
        ("freertos", "line-rises", "entry", 1, 30, 30),
        ("freertos", "line-rises", "latency", 1, 250, 250),
        ("freertos", "masked", "longest", 1, 226, 226),
    ]
    assert {record.kernel for record in records} == {"linux-below"}
    assert records[-1].parameters["begin"] == "function_3"
    assert records[-1].parameters["end"] == "function_4"


@pytest.mark.parametrize("kept", ["lateness", "freertos", "nanosleep"])
def test_a_missing_sample_below_linux_is_an_error(kept: str):
    lines = printed_below(300)
    lines.remove(next(line for line in reversed(lines) if line.startswith("freertos")))
    without = [line for line in printed_below(300) if not line.startswith(kept)]
    for wrong in (lines, without):
        with pytest.raises(IsochronError, match="samples are missing"):
            below(wrong)


def test_the_report_shows_the_system_below_linux(tmp_path: Path):
    records = below(printed_below(300))
    (figure,) = linux.figures(records)
    first = figure.table.rows[0]
    assert list(first.cells) == ["1,000", "300", "301", "302", "302"]
    assert len(figure.table.rows) == len(records) - 1
    assert "226 cycles at most, from function_3 to function_4." in figure.method
    file = results.Results({"linux": "6.12"}, records)
    assert results.load(results.save(file, tmp_path, lateness.FILE_NAME)).records == records


THROUGHPUT = [
    "throughput 0 900 5000100 3 1",
    "throughput 10 800 5000100 0 2",
    "throughput 50 400 5000100 2 10",
]


def test_what_is_left_to_linux_becomes_records_and_a_figure():
    records = throughput.records_of(["ok", *THROUGHPUT, "PASS"])
    found = [(record.metric, record.parameters["taken"], record.max) for record in records]
    assert ("rounds", 50, 400) in found
    assert ("drift", 0, 3) in found
    assert ("steal", 50, 100) in found
    assert len(found) == 9
    (figure,) = linux.figures(records)
    assert list(figure.table.rows[0].cells) == ["900", "800", "400"]
    with pytest.raises(IsochronError, match="other figures"):
        throughput.records_of(THROUGHPUT[:2])


def test_answers_to_a_program_of_linux_become_records_and_a_figure():
    lines = [f"ask {way} {5000 + i}" for way in asking.WAYS for i in range(asking.QUESTIONS)]
    records = asking.records_of([*lines, "ok", "PASS"])
    assert [(record.n, record.min, record.max) for record in records] == [(200, 5000, 5199)] * 5
    (figure,) = linux.figures(records)
    assert [row.cells[0] for row in figure.table.rows] == ["200"] * 5
    with pytest.raises(IsochronError, match="999"):
        asking.records_of(lines[1:])


def test_the_report_shows_tasks_that_wait():
    samples = [Sample(waiting.TEST, "latency", 208, 0, 0, {"tasks": count}) for count in (1, 64)]
    records = [
        record for variant in waiting.BASES for record in lateness.summarised(variant, samples)
    ]
    (figure,) = linux.figures(records)
    assert [row.name.rsplit(", ")[-1] for row in figure.table.rows] == ["1 tasks", "64 tasks"] * 2


def periodic(variant: str, taken: dict[int, int]) -> list[results.Record]:
    """The records of what 12 tasks take, by the period in milliseconds, and of two wake-ups."""
    lines = [f"stolen 0xc {period:#x} {cycles:#x} 0xf4240" for period, cycles in taken.items()]
    return periods.records_of(variant, [*lines, "woken 0xc 0x64 0x3e8", "woken 0xc 0x66 0x3ea"])


@pytest.mark.parametrize(
    ("at_50_ms", "verdict"), [(20_000, Verdict.CONFIRMED), (10_000, Verdict.REFUTED)]
)
def test_what_periodic_tasks_take_below_linux_is_shown_and_judged(at_50_ms: int, verdict: Verdict):
    records = [
        *periodic(lateness.FREERTOS, {1: 90_000, 10: 10_000, 50: 10_000}),
        *periodic(lateness.SOFTWARE, {10: 11_000, 50: at_50_ms}),
    ]
    woken, taken = linux.figures(records)
    assert [row.cells[2] for row in woken.table.rows] == ["101", "101", "1,001", "1,001"]
    assert [list(row.cells) for row in taken.table.rows] == [
        ["9%", "1%", "1%"],
        ["below its tick", "1.1%", "2%" if at_50_ms == 20_000 else "1%"],
    ]
    (*_, gain) = linux_claims.claims(records)
    assert gain.verdict == verdict


@pytest.mark.parametrize(("cycles", "verdict"), [(300, Verdict.CONFIRMED), (3000, Verdict.REFUTED)])
def test_the_paper_s_factor_is_looked_for_below_linux_too(cycles: int, verdict: Verdict):
    loaded = measure.records_of("preempt", [f"measure {LOADED.text}", *["sample 0 9000"] * 2])
    (found,) = [
        claim
        for claim in linux_claims.claims([*loaded, *below(printed_below(cycles))])
        if claim.where == "FreeRTOS on the hardware kernel below Linux"
    ]
    assert found.verdict == verdict


def test_steps_of_the_motor_become_records_and_a_figure():
    lines = [f"late {200 + i % 50}" for i in range(motor.STEPS)]
    (record,) = records = motor.records_of([*lines, "PASS"])
    assert (record.n, record.min, record.max) == (2000, 200, 249)
    (figure,) = linux.figures(records)
    assert figure.table.rows[0].cells[0] == "2,000"
    with pytest.raises(IsochronError, match="1999 steps"):
        motor.records_of(lines[1:])


def test_a_soak_s_figures_are_those_of_all_starts():
    lines = ["ok", "soak 10 200", "soak 7 140", "soaked 1 19000 390", "PASS"]
    found = {record.metric: record.max for record in soak.records_of(lines)}
    assert found == {
        soak.ROUNDS: 17,
        soak.QUESTIONS: 340,
        soak.STARTS: 1,
        soak.RELEASES: 19000,
        soak.LATEST: 390,
    }
    with pytest.raises(IsochronError, match="each start"):
        soak.records_of(lines[2:])


@pytest.mark.parametrize("others", [[], ["--measure"], ["--kernel", "below"]])
def test_a_part_of_the_measurements_needs_kernels_that_have_it(others: list[str]):
    done = invoke("linux", "--part", "waiting", *others)
    assert done.exit_code == 2
    assert "--part needs --measure" in done.output
