# SPDX-License-Identifier: Apache-2.0
"""The time manager's section of the report."""

import synthetic
from systems.time_manager.lab import report

from isochron.report.series import Measured
from isochron.suites.job import plan


def test_the_time_managers_area_is_drawn_against_tasks():
    results = synthetic.results(plan(["time-manager"]))
    records = [
        *synthetic.silicon("time-manager", 4, comb=777),
        *synthetic.silicon("time-manager", 64, comb=888),
    ]
    shown = report.figures(Measured(results.records), records)
    (area,) = (figure for figure in shown if figure.anchor == "time-manager-area")
    assert area.table.heads == ["4 tasks", "64 tasks"]
    assert area.table.rows[0].cells == ["777", "888"]


def test_the_overhead_is_shown_for_each_number_of_tasks_on_each_time_base():
    measured = Measured(synthetic.results(plan(["time-manager"])).records)
    shown = {figure.anchor: figure.table for figure in report.figures(measured, [])}
    bases = ["time manager", "tick-less software", "software time base"]
    bases += [f"{base}, FreeRTOS" for base in bases]
    for tasks in (1, 12, 64):
        names = [row.name for row in shown[f"overhead-overhead-{tasks}"].rows]
        assert names[:6] == bases
        assert names[6:11] == [f"times less: than {base}" for base in bases[1:]]


def test_tasks_that_double_the_time_of_another_one_take_half_of_the_processor():
    assert report.share(20, 20 * report.CYCLES_PER_MS) == 50
    assert report.share(1, 0) == 0
