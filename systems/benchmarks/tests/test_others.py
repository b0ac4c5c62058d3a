# SPDX-License-Identifier: Apache-2.0
"""Benchmarks of others on FreeRTOS: porting layers, the user's trees, recorded figures."""

import re
from collections.abc import Iterable
from pathlib import Path

import pytest
import synthetic
from systems.benchmarks.lab import (
    jobs,
    page,
    periodic_tasks,
    recorded,
    report,
    rtos_benchmark,
    rtosbench,
    system,
    thread_metric,
)
from systems.benchmarks.lab.tree import CLOCK_HZ, TICK_HZ, Cycles

from isochron import suites, versions
from isochron.building import firmware, platforms
from isochron.errors import IsochronError
from isochron.results import Record, Results, Source, counted
from isochron.running import checks, simulator

IBEX = platforms.find("ibex")
KERNELS = [
    kernel
    for kernel in firmware.KERNELS
    if firmware.fits(kernel, IBEX) and kernel != suites.SHORT_TICK_KERNEL
]
FIRST = "isochron"
PROGRAM = Path(__file__).with_name("thread_metric")


@pytest.mark.parametrize(
    "kernel",
    [name if name == FIRST else pytest.param(name, marks=pytest.mark.wide) for name in KERNELS],
)
def test_every_function_of_thread_metrics_porting_layer(kernel: str):
    common = checks.PROGRAMS / "common"
    parts = firmware.Parts((PROGRAM / "every_function.c", common / "checks.c"), (PROGRAM, common))
    symbols = {
        "configUSE_TIME_SLICING": "0",
        "configMAX_PRIORITIES": "32",
        "THREAD_METRIC_SECOND": "1",
    }
    elf = firmware.build(thread_metric.PORT, kernel, defines=symbols, parts=parts)
    result = simulator.run(elf, hardware=firmware.KERNELS[kernel].hardware)
    assert result.exit_code == 0, result.output
    assert re.fullmatch(r"!\npassed [1-9]\d* checks\n", result.output)


@pytest.mark.parametrize(
    "kernel",
    [name if name == FIRST else pytest.param(name, marks=pytest.mark.wide) for name in KERNELS],
)
def test_every_function_of_rtosbenchs_porting_layer(kernel: str):
    folder = Path(__file__).with_name("rtosbench")
    parts = firmware.Parts((rtosbench.PORT / "rtosbench.c",), (folder, rtosbench.PORT))
    symbols = {
        **{"configUSE_MUTEXES": "1", "configUSE_TIME_SLICING": "0"},
        **{"configTICK_RATE_HZ": "1000", "configMAX_PRIORITIES": "32", "RTOSBENCH_RESULTS": "3"},
    }
    elf = firmware.build(folder / "every_function.c", kernel, defines=symbols, parts=parts)
    result = simulator.run(elf, hardware=firmware.KERNELS[kernel].hardware)
    assert result.exit_code == 0, result.output
    turns, delay, interrupt = (
        [int(figure) for figure in line.partition(":")[2].split()]
        for line in result.output.splitlines()
    )
    no_message, mutex_is_free, both_others_ran = turns
    assert (no_message, mutex_is_free, both_others_ran) == (0, 1, 2)
    period = CLOCK_HZ // TICK_HZ
    assert period < delay[2] < 2 * period
    to_the_routine, root_of_nine, to_the_task = interrupt
    assert 0 < to_the_routine < to_the_task < period
    assert root_of_nine == 3 << 16  # a fraction of 16 bits


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Name a folder that has the files' names, of Thread-Metric alone."""
    for name in thread_metric.TREE.files:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    monkeypatch.setenv(thread_metric.TREE.environment, str(tmp_path))
    for other in (rtos_benchmark, rtosbench):
        monkeypatch.delenv(other.TREE.environment, raising=False)
    return tmp_path


def test_the_plan_has_each_test_of_a_given_tree_on_each_kernel(tree: Path):
    planned = jobs.plan(["others"], ["freertos", "isochron"])
    of_tree = [job for job in planned if job.benchmark == thread_metric.NAME]
    assert len(of_tree) == 16
    assert of_tree[0].point == ("others", "thread-metric", "ibex", "freertos", "O2")
    assert of_tree[-1].name == ("thread-metric interrupt-preemption-processing on isochron, ibex")
    assert len(planned) - len(of_tree) == 2 * len(periodic_tasks.TICKS)
    assert jobs.plan(["message-passing"]) == []
    assert jobs.plan(optimisations=["O3"]) == []
    assert {job.kernel for job in jobs.plan(chosen_platforms=["vexriscv"])} > {"isochron"}


