# SPDX-License-Identifier: Apache-2.0
"""What is run, and how runs become records."""

import os
import threading
import time
from concurrent.futures import Future
from itertools import product
from pathlib import Path

import pytest
import synthetic

from isochron import bench, building, results, suites
from isochron.building import firmware, platforms, simulator_build
from isochron.errors import IsochronError
from isochron.jobs import kept
from isochron.jobs.fingerprint import fingerprint
from isochron.jobs.job import Answer, JobFailed, Session, perform
from isochron.jobs.workers import Workers, workers
from isochron.paths import ROOT
from isochron.running import runs, simulator
from isochron.running.simulator import RunResult, Window
from isochron.suites import measurement
from isochron.suites.job import Job, plan


def metrics_of(jobs: list[Job]) -> set[tuple[str, str]]:
    return {(job.run.test.name, metric.name) for job in jobs for metric in job.run.test.metrics}


def job_of(test: str, kernel: str = "freertos") -> Job:
    return plan([test], [kernel], ["ibex"], ["O2"])[0]


@pytest.mark.wide
def test_what_a_short_tick_takes_is_on_the_page():
    page = (ROOT / "docs/reference/garcia-martinez.md").read_text()
    took = {}
    for kernel in ("freertos-optimised", suites.SHORT_TICK_KERNEL):
        records = job_of("tick", kernel).work()
        least, most = min(record.min for record in records), max(record.max for record in records)
        took[kernel] = f"{least} to {most:,}"
    stock, short = took.values()
    assert f"takes {short} cycles from the running task where that of" in page
    assert f"of `freertos-optimised` takes {stock}, and ours 0" in page


def test_everything_is_measured_on_the_main_platform():
    jobs = [job for job in plan() if (job.platform, job.optimisation) == ("ibex", "O2")]
    assert [job.run for job in jobs] == [
        run for run in suites.runs() if run.kernel != "isochron-cfu"
    ]


def test_other_attachments_are_measured_where_they_are():
    jobs = [job for job in plan() if job.run.kernel in suites.OTHERS_ATTACHED]
    assert {(job.run.kernel, job.platform, job.optimisation) for job in jobs} == {
        ("isochron-contexts", "ibex", "O2"),
        ("isochron-contexts", "ibex", "O3"),
        ("isochron-cfu", "vexriscv", "O2"),
    }
    thesis = {job.run.suite.name for job in jobs if job.optimisation == "O3"}
    assert thesis == {"garcia-martinez"}
    attached = [job for job in jobs if job.run.suite.beside]
    on_ibex_alone = {job.run.suite.name for job in jobs if job not in attached}
    assert on_ibex_alone == {"calibration", "quick-calls"}
    measured = [
        metrics_of([job for job in attached if job.run.kernel == kernel])
        for kernel in suites.OTHERS_ATTACHED
    ]
    whole = [suites.SUITES[name] for name in ("garcia-martinez", "operations", "attachments")]
    assert measured[1] == metrics_of(plan([suite.name for suite in whole]))
    # The second bus master is cut off from VexRiscv.
    assert measured[0] == measured[1] | metrics_of(plan(["shared-bus"]))


def test_the_kernel_of_a_system_is_measured_in_the_suites_of_the_hardware_kernel():
    names = ("garcia-martinez", "operations", "attachments", "shared-bus")
    for kernel, suite in product(firmware.OF_SYSTEMS, map(suites.SUITES.get, names)):
        jobs = [job for job in plan() if job.run.kernel == kernel and job.run.suite is suite]
        assert {job.platform for job in jobs} == {"ibex", "vexriscv"} & set(suite.platforms)
        assert {job.run.test.name for job in jobs} == {test.name for test in suite.tests}


