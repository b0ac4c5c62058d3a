# SPDX-License-Identifier: Apache-2.0
"""The suite of several cores, and its section of the report."""

import pytest
from systems.smp.lab import machine, report, table

from isochron import results
from isochron.results import Record

RATES = {1: 100, 2: 190, 4: 360}
"""Made up, by cores."""
POINTS = {"calls": (1, 2, 4), "pairs": (1, 8), "job": (1, 2)}


def records(job: table.Job) -> list[Record]:
    """Return made-up records of a job."""
    source = results.Source(None, table.SUITE, table.PLATFORM, job.kernel, "bus", job.variant)
    return [
        results.counted(
            *(source, job.program, metric, "cycles"),
            [RATES[job.cores], RATES[job.cores]],
            {"cores": job.cores} | ({} if tasks is None else {"tasks": tasks}),
        )
        for metric in table.METRICS[job.program]
        for tasks in POINTS.get(metric, (None,))
    ]


def made_up() -> list[Record]:
    return [record for job in table.plan() for record in records(job)]


def test_every_call_and_every_number_of_cores_is_shown() -> None:
    content = report.content(made_up())
    assert content is not None
    calls = next(table for table in content.tables if table.title == "Calls")
    assert [row.name for row in calls.rows] == [*table.METRICS[table.CALLS].values()]
    assert [head.split(", ")[-1] for head in calls.heads] == [
        *("1 core", "2 cores", "4 cores") * 2,
        *("2 cores", "4 cores"),
    ]


def test_gain_and_waiting_follow_from_the_rates() -> None:
    found = report.Found(made_up())
    column = ("freertos", table.COUNTING, 4)
    assert found.gain(column) == {1: 3.6, 8: 3.6}
    assert found.waits(column) == {1: 0, 2: 50, 4: 75}


def test_without_measurements_there_is_no_section() -> None:
    assert report.content([]) is None


def test_a_selection_chooses() -> None:
    assert len(table.plan([table.SUITE])) == 24
    assert len(table.plan((), ["isochron"])) == 9


@pytest.mark.parametrize("program", table.PROGRAMS)
def test_a_program_measures_its_metrics(program: str) -> None:
    found = {record.metric for record in table.Job(program, machine.KERNELS[0], 2).work()}
    assert found == {*table.METRICS[program]}