def test_without_a_tree_there_are_the_periodic_tasks(monkeypatch: pytest.MonkeyPatch):
    for benchmark in jobs.TREES:
        monkeypatch.delenv(benchmark.environment, raising=False)
    assert {job.benchmark for job in jobs.plan([jobs.SUITE])} == {periodic_tasks.NAME}
    assert system.SYSTEM.inputs() == {}
    with pytest.raises(IsochronError, match=r"clone .* THREAD_METRIC_PATH"):
        thread_metric.TREE.folder()


def test_the_hardware_kernel_keeps_periodic_tasks_of_twelve_microseconds():
    tick = 625
    busy, late = jobs.Job(periodic_tasks.NAME, f"{tick}", "isochron", "ibex").work()
    assert (busy.metric, late.metric) == ("busy-625", "late-625")
    assert late.max == 0
    work = periodic_tasks.work(tick)
    assert work < busy.max < 3 * work
    with pytest.raises(IsochronError, match="did not end"):
        periodic_tasks.figures("busy 5\n")


def test_another_folder_is_refused(tree: Path):
    (tree / "src/message_processing.c").unlink()
    with pytest.raises(IsochronError, match=r"lacks src/message_processing\.c"):
        jobs.plan()


def test_results_depend_on_the_tree(tree: Path):
    before = system.SYSTEM.inputs()
    (tree / "src/tm_report.c").write_text("/* another */")
    assert before.keys() == {"Thread-Metric"}
    assert system.SYSTEM.inputs() != before


def test_a_test_that_finds_an_error_gives_no_figure():
    printed = "Time Period Total:  12\n\nTime Period Total:  13\n"
    assert thread_metric.totals(printed) == [12, 13]
    for output in ("", "ERROR: Invalid counter\nTime Period Total:  12\n", "FATAL: no queue\n"):
        with pytest.raises(IsochronError, match="did not succeed"):
            thread_metric.totals(output)


def test_the_lines_of_rtos_benchmark_are_cycles_of_an_operation():
    printed = (
        "** Yield stats [avg, min, max] in nanoseconds **\n\r\n"
        " Yield (context switch)                  :   1380,   1360,  5300\n\r\n"
        " Create (no context switch)              :    n/a,    n/a,    n/a\n\r\n"
    )
    done = f"{printed} *** Done! ***\n"
    assert rtos_benchmark.operations(done) == {"yield: yield (context switch)": Cycles(69, 68, 265)}
    with pytest.raises(IsochronError, match="did not end"):
        rtos_benchmark.operations(printed)


def test_the_results_of_rtosbench_are_those_of_its_test():
    printed = "-- Sem: Wait block --: 86 87 88\n--- Sem: other---: 1 2 3\n"
    with pytest.raises(IsochronError, match="did not end"):
        rtosbench.operations("semaphore/sem", printed)
    done = printed.replace("--- Sem: other---", "-- Sem: Signal unblock --")
    assert rtosbench.operations("semaphore/sem", done) == {
        "Sem: Wait block": Cycles(87, 86, 88),
        "Sem: Signal unblock": Cycles(2, 1, 3),
    }


def test_rtosbench_runs_on_the_core_on_which_others_measure_by_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    for name in rtosbench.TREE.files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    monkeypatch.setenv(rtosbench.TREE.environment, str(tmp_path))
    planned = [job for job in jobs.plan([jobs.SUITE]) if job.benchmark == rtosbench.NAME]
    assert {job.platform for job in planned} == {rtosbench.PLATFORM}
    assert len(planned) == len(rtosbench.TESTS) * len({job.kernel for job in planned})


def test_the_report_has_a_table_for_each_benchmark():
    of = Source(None, "others", "ibex", "isochron", "bus", optimisation="O2")
    records = [
        counted(of, "thread-metric", "message-processing", "operations", [80_000], {}),
        counted(of, "rtos-benchmark", "yield-yield-context-switch", "cycles", [1234], {}),
    ]
    silicon = synthetic.silicon("soc", 32, clocks=(40.0,))
    content = system.SYSTEM.shown(Results({}, records), silicon)
    rows = {
        table.title: [(row.name, list(row.cells)) for row in table.rows] for table in content.tables
    }
    stored = [title for title in rows if "(recorded at " in title]
    assert len(stored) == 2  # RTOSBench and the periodic tasks
    counts, cycles, rates = (rows[title] for title in rows if title not in stored)
    assert counts == [("message processing", ["80,000 (31)"])]
    assert cycles == [("yield yield context switch", ["1,234"])]
    assert rates == [("message processing", ["1,280,000"])]
    assert report.content([], []) is None


