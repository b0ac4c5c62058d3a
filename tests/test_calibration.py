# SPDX-License-Identifier: Apache-2.0
"""What the calibration measures is within its terms, and no term is more than it needs."""

from collections.abc import Sequence

import pytest
from night import NIGHT
from test_analysis import halved

from isochron import bench
from isochron.analysis import overheads
from isochron.analysis.model import TICK
from isochron.analysis.overheads import Overheads
from isochron.errors import IsochronError
from isochron.results import Record
from isochron.suites import contexts
from isochron.suites.calibration import CROSSING_DISTANCE, TICK_DISTANCE


def predicted(of: Overheads, record: Record, least: float, nothing: float) -> float:
    """Return what a record of the calibration may be at most, by the terms.

    Args:
        least: the smallest sample of the record's metric.
        nothing: the record's, but without what it is about: of mutexes, of no call, of line 1.
    """
    point = record.parameters
    ticks = [of.tick, *(of.tick + of.tick_any + of.wake * n for n in range(1, 17))]
    job = of.jobs.get(record.variant or TICK, of.jobs[TICK])
    if record.metric in ("tick", "tick-beside-delayed"):
        return ticks[record.number("waking")]
    if record.metric == "job-by-tick":
        return ticks[1] + job.whole(0, record.number("distance"))
    if record.metric == "jobs-in-turn":
        number = record.number("jobs")
        return ticks[number] + number * job.whole(0, 1)
    if record.metric == "job-past-delayed":
        return ticks[1] + job.whole(record.number("delayed"), 1)
    if record.metric == "tick-to-task":
        due = record.number("due")
        return ticks[due + 1] + job.to_start(due)
    if record.metric == "tick-behind-tick":
        return ticks[1] + job.to_start(0) + of.resumed
    if record.metric == "tick-at-job-end":
        return least + of.at_end
    if record.metric == "job-by-interrupt":
        return job.whole(0, record.number("distance"))
    if record.metric == "interrupt-to-task":
        return job.to_start(0)
    if record.metric == "interrupt-for-lower":
        return of.for_lower[record.variant]
    if record.metric == "interrupt-of-line":
        return nothing + of.line_each * (record.number("line") - 1)
    if record.metric == "interrupt-across-job":
        two = job.whole(0, 1) + job.whole(0, CROSSING_DISTANCE)
        return two + of.crossing_each[record.variant] + of.resumed
    if record.metric == "interrupt-across-tick":
        by_tick = ticks[1] + of.jobs[TICK].whole(0, 1)
        return by_tick + job.whole(0, TICK_DISTANCE) + of.crossing[record.variant]
    if record.metric == "mutex":
        pairs = {"none": 0, "job": 0, "low": 1, "higher": 1, "both": 2}[point["users"]]
        return nothing + pairs * of.mutex + (of.contention if pairs == 2 else 0)
    if record.metric == "call":
        return of.calls[point["call"]]
    if record.metric == "release-in-call":
        return nothing + of.extra[record.variant][point["call"]]
    due = overheads.OTHERS * (of.wake + of.jobs[TICK].start_each)
    due = due if point["call"] == overheads.DUE_TOO else 0
    return nothing + of.late[record.variant][point["call"]] + due


def above(of: Overheads, records: Sequence[Record]) -> list[Record]:
    """Return the records of the calibration that are above what the terms say."""
    least: dict[str, float] = {}
    most = {
        (record.metric, record.variant, *record.parameters.values()): record.max
        for record in records
    }
    for record in records:
        least[record.metric] = min(record.min, least.get(record.metric, record.min))
    found = []
    for record in records:
        nothing = 0.0
        if record.metric == "mutex":
            job = record.parameters["users"] in ("job", "higher", "both")
            nothing = most["mutex", None, "job" if job else "none", "O2"]
        elif record.metric in ("release-behind-call", "release-in-call"):
            nothing = most[record.metric, record.variant, "nothing", "O2"]
        elif record.metric == "interrupt-of-line":
            nothing = most[record.metric, record.variant, 1, "O2"]
        if record.max > predicted(of, record, least[record.metric], nothing):
            found.append(record)
    return found


def measured(name: str, kernel: str) -> list[Record]:
    """Run a suite or test on Ibex; return its records, without those that count switches."""
    jobs = bench.plan([name], [kernel], ["ibex"], ["O2"])
    records = [record for job in jobs for record in job.work()]
    return [record for record in records if record.metric not in (contexts.HITS, contexts.MISSES)]


@pytest.fixture(scope="module")
def calibrated(terms: Overheads) -> list[Record]:
    return measured("calibration", terms.kernel)


def test_no_sample_of_the_calibration_is_above_its_terms(
    terms: Overheads, calibrated: list[Record]
):
    assert above(terms, calibrated) == []


def test_a_halved_term_is_below_a_sample_of_the_calibration(
    terms: Overheads, calibrated: list[Record]
):
    unseen = [name for name, other in halved(terms) if not above(other, calibrated)]
    assert unseen == []


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(kernel, marks=[pytest.mark.wide, NIGHT])  # calibrates it
        for kernel in ("isochron", "freertos", "isochron-contexts")
    ],
)
def terms(request: pytest.FixtureRequest) -> Overheads:
    return overheads.measured(request.param)


def test_a_tick_takes_what_the_suite_operations_measures(
    terms: Overheads, calibrated: list[Record]
):
    """By another program, for 0 to 16 tasks that wake, within a cycle; the line through these is
    steeper by less than an eighth of a cycle. The terms have a task that stays delayed, which makes
    a tick dearer once where others wake; that program has none."""
    ticks, beside = (
        {record.number("waking"): record.max for record in calibrated if record.metric == metric}
        for metric in ("tick", "tick-beside-delayed")
    )
    stays = max(cycles - ticks[waking] for waking, cycles in beside.items())
    records = measured("tick", terms.kernel)
    assert len(records) == 17
    for record in records:
        waking = record.number("waking")
        assert abs(ticks[waking] - record.max) <= 1, waking
        ours = terms.tick + (terms.tick_any - stays + terms.wake * waking if waking else 0)
        assert abs(ours - record.max) <= 1 + waking * (terms.kernel == "freertos") // 8, waking


def test_an_interrupt_takes_what_the_other_suites_measure(terms: Overheads):
    jobs = bench.plan(["interrupt-response-1", "interrupt"], [terms.kernel], ["ibex"], ["O2"])
    found = {
        (job.run.variant, record.metric, record.parameters.get("background", "loop")): record.max
        for job in jobs
        for record in job.work()
    }
    for variant, job in terms.jobs.items():
        if variant != TICK:
            assert abs(job.start - found[variant, "task-dispatch", "loop"]) <= 2
            stolen = found[variant, "interrupt-stolen", "loop"]
            assert abs(terms.for_lower[variant] - stolen) <= 1


def test_a_kernel_without_figures_is_refused():
    with pytest.raises(IsochronError, match="isochron-cfu is not calibrated: choose"):
        overheads.measured("isochron-cfu")
    with pytest.raises(IsochronError, match="isochron bench calibration"):
        overheads.from_records([], "isochron")
