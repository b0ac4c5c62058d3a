# SPDX-License-Identifier: Apache-2.0
"""The comparison of kernels: criteria, operations, adapters, and what is measured."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from night import NIGHT
from systems.comparison.lab import (
    adapters,
    confidence,
    criteria,
    kernels,
    operations,
    recorded,
    report,
    rtic,
    table,
)
from systems.comparison.lab import record as recording

from isochron import published
from isochron.building import firmware
from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.results import Record

GENUINE = [
    pytest.param(
        name,
        marks=pytest.mark.skipif(
            not source.is_given, reason=f"set {source.environment} to a tree of {source.title}"
        ),
    )
    for name, source in kernels.GENUINE.items()
]


def operation_records(kernel: str, program: str) -> dict[str, list]:
    job = table.Job(f"operations/{program}", kernels.KERNELS[kernel], "O2")
    found: dict[str, list] = {}
    for record in job.work():
        found.setdefault(record.metric, []).append(record)
    return found


def test_every_row_of_the_papers_table_is_a_criterion() -> None:
    rows = published.figures()["comparison/table-9.1"].rows
    assert {row["test"] for row in rows} == {
        criterion.row for criterion in criteria.CRITERIA.values()
    }


@pytest.mark.parametrize(
    ("collection", "tests"), [(operations.THREAD_METRIC, 8), (operations.RHEALSTONE, 6)]
)
def test_collections_are_covered_whole(collection: str, tests: int) -> None:
    every = [source for operation in operations.OPERATIONS.values() for source in operation.sources]
    every += operations.NO_OPERATION
    assert len({source for source in every if source.startswith(f"{collection}:")}) == tests


def test_every_operation_has_its_labels() -> None:
    for path, program in operations.PROGRAMS.items():
        text = (criteria.FOLDER / f"{path}.c").read_text()
        for operation in program.operations:
            start = "BENCH_LINE_STARTS( {}, {}" if operation.from_line else "BENCH_START( {}{}"
            stop = "BENCH_STOP_LINE( " if operation.from_line else "BENCH_STOP( "
            starts = [start.format(line, operation.label) for line in (0, 1, "")]
            assert any(start in text for start in starts), operation.name
            assert stop + operation.label in text, operation.name


@pytest.mark.parametrize("kernel", kernels.KERNELS.values(), ids=lambda kernel: kernel.name)
def test_kernels_run_or_explain_everything(kernel: kernels.Kernel) -> None:
    every = table.programs()
    runnable = [
        criterion for criterion, needs in every.items() if kernel.why_not(criterion, needs) is None
    ]
    assert criteria.SINGLE in runnable
    assert len(runnable) > len(criteria.PROGRAMS)


def test_an_adapter_may_say_what_it_lacks_and_must() -> None:
    base = "\n".join(f"#define {macro}( x ) x" for macro in criteria.ALWAYS)
    silent = adapters.parse("new", base)
    with pytest.raises(IsochronError, match="new does not define KERNEL_YIELD"):
        silent.why_not(["KERNEL_YIELD"])
    honest = adapters.parse("new", base + "\n/* no KERNEL_YIELD: tasks do not share */")
    assert honest.why_not(["KERNEL_YIELD"]) == "tasks do not share"
    assert honest.why_not([]) is None


def test_confidence_wants_one_per_cent() -> None:
    assert not confidence.reached([1000])
    assert confidence.reached([1000, 1000, 1001])
    assert not confidence.reached([100, 101, 100])  # half an interval of 1.9%
    assert confidence.reached([100, 101, 100, 100, 101, 100])
    assert not confidence.reached([900, 1000, 1100] * 3)


def test_counts_are_read_by_their_load() -> None:
    output = "count task-preemption 10 tasks=2\ncount task-preemption 9 tasks=15\n"
    assert table.read(output) == [("task-preemption", 10), ("task-preemption-15", 9)]
    with pytest.raises(IsochronError, match="malformed"):
        table.read("count task-preemption ten tasks=2")
    with pytest.raises(IsochronError, match="no counts"):
        table.read("nothing")


def test_preemption_is_flat_and_eight_times_faster_with_banks() -> None:
    stock = operation_records("freertos", "preemption")
    contexts = operation_records("isochron-contexts", "preemption")
    for name in ("suspend-dispatch", "resume-dispatch"):
        assert {(context.min, context.max) for context in contexts[name]} == {(21, 21)}
        assert [context.parameters["tasks"] for context in contexts[name]] == [2, 5, 10, 15]
        assert {context.interrupts_off_max for context in contexts[name]} == {0}
    ratio = sum(of[-1].max for of in stock.values()) / sum(of[-1].max for of in contexts.values())
    assert ratio > 8


def test_starting_a_timer_costs_more_with_each_that_runs_and_a_tick_nothing() -> None:
    records = operation_records("isochron-contexts", "timers")
    starts = records["timer-start"]
    assert [start.parameters["timers"] for start in starts] == [0, 5, 10, 15]
    # FreeRTOS's timers are a sorted list, in software on every kernel
    assert [start.median for start in starts] == sorted({start.median for start in starts})
    assert {record.max for record in records["timer-tick"]} == {0}
    expiries = [cycles for record in records["timer-expiry"] for cycles in record.samples]
    assert max(expiries) - min(expiries) <= 1


def test_xilkernels_layer_is_flat_over_waiters() -> None:
    for records in operation_records("xilkernel-layer", "waiters").values():
        assert [record.parameters["waiters"] for record in records] == [1, 5, 10, 15]
        assert {(record.min, record.max) for record in records} == {(records[0].min,) * 2}


@pytest.mark.parametrize("kernel", ["freertos", "isochron", "isochron-contexts"])
def test_the_program_of_one_task(kernel: str) -> None:
    job = table.Job(criteria.SINGLE, kernels.KERNELS[kernel], "O2")
    records = {record.test: record for record in job.work()}
    # every word of 64 KB is cleared before main
    assert 65536 < records["initialization"].max < 200_000
    # nothing of queues, which it does not use
    assert 4000 < records["memory-footprint"].max < 12_200


def test_serving_the_uart_is_counted() -> None:
    job = table.Job("windows/uart", kernels.KERNELS["freertos"], "O2")
    (record,) = job.work()
    assert record.unit == criteria.WINDOW_UNIT
    assert record.published["values"] == {"operations-per-10ms": 53}
    # more than the paper's, which waited for the line, and not more than the core can
    assert 1000 < record.min <= record.max < 20_000
    assert confidence.reached(record.samples)


@pytest.mark.wide
def test_the_c_librarys_memory_stands_beside_the_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confidence, "reached", lambda _: True)  # one run of each
    jobs = (table.Job(f"windows/{name}", kernels.KERNELS["freertos"], "O2")
            for name in ("memory", "malloc"))  # fmt: skip
    records = {record.test: record for job in jobs for record in job.work()}
    for action, stated in (("get", 86), ("release", 104)):
        own, librarys = (records[f"{action}-memory{end}"] for end in ("", criteria.MALLOC))
        assert own.published == librarys.published
        assert own.published["values"] == {"operations-per-10ms": stated}
        assert own.mean != librarys.mean
        assert 1000 < librarys.min <= librarys.max < 20_000


@pytest.mark.wide  # has a simulator of its own
def test_at_a_baud_rate_the_line_bounds_the_interrupts_served() -> None:
    planned = table.plan((), ["freertos", "hybrid"], (), ["O2"])
    jobs = [job for job in planned if job.program == "windows/uart"]
    assert {(job.baud, job.simulator.hardware) for job in jobs} == {
        (None, "isochron"),
        (None, "hybrid"),
        (criteria.BAUD, "isochron-timed-uart"),
        (criteria.BAUD, "hybrid-timed-uart"),
    }
    timed = next(job for job in jobs if job.baud and job.kernel.name == "freertos")
    (record,) = timed.work()
    assert record.test == "uart-interrupt-115200"
    assert record.parameters["baud"] == criteria.BAUD
    # the line carries 116.3, and waits while each interrupt is served
    assert 110 <= record.min <= record.max <= 116


@pytest.mark.parametrize("name", kernels.GENUINE)
def test_without_its_source_a_kernel_is_left_out(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = kernels.GENUINE[name]
    monkeypatch.delenv(source.environment, raising=False)
    assert not [job for job in table.plan() if job.kernel.name == name]
    with pytest.raises(IsochronError, match=f"{name} cannot be measured"):
        table.plan((), [name])
    with pytest.raises(IsochronError, match=source.environment):
        source.tree()


def test_without_a_source_the_second_core_is_recorded(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for source in kernels.GENUINE.values():
        monkeypatch.delenv(source.environment, raising=False)
    stored = recorded.load(kernels.SECOND).records
    asked: list[table.Job] = []

    def measure(jobs: Sequence[table.Job], *_: object) -> list[Sequence[Record]]:
        asked.extend(jobs)
        return [stored]

    monkeypatch.setattr(recording.bench, "execute", measure)
    monkeypatch.setattr(recorded, "FOLDER", tmp_path)
    (file,) = recording.record()
    assert asked == table.plan(chosen_platforms=[kernels.SECOND])
    assert file.parent == tmp_path
    assert recorded.load(kernels.SECOND).records == stored


@pytest.mark.parametrize("name", kernels.GENUINE)
def test_a_wrong_tree_is_refused(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    source = kernels.GENUINE[name]
    monkeypatch.setenv(source.environment, str(tmp_path))
    with pytest.raises(IsochronError, match=f"no tree of {source.title}"):
        source.tree()
    header = tmp_path / source.header
    header.parent.mkdir(parents=True)
    header.write_text("".join(f"#define  {macro}  {value}u\n"
                              for macro, value in source.version.items()))  # fmt: skip
    assert source.tree() == tmp_path
    (macro, value) = list(source.version.items())[-1]
    header.write_text(header.read_text().replace(f"{macro}  {value}", f"{macro}  29000"))
    with pytest.raises(IsochronError, match=f"{macro} 29000; {value} is needed"):
        source.tree()


def test_rtic_has_a_program_for_all_that_it_does_not_lack() -> None:
    there = {str(path.relative_to(rtic.PROGRAMS).with_suffix(""))
             for path in rtic.PROGRAMS.glob("*s/*.rs")}  # fmt: skip
    assert there == set(table.programs()) - set(rtic.LACKS)
    assert set(rtic.LACKS) < {*table.programs(), *operations.OPERATIONS}


def test_rtic_begins_and_ends_operations_as_the_others_do() -> None:
    for path, program in operations.PROGRAMS.items():
        if path in rtic.LACKS:
            continue
        text = (rtic.PROGRAMS / f"{path}.rs").read_text()
        for operation in program.operations:
            if operation.name in rtic.LACKS:
                continue
            start = 'line_starts!({}, "{}"' if operation.from_line else 'start!({}"{}"'
            stop = "stop_line!" if operation.from_line else "stop!"
            starts = [start.format(line, operation.label) for line in (0, 1, "")]
            assert any(start in text for start in starts), operation.name
            assert f'{stop}("{operation.label}"' in text, operation.name


@NIGHT  # most of a minute goes into building RTIC
@pytest.mark.wide
def test_rtics_windows_hold_what_its_operations_take() -> None:
    exact = operation_records(rtic.NAME, "preemption")
    suspend, resume = exact["suspend-dispatch"], exact["resume-dispatch"]
    assert all(sample.min == sample.max for sample in (*suspend, *resume))
    # what is pending below both makes a write dearer
    assert resume[0].max < resume[-1].max
    job = table.Job("windows/preemption", kernels.KERNELS[rtic.NAME], "O2")
    counted = {record.test: record for record in job.work()}
    for name, load in (("task-preemption", 0), ("task-preemption-15", -1)):
        cycles = counted[name].mean * (suspend[load].max + resume[load].max)
        # 10 ms at 80 MHz, the loop's own part left out
        assert 0.9 * 800_000 < cycles < 800_000


def test_without_its_compiler_rtic_is_left_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(rtic, "COMPILER", tmp_path / "rustc")
    assert not [job for job in table.plan() if job.kernel.name == rtic.NAME]
    with pytest.raises(IsochronError, match=r"rtic cannot .* apt-get install rustc-web"):
        table.plan((), [rtic.NAME])
    with pytest.raises(IsochronError, match="apt-get install rustc-web"):
        rtic.build(criteria.SINGLE, "O2")


def test_what_is_done_by_other_calls_is_for_information() -> None:
    adapter = adapters.read("xilkernel")
    preemption, mutexes = (operations.NEEDS[name] for name in ("resume-dispatch", "lock-block"))
    assert "semaphore" in adapter.why_for_information(preemption)
    assert adapter.why_for_information(criteria.CRITERIA["task-preemption"].needs)
    assert adapter.why_for_information(mutexes) is None  # it only brings a task there
    assert adapter.why_for_information(()) is None
    assert adapters.read("freertos").why_for_information(preemption) is None


def test_the_report_does_not_compare_what_is_for_information() -> None:
    records = [
        table.record(table.Job(program, kernels.KERNELS[name], "O2"), criterion, [count] * 3)
        for name, count in (("freertos", 10), ("xilkernel-layer", 9_999_999))
        for program, criterion in (
            ("windows/preemption", "task-preemption"),
            ("windows/semaphores", "get-semaphore"),
        )
    ]
    section = report.section(records, ())
    rows = {row.name: row for row in section.tables[0].rows}
    columns = len(section.tables[0].heads) - len(report.PAPERS)
    stock, *_, layer = rows["task preemption (in 10 ms)"].cells[:columns]
    assert layer == "9,999,999 (for information) ="
    assert stock == "10 ="  # the best is the recorded uC/OS-II
    best = rows["get a semaphore (in 10 ms)"].cells[columns - 1]
    assert best == f"{report.BEST}9,999,999 ="


def test_the_plan_follows_the_choices() -> None:
    jobs = table.plan(["comparison"], ["isochron"], (), ["O2"])
    assert {job.kernel.name for job in jobs} == {"isochron"}
    assert {job.program for job in jobs} == set(table.programs())
    assert not table.plan(["semaphore-2"])
    assert not table.plan(chosen_platforms=["vexriscv"])


def test_the_second_core_has_the_criteria_of_the_kernels_that_fit_it() -> None:
    jobs = table.plan(chosen_platforms=[kernels.SECOND])
    assert {job.program for job in jobs} == set(criteria.PROGRAMS)
    assert {job.optimisation for job in jobs} == {"O2"}
    bases = {job.kernel.name: job.kernel.base for job in jobs}
    assert bases.keys() == {
        *("freertos", "freertos-optimised", "isochron", "isochron-cfu"),
        *("ucos2-layer", "xilkernel-layer", *firmware.OF_SYSTEMS),
    }
    assert bases["ucos2-layer"] == "isochron"
    assert not any(job.in_heart for job in jobs)
    records = recorded.load(kernels.SECOND).records
    assert {(record.kernel, record.test) for record in records if record.kernel in bases} == {
        (job.kernel.name, criterion.name)
        for job in jobs
        for criterion in criteria.of_program(job.program, job.baud)
    }


def test_figures_of_the_second_core_stand_in_a_table_of_their_own() -> None:
    stored = recorded.load(kernels.SECOND)
    shown = report.section(stored.records, ())
    found = report.Found(stored.records, ()).kernels
    assert [kernel.name for kernel in found] == [*kernels.GENUINE]
    assert shown.tables[-1].heads == [kernel.title for kernel in kernels.on(kernels.SECOND)]
    assert len(shown.tables[-1].rows) == len(criteria.CRITERIA)


def test_the_main_job_compares_kernels_that_need_nothing_else():
    compared = {job.kernel.name for job in table.plan() if job.in_heart}
    assert {"freertos", "isochron", "isochron-contexts"} <= compared
    assert not {"hybrid", "rtic", *kernels.GENUINE} & compared


@pytest.mark.parametrize("name", kernels.GENUINE)
def test_recorded_results_are_whole(name: str) -> None:
    stored = recorded.load(name)
    assert stored.source["kernel"] == kernels.GENUINE[name].title
    assert len(stored.source["sha256"]) == 64
    assert {record.kernel for record in stored.records} == {name}
    adapter = adapters.read(kernels.KERNELS[name].adapter)
    expected = {
        (criterion.name, table.METRIC, optimisation) for criterion in criteria.CRITERIA.values()
        for optimisation in table.OPTIMISATIONS if adapter.why_not(criterion.needs) is None
    } | {
        ("operations", operation.name, optimisation) for program in operations.PROGRAMS.values()
        for operation in program.operations for optimisation in table.OPTIMISATIONS
        if adapter.why_not(program.needs) is None
    }  # fmt: skip
    assert {
        (record.test, record.metric, record.parameters["optimisation"]) for record in stored.records
    } == expected


@pytest.mark.parametrize("name", GENUINE)
def test_the_recorded_source_is_the_one_given(name: str) -> None:
    assert kernels.GENUINE[name].digest() == recorded.load(name).source["sha256"]


@pytest.mark.parametrize("name", GENUINE)
def test_a_genuine_kernel_gives_the_recorded_figures(name: str) -> None:
    stored = {
        (record.metric, record.parameters.get("tasks")): record.samples
        for record in recorded.load(name).records
        if record.test == table.EXACT and record.parameters["optimisation"] == "O2"
    }
    for metric, records in operation_records(name, "preemption").items():
        for record in records:
            assert stored[metric, record.parameters["tasks"]] == record.samples


def test_guide_names_every_macro() -> None:
    page = (ROOT / "docs/explanation/comparison.md").read_text()
    macros = {macro for needs in table.programs().values() for macro in needs}
    for macro in macros | set(criteria.ALWAYS) | {"KERNEL_QUEUE_COPIES"}:
        stem, _, last = macro.rpartition("_")
        assert macro in page or (stem in page and f"`_{last}" in page), macro


_MACROS = {
    "sleep": "KERNEL_SUSPEND_SELF",
    "resume": "KERNEL_RESUME",
    "get a semaphore": "KERNEL_SEMAPHORE_GET",
    "receive a message": "KERNEL_QUEUE_RECEIVE",
    "pass it": "KERNEL_QUEUE_PASS",
    "get memory": "KERNEL_MEMORY_GET",
}
_RELEASES = {"8.3": "KERNEL_SEMAPHORE_RELEASE", "8.5": "KERNEL_MEMORY_RELEASE"}


def test_the_adapters_have_the_thesiss_calls():
    """Tables 8.2 to 8.5: the page names the calls in the order FreeRTOS, uC/OS-II, Xilkernel."""
    page = (ROOT / "docs/reference/comparison-methods.md").read_text()
    rows = re.findall(r"^\| (8\.\d) \| ([^|]+) \| (.+) \|$", page, re.MULTILINE)
    assert len(rows) == 8
    for number, operation, calls in rows:
        macro = _MACROS.get(operation) or _RELEASES[number]
        for kernel, cell in zip(
            ("freertos", "ucos2", "xilkernel"), calls.split(" | "), strict=True
        ):
            adapter = ROOT / "systems/comparison/firmware/adapters" / kernel / "adapter.h"
            text = adapter.read_text().replace("\\\n", " ")
            found = re.search(rf"#define {macro}\(.*", text)
            assert found, (kernel, macro)
            assert re.search(rf"\b{cell.split('`')[1]}\(", found[0]), (kernel, macro)