TABLES = """\
| no benchmark | `isochron` |
|---|---|
| stays | 1 |

## Thread-Metric
| test | Isochron, `isochron` |
|---|---|
| gone | 1 (1) |

| at | 1.0 MHz, `isochron` |
|---|---|
| gone | 1 |

| at | 1.0 MHz, `isochron` | 2.0 MHz, `of a system that is gone` |
|---|---|---|
| stays | 1 | 2 |

Text.
"""
WRITTEN = """\
| no benchmark | `isochron` |
|---|---|
| stays | 1 |

## Thread-Metric
| test | Isochron, `isochron` |
|---|---|
{totals}

| at | 40.0 MHz, `isochron` |
|---|---|
{rates}

| at | 1.0 MHz, `isochron` | 2.0 MHz, `of a system that is gone` |
|---|---|---|
| stays | 1 | 2 |

Text.
"""


def test_the_tables_of_a_page_are_made_of_records():
    of = Source(None, "others", "ibex", "isochron", "bus", optimisation="O2")
    records = [
        counted(of, "thread-metric", test, "operations", [80_000], {})
        for test in thread_metric.TESTS
    ]
    names = [test.replace("-", " ") for test in thread_metric.TESTS]
    clocks = synthetic.silicon("soc", 32, clocks=(40.0,))
    assert page.written(TABLES, records, clocks) == WRITTEN.format(
        totals="\n".join(f"| {name} | 80,000 (31) |" for name in names),
        rates="\n".join(f"| {name} | 1,280,000 |" for name in names),
    )


def test_the_page_has_the_recorded_figures():
    for path, text in page.texts().items():
        assert path.read_text() == text


def figures(records: Iterable[Record]) -> dict[tuple[str, str, str], int]:
    """Return the figures of records, by benchmark, metric and kernel."""
    return {(record.test, record.metric, record.kernel): int(record.median) for record in records}


def test_the_recorded_run_is_whole():
    stored = recorded.load()
    assert {tree.title for tree in jobs.TREES} < stored.versions.keys()
    versions.refuse_changed(stored.versions["isochron"])
    found = figures(stored.records)
    whole = {(thread_metric.NAME, test) for test in thread_metric.TESTS}
    whole |= {
        (periodic_tasks.NAME, f"{name}-{tick}")
        for name in periodic_tasks.UNITS
        for tick in periodic_tasks.TICKS
    }
    whole |= {point[:2] for point in found if point[0] == rtos_benchmark.NAME}
    assert {(*point, kernel) for point in whole for kernel in KERNELS} < found.keys()
    titles = {jobs.metric(title) for titles in rtosbench.TESTS.values() for title in titles}
    assert {point[1:] for point in found if point[0] == rtosbench.NAME} >= {
        (title, kernel) for title in titles for kernel in ("freertos-optimised", "isochron")
    }


def test_nothing_is_recorded_of_other_sources_or_without_a_tree(
    tree: Path, monkeypatch: pytest.MonkeyPatch
):
    with pytest.raises(IsochronError, match="RTOS_BENCHMARK_PATH"):
        recorded.record()
    monkeypatch.setattr(jobs, "TREES", (thread_metric.TREE,))
    monkeypatch.setattr(versions, "repository", lambda: f"abcdef0{versions.DIRTY}")
    with pytest.raises(IsochronError, match="commit first"):
        recorded.record()


@pytest.mark.wide
@pytest.mark.parametrize("benchmark", jobs.TREES, ids=lambda tree: tree.title)
def test_what_is_recorded_is_measured(benchmark, monkeypatch: pytest.MonkeyPatch):
    if not benchmark.is_given:
        pytest.skip(f"{benchmark.environment} does not say where it is")
    for other in jobs.TREES:
        if other != benchmark:
            monkeypatch.delenv(other.environment, raising=False)
    planned = [job for job in jobs.plan([jobs.SUITE]) if job.benchmark != periodic_tasks.NAME]
    measured = figures(record for job in planned for record in job.work())
    assert measured
    assert measured.items() <= figures(recorded.load().records).items()


@pytest.mark.wide
def test_the_recorded_periodic_tasks_are_measured(monkeypatch: pytest.MonkeyPatch):
    for benchmark in jobs.TREES:
        monkeypatch.delenv(benchmark.environment, raising=False)
    measured = figures(record for job in jobs.plan([jobs.SUITE]) for record in job.work())
    assert len(measured) == 2 * len(periodic_tasks.TICKS) * len(KERNELS)
    assert measured.items() <= figures(recorded.load().records).items()
