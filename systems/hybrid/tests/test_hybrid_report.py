# SPDX-License-Identifier: Apache-2.0
"""The hybrid's section of the report, and what its paper claims."""

from collections.abc import Sequence

import pytest
import synthetic
from systems.hybrid.lab import report, system

from isochron.report.kinds import Verdict
from isochron.report.series import Measured
from isochron.results import Record, Results
from isochron.suites.job import plan


@pytest.fixture(scope="module")
def results() -> Results:
    return synthetic.results(plan(["co-designed"]))


def verdicts(records: Sequence[Record]) -> dict[str, Verdict]:
    return {claim.claimed: claim.verdict for claim in system.SYSTEM.claims(records)}


def test_a_tick_in_hardware_is_what_was_measured(results: Results):
    """Table II shows the whole tick where there is no function, and 0 only if that was measured."""
    claim = "In hardware the tick takes no time"
    assert verdicts(results.records)[claim] is Verdict.REFUTED
    measured = [
        type(record)(**{**vars(record), "max": 0, "median": 0, "mean": 0.0})
        if (record.test, record.kernel) == ("tick-of-many", "hybrid")
        else record
        for record in results.records
    ]
    measured = [
        type(record)(**{**vars(record), "parameters": {**record.parameters, "waking": 5}})
        if record.parameters.get("waking") == 16
        else record
        for record in measured
    ]
    assert verdicts(measured)[claim] is Verdict.CONFIRMED
    shown = report.figures(Measured(measured), [])
    (figure,) = (plot for plot in shown if plot.metric == "increment-tick")
    rows = (row for row in figure.table.rows if row.cells[0] == "vexriscv")
    cells = {row.name: row.cells[1] for row in rows}
    assert cells["Isochron hybrid, the whole tick"].startswith("0 ")
    assert cells["Isochron, the whole tick"].startswith("60 ")


def test_times_of_the_co_designed_suite_need_the_clock_of_its_soc(results: Results):
    def labels(tasks: int) -> dict[str, list[str]]:
        records = synthetic.silicon("soc-hybrid", tasks, clocks=(40.0,))
        figure, *_ = report.figures(Measured(results.records), records)
        return {row.name: row.cells for row in figure.table.rows if "microseconds" in row.name}

    assert labels(32) == {}
    (cells,) = labels(64).values()
    assert cells == ["ibex"] + ["0.75"] * 3 + ["does not fit"] * 5


def test_nothing_measured_is_said() -> None:
    assert set(verdicts([]).values()) == {Verdict.OPEN}
    assert not system.SYSTEM.shown(Results({}, []), [])