def test_the_thesis_optimisation_is_measured_on_one_platform():
    jobs = [job for job in plan() if job.optimisation == "O3"]
    assert {job.run.suite.name for job in jobs} == {"garcia-martinez"}
    elsewhere = {(job.platform, job.run.test.name) for job in jobs if job.platform != "ibex"}
    assert elsewhere == {("ibex-nomul", "semaphore-2")}


def test_the_core_without_multiplier_has_each_optimisation_where_the_thesis_blames_it():
    jobs = [job for job in plan(["semaphore-2"], ["freertos"]) if job.platform == "ibex-nomul"]
    assert [job.optimisation for job in jobs] == ["O2", "O3", "O0"]


def test_the_main_job_is_the_heart_of_each_system(monkeypatch: pytest.MonkeyPatch):
    for name in [name for name in os.environ if name.endswith("_PATH")]:
        monkeypatch.delenv(name)  # trees of other kernels and benchmarks, which not everyone has
    heart = [job for job in bench.plan() if job.in_heart]
    measured = {job.point for job in heart}
    suite_names = {suite for suite, *_ in measured}
    too_long = {"shared-bus", "energy"}
    assert suite_names == {job.point[0] for job in bench.plan()} - too_long
    thesis = metrics_of(plan(["garcia-martinez"]))
    assert metrics_of([job for job in heart if job.point[0] == "garcia-martinez"]) == thesis
    assert {level for *_, level in measured} == {"O2"}
    # few simulators: each takes longer to build than most programs take to run
    designs = [
        hardware for hardware in platforms.HARDWARE.values() if hardware.usual or hardware.addition
    ]
    on_vexriscv_too = 1
    assert len({job.simulator for job in heart} - {None}) == len(designs) + on_vexriscv_too


def test_names_of_jobs_tell_them_apart():
    jobs = bench.plan()
    assert len({job.name for job in jobs}) == len(jobs)


def test_what_is_missing_is_told_by_suite():
    records = synthetic.results(plan(["garcia-martinez"], (), ["ibex"], ["O2"])).records
    found = {duration.suite: duration for duration in bench.missing(records)}
    title = suites.GARCIA_MARTINEZ.title
    assert "ibex -O3" in found[title].where
    assert "ibex -O2" not in found[title].where
    assert 0 < found[title].runs < found[title].of
    shared = found[suites.SHARED_BUS.title]
    assert shared.runs == shared.of


def test_a_selection_is_kept_to():
    jobs = plan(["semaphore-2"], ["freertos", "isochron"], ["ibex-2stage"], ["O3"])
    assert [
        (job.run.test.name, job.run.kernel, job.platform, job.optimisation) for job in jobs
    ] == [("semaphore-2", kernel, "ibex-2stage", "O3") for kernel in ("freertos", "isochron")]


def test_a_systems_runs_are_those_that_all_choices_leave():
    jobs = plan(["semaphore-2"])
    (suite,) = {job.point[0] for job in jobs}
    assert measurement.chosen(jobs) == measurement.chosen(jobs, [suite, "others"]) == jobs
    left = measurement.chosen(jobs, (), ["isochron", "freertos"], ["ibex"], ["O2"])
    assert {job.point[2:] for job in left} == {
        ("ibex", "isochron", "O2"),
        ("ibex", "freertos", "O2"),
    }
    for nothing in (["others"], [], []), ((), ["others"], []), ((), (), ["others"]):
        assert measurement.chosen(jobs, *nothing) == []
    assert measurement.chosen(jobs, optimisations=["others"]) == []


def test_a_suite_is_all_of_its_tests():
    tests = [test.name for test in suites.SUITES["operations"].tests]
    assert metrics_of(plan(["operations"])) == metrics_of(plan(tests))


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is planned but what simulators run, whatever is known of boards."""
    monkeypatch.setattr(bench, "plan", plan)


@pytest.fixture
def simulators(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Return what would have been built."""
    built = []
    monkeypatch.setattr(simulator_build, "build", lambda *needed: built.append(needed))
    return built


