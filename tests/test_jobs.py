# SPDX-License-Identifier: Apache-2.0
"""The layer of jobs: the same on cores and on a cluster, of which a worker may die."""

import json
import os
import pickle
import signal
import threading
import time
from collections import Counter, deque
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import cluster as clusters
import pytest
import stand_in_jobs
from night import NIGHT
from test_cli import invoke

from isochron import bench, building, systems
from isochron.differential import batches, configuration, soak
from isochron.errors import IsochronError, ToolMissing
from isochron.jobs import fingerprint, job, kept, workers
from isochron.jobs.job import Call, JobFailed
from isochron.paths import ROOT
from isochron.proofs import solver
from isochron.suites.measurement import Measurement


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[clusters.Cluster]:
    with clusters.running(tmp_path_factory.mktemp("cluster")) as found:
        yield found


@pytest.fixture(params=["cores", "cluster"])
def who(request: pytest.FixtureRequest) -> Iterator[workers.Workers]:
    if request.param == "cores":
        chosen = workers.workers(2)
    else:
        chosen = workers.workers(scheduler=request.getfixturevalue("cluster").address)
    with chosen as found:
        yield found


def double(number: int) -> Call:
    return Call(f"double {number}", stand_in_jobs.double, (number,))


def test_every_job_is_done_once_and_may_be_followed(who: workers.Workers):
    pending = deque(range(5))
    found: Counter[int] = Counter()
    for number, done in who.run(pending, double):
        assert done.job == double(number)
        found[done.result()] += 1
        if number < 5:
            pending.append(number + 10)
    assert found == Counter([0, 2, 4, 6, 8, 20, 22, 24, 26, 28])


def test_jobs_without_end_come_in_their_order(who: workers.Workers):
    ran = who.run_in_order(map(double, count()))
    assert [next(ran).result() for _ in range(20)] == [2 * number for number in range(20)]


def test_with_one_slot_nothing_is_begun_ahead():
    begun: list[int] = []
    jobs = (Call(f"{number}", begun.append, (number,)) for number in count())
    with workers.workers(1) as who:
        ran = who.run_in_order(jobs)
        next(ran)
        next(ran)
    assert begun == [0, 1]


@pytest.mark.parametrize(
    ("failing", "kind", "text"),
    [
        (Call("three", stand_in_jobs.fail, (3,)), JobFailed, "three: no way around 3"),
        (Call("four", stand_in_jobs.stumble), JobFailed, r"four: ZeroDivisionError.*\n.*Traceback"),
        (Call("five", stand_in_jobs.miss), ToolMissing, "five: nextpnr is not installed"),
    ],
)
def test_a_failure_is_told_with_the_jobs_name(
    who: workers.Workers, failing: Call, kind: type, text: str
):
    done = list(who.run_in_order([failing, double(1)]))
    with pytest.raises(kind, match=f"^{text}"):
        done[0].result()
    assert done[1].result() == 2


def test_a_worker_that_is_killed_half_way_loses_nothing(tmp_path: Path):
    """Another one begins its job again; each result comes once."""
    notes = tmp_path / "notes"
    notes.mkdir()

    def note(number: int) -> Call:
        return Call(f"note {number}", stand_in_jobs.begin_and_note, (notes, number))

    def kill_the_first() -> None:
        while not (first := list(notes.glob("0-*"))):
            time.sleep(0.01)
        os.kill(int(first[0].name.partition("-")[2]), signal.SIGKILL)

    with clusters.running(tmp_path) as cluster, workers.workers(scheduler=cluster.address) as who:
        # the job that blocks is the first to begin: the others follow when it has
        killer = threading.Thread(target=kill_the_first)
        killer.start()
        pending = deque([0])
        first_slots = who.slots()
        found = Counter()
        for number, done in who.run(pending, note):
            found[number, done.result()] += 1
            if number == 0:
                pending.extend(range(1, 6))
        killer.join()
        assert (first_slots, who.slots()) == (2, 1)
    assert found == Counter((number, 2 * number) for number in range(6))
    assert len(list(notes.glob("0-*"))) == 2


