# SPDX-License-Identifier: Apache-2.0
"""The suite of energy, and its section of the report."""

import pytest
from systems.energy.lab import report, soc, table
from systems.energy.lab.activity import Activity

from isochron import results
from isochron.errors import IsochronError
from isochron.results import Record

TOGGLES = {"freertos-optimised": 2000, "isochron": 1000, "isochron-contexts": 500}
"""Made up, by kernel."""


def made_up() -> list[Record]:
    """Return made-up records of all jobs, without gates on the clock."""
    found = []
    for job in table.plan():
        of = results.Source(None, table.SUITE, table.PLATFORM, job.kernel, "bus", job.variant)
        where = {"load": job.load} if job.load else {}
        found += [
            results.counted(of, job.program, metric, "toggles", [TOGGLES[job.kernel]], where)
            for metric in table.METRICS[job.program]
        ]
    return found


def test_everything_is_over_the_figure_of_freertos() -> None:
    content = report.content(made_up())
    assert content is not None
    free = next(shown for shown in content.tables if shown.title == report.CLOCKS[""])
    loads = len(table.LOADS)
    assert [row.name for row in free.rows] == [*report.LABELS.values()]
    assert [row.cells for row in free.rows] == [
        [f"{ratio}\N{MULTIPLICATION SIGN}"] * loads
        for ratio in ("1.00", "1.00", "0.50", "0.50", "0.25")
    ]
    assert content.tables[-1].rows[0].cells == [
        f"{own} ({ratio}\N{MULTIPLICATION SIGN})"
        for own, ratio in (("2", "1.00"), ("1", "0.50"), ("1", "0.50"), ("0.5", "0.25"))
    ]


def test_without_measurements_there_is_no_section() -> None:
    assert report.content([]) is None


def test_a_selection_chooses() -> None:
    assert len(table.plan([table.SUITE])) == 33
    assert len(table.plan((), ["isochron"])) == 14


def readings(*texts: str) -> list[tuple[str, Activity]]:
    """Return what is counted until each of some lines, one after the other."""
    return [(text, Activity(n * 1000, n, n * 10, n * 50, n * 5)) for n, text in enumerate(texts)]


def test_a_call_is_a_part_of_what_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soc, "kept", lambda *_: readings("", "", "", ""))
    found = table.Job(table.CALLS, "isochron").work()
    assert [(record.metric, record.median) for record in found] == [
        *(("pair", 11), ("pair-gated", 2)),
        *(("switching-pair", 11), ("switching-pair-gated", 2)),
    ]


def test_a_program_that_prints_too_little_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soc, "kept", lambda *_: readings("", ""))
    with pytest.raises(IsochronError, match=r"energy load of 30% on isochron: .* printed 2 lines"):
        table.Job(table.LOAD, "isochron", 30).work()