def test_records_come_in_the_order_of_the_jobs(monkeypatch: pytest.MonkeyPatch, simulators):
    jobs = plan(["garcia-martinez"], chosen_platforms=["ibex"], optimisations=["O2"])
    last_began = threading.Event()

    def slow_first(job: Job):
        if job is jobs[0]:
            assert last_began.wait(60)
        elif job is jobs[-1]:
            last_began.set()
        return synthetic.records(job)

    monkeypatch.setattr(Job, "work", slow_first)
    done: list[str] = []
    with workers(4) as who:
        measured = bench.execute(jobs, who, lambda duration: done.append(duration.name))
    assert [record for of_job in measured for record in of_job] == synthetic.results(jobs).records
    assert done.index(jobs[0].name) > done.index(jobs[1].name)
    assert len(simulators) == len(set(simulators)) == len({job.simulator for job in jobs})
    assert sorted(done) == sorted({job.simulator.name for job in jobs} | {job.name for job in jobs})


def test_a_job_waits_for_its_own_simulator_only(monkeypatch: pytest.MonkeyPatch):
    other_done = threading.Event()

    def build(platform: str, hardware: str) -> None:
        if platform == "ibex":
            assert other_done.wait(60)

    def measure(job: Job):
        if job.platform != "ibex":
            other_done.set()
        return synthetic.records(job)

    monkeypatch.setattr(simulator_build, "build", build)
    monkeypatch.setattr(Job, "work", measure)
    jobs = plan(["timeout-1"], ["freertos"], ["ibex", "vexriscv"], ["O2"])
    with workers(2) as who:
        assert all(bench.execute(jobs, who))


def test_the_first_failure_ends_the_runs(monkeypatch: pytest.MonkeyPatch, simulators):
    jobs = plan(["garcia-martinez"])
    started = []

    def fail(job: Job):
        started.append(job)
        time.sleep(0.01)
        raise IsochronError(job.name)

    monkeypatch.setattr(Job, "work", fail)
    with pytest.raises(JobFailed), workers(2) as who:
        bench.execute(jobs, who)
    assert len(started) < len(jobs)


@pytest.mark.usefixtures("alone")
def test_results_have_what_was_measured_before(monkeypatch: pytest.MonkeyPatch, simulators):
    known = plan(["semaphore-2"], (), ["ibex"], ["O2"])
    asked = plan(["timeout-1"], (), ["ibex"], ["O2"])

    def measure(job: Job):
        if job not in asked and job not in known:
            raise building.NotMade
        return synthetic.records(job)

    monkeypatch.setattr(Job, "work", measure)
    with workers(1) as who:
        records = bench.collect(asked, who, lambda _: None)
    assert records == synthetic.results([*known, *asked]).records


@pytest.mark.usefixtures("alone")
def test_what_a_cluster_measured_is_known_here(
    monkeypatch: pytest.MonkeyPatch, simulators, tmp_path: Path
):
    """Its workers keep their runs where this machine cannot see them."""
    jobs = plan(["semaphore-2"], (), ["ibex"], ["O2"])
    ran: list[str] = []

    def measure(job: Job):
        if not building.makes():
            raise building.NotMade
        ran.append(job.name)
        return synthetic.records(job)

    def begin(job: Job) -> Future[Answer]:
        future: Future[Answer] = Future()
        future.set_result(perform(Session("there"), job))
        return future

    monkeypatch.setattr(Job, "work", measure)
    monkeypatch.setattr(kept, "BUILD", tmp_path)
    cluster = Workers(Session("here", wanted=fingerprint()), begin, lambda: 1)
    names = [job.name for job in jobs]
    done: list[str] = []
    first = bench.collect(jobs[:1], cluster, lambda _: None)
    assert ran == names[:1]
    whole = bench.collect(jobs, cluster, lambda duration: done.append(duration.name))
    assert (sorted(ran), done.count(names[0])) == (sorted(names), 1)
    assert whole == synthetic.results(jobs).records
    with workers(1) as who:
        assert bench.collect([], who, lambda _: None) == whole
    assert sorted(ran) == sorted(names)
    assert set(map(str, first)) < set(map(str, whole))