def test_what_ends_the_command_stops_the_jobs_of_this_machine(tmp_path: Path):
    def command() -> None:
        with workers.workers(1) as who:
            who.begin(Call("long", stand_in_jobs.wait_until_stopped, (tmp_path,)))
            while not (tmp_path / "begun").is_file():
                time.sleep(0.01)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        command()


def test_a_scheduler_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(workers, "TIMEOUT", "200ms")
    address = "tcp://127.0.0.1:9"
    with (
        pytest.raises(IsochronError, match=f"{address}.*dask scheduler"),
        workers.workers(scheduler=address),
    ):
        pass  # fmt: skip
    with (
        pytest.raises(IsochronError, match=r"nowhere.*missing port"),
        workers.workers(scheduler="nowhere"),
    ):
        pass  # fmt: skip


def test_a_worker_with_other_sources_is_refused(monkeypatch: pytest.MonkeyPatch):
    ours = fingerprint.fingerprint()
    workers.check("tcp://here", {"tcp://one": ours})
    with pytest.raises(IsochronError, match=r"no workers.*dask worker tcp://here"):
        workers.check("tcp://here", {})
    other = fingerprint.Fingerprint((*ours.parts[:-1], ("uC/OS-II", "another")))
    with pytest.raises(IsochronError, match=r"tcp://two has other uC/OS-II: check out"):
        workers.check("tcp://here", {"tcp://one": ours, "tcp://two": other})
    with pytest.raises(IsochronError, match=r"tcp://two cannot.*ModuleNotFoundError"):
        workers.check("tcp://here", {"tcp://two": ModuleNotFoundError("isochron")})
    monkeypatch.setattr(fingerprint, "_IMPORTED", "older")
    with pytest.raises(IsochronError, match="tcp://two has other sources in src: check out"):
        workers.check("tcp://here", {"tcp://two": ours})


def test_another_c_library_is_another_fingerprint(monkeypatch: pytest.MonkeyPatch):
    ours = fingerprint.fingerprint()
    content = building.content
    monkeypatch.setattr(
        building, "content", lambda path: content(path) + "x" * str(path).endswith("libc.a")
    )
    others = {*ours.differences(fingerprint.fingerprint())}
    assert others - {tool.title for tool in systems.tools()} == {"cross compiler and libraries"}


def test_sources_that_change_under_a_worker_fail_the_job():
    ours = fingerprint.fingerprint()
    session = job.Session("one", wanted=ours)
    assert job.perform(session, double(1)).value == 2
    changed = fingerprint.Fingerprint((("sources in firmware", "other"), *ours.parts[2:]))
    answer = job.perform(job.Session("two", wanted=changed), double(1))
    assert answer.value is None
    assert "other sources in src, sources in firmware" in answer.failure


def test_what_other_machines_gave_is_kept_for_these_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(kept, "BUILD", tmp_path)
    kept.keep("state", "name/of: a job", [{"cycles": 69}])
    assert kept.find("state", "name/of: a job") == [{"cycles": 69}]
    assert kept.find("other", "name/of: a job") is None
    assert kept.find("state", "another job") is None


ON_THE_SOC = bench.plan(["semaphore-2"], ["isochron"])[0]


def of_systems() -> Iterator[object]:
    """Yield a job of each system's suite; at night of those that the main job has none of."""
    for _, suite in systems.suites().values():
        jobs = suite.plan()
        in_heart = [job for job in jobs if job.in_heart]
        night = [] if in_heart else [NIGHT]
        yield pytest.param((in_heart or jobs)[0], marks=[pytest.mark.wide, *night])


def state_of_work() -> str:
    return fingerprint.of_work(type(ON_THE_SOC).work, ON_THE_SOC.sources).state


@pytest.fixture(scope="module")
def unedited() -> str:
    return state_of_work()


