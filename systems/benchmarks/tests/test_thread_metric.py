# SPDX-License-Identifier: Apache-2.0
"""Thread-Metric on FreeRTOS: the porting layer, the user's tree, and the page's figures."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from systems.benchmarks.lab import report, system, thread_metric

from isochron.building import firmware, platforms
from isochron.paths import ROOT
from isochron.results import Results, Source, counted
from isochron.running import simulator
from isochron.suites.measurement import NotMeasured

IBEX = platforms.find("ibex")
KERNELS = [kernel for kernel in firmware.KERNELS if firmware.fits(kernel, IBEX)]
FIRST = "isochron"
PROGRAM = Path(__file__).with_name("every_function")
PAGE = ROOT / "docs/reference/other-tables.md"


@pytest.mark.parametrize(
    "kernel",
    [name if name == FIRST else pytest.param(name, marks=pytest.mark.wide) for name in KERNELS],
)
def test_every_function_of_the_porting_layer(kernel: str):
    parts = firmware.Parts((PROGRAM / "every_function.c",), (PROGRAM,))
    symbols = {
        "configUSE_TIME_SLICING": "0",
        "configMAX_PRIORITIES": "32",
        "THREAD_METRIC_SECOND": "1",
    }
    elf = firmware.build(thread_metric.PORT, kernel, defines=symbols, parts=parts)
    result = simulator.run(elf, hardware=firmware.KERNELS[kernel].hardware)
    assert (result.exit_code, result.output) == (0, "every function\n")


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Name a folder that has the files' names."""
    for name in ("include", "src"):
        (tmp_path / name).mkdir()
    names = [f"src/{test.replace('-', '_')}.c" for test in thread_metric.TESTS]
    for name in ("include/tm_api.h", "src/tm_report.c", *names):
        (tmp_path / name).write_text("")
    monkeypatch.setenv(thread_metric.ENVIRONMENT, str(tmp_path))
    return tmp_path


def test_the_plan_has_each_test_on_each_kernel(tree: Path):
    jobs = thread_metric.plan(["thread-metric"], ["freertos", "isochron"])
    assert [job.point for job in jobs][:2] == [
        ("thread-metric", "basic-processing", "ibex", "freertos", "O2"),
        ("thread-metric", "cooperative-scheduling", "ibex", "freertos", "O2"),
    ]
    assert len(jobs) == 16
    assert thread_metric.plan(["message-passing"]) == []
    assert thread_metric.plan(optimisations=["O3"]) == []
    assert {job.kernel for job in thread_metric.plan(chosen_platforms=["vexriscv"])} > {"isochron"}


def test_without_a_tree_only_who_names_the_suite_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv(thread_metric.ENVIRONMENT, raising=False)
    assert thread_metric.plan() == []
    assert system.SYSTEM.inputs() == {}
    with pytest.raises(thread_metric.ThreadMetricError, match=r"clone https://.*_PATH"):
        thread_metric.plan(["thread-metric"])


def test_another_folder_is_refused(tree: Path):
    (tree / "src/message_processing.c").unlink()
    with pytest.raises(thread_metric.ThreadMetricError, match=r"lacks src/message_processing\.c"):
        thread_metric.plan()


def test_results_depend_on_the_tree(tree: Path):
    before = system.SYSTEM.inputs()
    (tree / "src/tm_report.c").write_text("/* another */")
    assert before.keys() == {"Thread-Metric"}
    assert system.SYSTEM.inputs() != before


def test_a_test_that_finds_an_error_gives_no_figure():
    assert thread_metric.totals("Time Period Total:  12\n\nTime Period Total:  13\n") == [12, 13]
    for output in ("", "ERROR: Invalid counter\nTime Period Total:  12\n", "FATAL: no queue\n"):
        with pytest.raises(NotMeasured, match="did not succeed"):
            thread_metric.totals(output)


def test_the_report_has_a_row_for_each_test():
    of = Source(None, "thread-metric", "ibex", "isochron", "bus", optimisation="O2")
    record = counted(of, "message-processing", "total", "operations", [80_000], {})
    section = system.SYSTEM.section and system.SYSTEM.section(Results({}, [record]), [])
    assert section is not None
    (table,) = section.content.tables
    assert len(table.rows) == 8
    assert [row.cells for row in table.rows if row.name == "message processing"] == [
        ["80,000 (125)"]
    ]
    assert report.content([]) is None


def shown() -> dict[tuple[str, str], int]:
    """Return the page's totals, by test and kernel."""
    lines = re.findall(r"^\| (.*) \|$", PAGE.read_text(), re.MULTILINE)
    head, *rows = lines[: 1 + len(thread_metric.TESTS)]
    kernels = [re.sub(r".*`(.*)`.*", r"\1", cell) for cell in head.split(" | ")[1:]]
    totals = {}
    for row in rows:
        test, *cells = row.split(" | ")
        for kernel, cell in zip(kernels, cells, strict=True):
            total = int(cell.split(" ")[0].replace(",", ""))
            assert cell == report.cell(total)
            totals[test.replace(" ", "-"), kernel] = total
    return totals


def test_the_page_shows_every_test_on_every_kernel_of_ibex():
    assert {test for test, _ in shown()} == set(thread_metric.TESTS)
    assert {kernel for _, kernel in shown()} >= set(KERNELS)


@pytest.mark.wide
@pytest.mark.skipif(
    thread_metric.ENVIRONMENT not in os.environ, reason="the user's tree is not given"
)
def test_the_page_shows_what_is_measured():
    measured = {
        (job.test, job.kernel): int(record.median)
        for job in thread_metric.plan([thread_metric.SUITE])
        for record in job.work()
    }
    assert measured.items() <= shown().items()