class FakeRun:
    """Stands for compiler and simulator: what a program printed and what the probes saw."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.output = "sample timeout-1 delay-block 322 delayed=0\n"
        self.windows = [Window("delay-block", 0, 322, 322, 163, 196)]
        self.exit_code = 0
        monkeypatch.setattr(suites, "build", lambda *_: Path("program.elf"))
        monkeypatch.setattr(simulator, "kept", lambda *_, **__: self.result())

    def result(self) -> RunResult:
        return RunResult(self.exit_code, self.output, 1000, 900, 163, self.windows)


@pytest.fixture
def fake_run(monkeypatch: pytest.MonkeyPatch) -> FakeRun:
    return FakeRun(monkeypatch)


def test_a_run_becomes_records(fake_run: FakeRun):
    (record,) = job_of("timeout-1").work()
    assert (record.test, record.metric, record.median) == ("timeout-1", "delay-block", 322)
    assert (record.interrupts_off_max, record.interrupts_off_total) == (163, 196)


def execute(*jobs: Job, fresh: bool = False) -> list[list[results.Record]]:
    with workers(2, fresh=fresh) as who:
        return bench.execute(jobs, who)


def test_a_failed_program_is_an_error_with_its_output(fake_run: FakeRun, simulators):
    fake_run.exit_code, fake_run.output = 1, "assertion failed: timeout_1.c:41\n"
    with pytest.raises(JobFailed, match=r"timeout-1 on freertos.*\n.*timeout_1.c:41"):
        execute(job_of("timeout-1"))


def test_instruments_that_disagree_are_an_error_that_names_the_run(fake_run: FakeRun, simulators):
    fake_run.output = fake_run.output.replace("322", "323")
    with pytest.raises(JobFailed, match=r"timeout-1 on freertos.*323 cycles.*322"):
        execute(job_of("timeout-1"))


def test_a_metric_that_the_table_does_not_have_is_an_error(fake_run: FakeRun, simulators):
    with pytest.raises(JobFailed, match=r"timeout-1/delay-block.*semaphore-2/wait-block"):
        execute(job_of("semaphore-2"))


def test_a_program_without_samples_is_an_error(fake_run: FakeRun, simulators):
    fake_run.output, fake_run.windows = "", []
    with pytest.raises(JobFailed, match="measured nothing"):
        execute(job_of("timeout-1"))


def test_other_errors_are_named_too(fake_run: FakeRun, simulators, monkeypatch: pytest.MonkeyPatch):
    def crash(*_, **__):
        raise IsochronError("crashed in prvIdleTask")

    monkeypatch.setattr(simulator, "kept", crash)
    with pytest.raises(JobFailed, match=r"timeout-1 on freertos.*prvIdleTask"):
        execute(job_of("timeout-1"))


@pytest.mark.parametrize(
    ("kernel", "test"),
    [
        ("freertos", "timeout-1"),
        pytest.param("isochron", "interrupt-response-1", marks=pytest.mark.wide),
    ],
)
def test_the_same_benchmark_twice_gives_identical_figures(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kernel: str, test: str
):
    ran = []
    run = simulator._run

    def watched(*arguments, **options):
        ran.append(arguments)
        return run(*arguments, **options)

    monkeypatch.setattr(runs, "BUILD", tmp_path)
    monkeypatch.setattr(simulator, "_run", watched)
    jobs = plan(["semaphore-2", test], [kernel], ["ibex"], ["O2"])
    first = execute(*jobs)
    assert len(ran) == len(jobs)
    assert execute(*jobs) == first
    assert len(ran) == len(jobs)
    assert execute(*jobs[::-1], fresh=True) == first[::-1]
    assert len(ran) == 2 * len(jobs)