@pytest.mark.parametrize(
    ("edited", "matters"),
    [
        ("firmware/kernel/isochron_tasks.c", True),
        ("hardware/rtl/kernel/isochron.sv", True),
        ("simulator/probes.cpp", True),
        ("src/isochron/running/samples.py", True),
        ("src/isochron/published.toml", True),
        *(
            (str(path.relative_to(ROOT)), True)
            for name in ("platforms.toml", "lab/kernel_files.py")
            for path in ROOT.glob(f"systems/*/{name}")
        ),
        ("src/isochron/report/plots.py", False),
        ("firmware/laboratory/tests/isr.c", False),
        ("hardware/tests/simulation.py", False),
        ("tests/test_jobs.py", False),
    ],
)
def test_results_are_forgotten_when_something_changes_that_they_depend_on(
    edited: str, matters: bool, unedited: str, monkeypatch: pytest.MonkeyPatch
):
    content = building.content
    assert (ROOT / edited).is_file()
    monkeypatch.setattr(
        building, "content", lambda path: content(path) + "x" * (path == ROOT / edited)
    )
    assert (state_of_work() != unedited) == matters


@pytest.mark.parametrize(
    "job",
    [
        ON_THE_SOC,
        *(
            pytest.param(job, marks=[pytest.mark.wide, NIGHT])
            for job in bench.plan(["overhead"])[:1]
        ),
        *of_systems(),
    ],
    ids=lambda job: job.name,
)
def test_every_file_that_was_read_is_among_a_jobs_sources(job: Measurement):
    if job.simulator:  # a program that it is trained with, which decides how fast it is, counts not
        job.simulator.work()
    command = building.Command()
    with building.within(command):
        job.work()
    notes = [path.with_name(f"{path.name}.made") for path in command.seen]
    read = {Path(name) for note in notes for name in json.loads(note.read_text())["files"]}
    ours = {path.relative_to(ROOT) for path in read if path.is_relative_to(ROOT)}
    sources = {path for path in ours if path.parts[0] not in ("build", ".venv")}
    assert len(sources) > 10
    assert not [path for path in sources if not any(map(path.is_relative_to, job.sources))]


def test_every_benchmark_can_go_to_another_machine():
    jobs = bench.plan()
    assert pickle.loads(pickle.dumps(jobs)) == jobs


@pytest.mark.wide  # builds with options of its own, on each worker
def test_random_calls_are_the_same_on_a_cluster(
    cluster: clusters.Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    # a cluster begins several batches ahead, each with options of its own
    monkeypatch.setattr(batches, "SIZE", 10)
    monkeypatch.setattr(configuration, "each", lambda: [configuration.NATIVE])
    here = invoke("verify", "compare", "--calls", "2000", "-j", "1")
    there = invoke("verify", "compare", "--calls", "2000", "--scheduler", cluster.address)
    assert there.exit_code == 0, there.output
    assert there.output == here.output
    state = tmp_path / "soak.json"
    on_cluster = ("--state", str(state), "--scheduler", cluster.address)
    soaked = invoke("verify", "soak", "--calls", "200", *on_cluster)
    assert soaked.exit_code == 0, soaked.output
    assert soak.read(state, None).scenarios == batches.SIZE


def test_a_proof_of_a_cluster_is_known_here(
    cluster: clusters.Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(solver, "BUILD", tmp_path)
    proven = invoke("verify", "prove", "answers", "--quick", "--scheduler", cluster.address)
    assert proven.exit_code == 0, proven.output
    assert "fault 1 of" in proven.output
    monkeypatch.setattr(solver, "_run", lambda *_: pytest.fail("it is known"))
    again = invoke("verify", "prove", "answers", "--quick", "-j", "1")
    assert sorted(again.output.splitlines()) == sorted(proven.output.splitlines())


def test_options_that_exclude_each_other_are_refused():
    for command in (
        ["bench"],
        ["verify", "compare"],
        ["verify", "soak"],
        ["verify", "mutants"],
        ["verify", "prove"],
        ["synth"],
    ):
        refused = invoke(*command, "--jobs", "2", "--scheduler", "tcp://a:1")
        assert refused.exit_code == 2
        assert "leave out one" in refused.output
    assert (
        "this machine" in invoke("verify", "compare", "--instrument", "coverage", "-j", "2").output
    )
