# SPDX-License-Identifier: Apache-2.0
"""FreeRTOS's objects on the GIC kernel, compared with FreeRTOS, and on several cores."""

import shutil
from contextlib import suppress
from pathlib import Path

import pytest
from gic_programs import TESTS, breaks, trace
from night import NIGHT
from systems.gic.lab import boards, build, qemu

from isochron.errors import BuildFailed

OBJECTS = {"configGIC_OBJECTS": "1"}


@pytest.mark.parametrize(
    ("board", "seed", "tick", "calls"),
    [
        ("vexpress-a15", 1, "0xFFFFFFF0UL", 4000),
        ("vexpress-a9", 2, "0", 4000),
        pytest.param("vexpress-a15", 3, "0", 100_000, marks=[pytest.mark.wide, NIGHT]),
    ],
)
def test_random_calls_of_objects_have_the_trace_of_freertos(
    board: str, seed: int, tick: str, calls: int
):
    stock, ours = (
        trace(kernel, board, seed, calls, 1, tick, TEST_OBJECTS="1", **OBJECTS)
        for kernel in ("freertos", "gic")
    )
    assert {call[1] for call in stock if len(call) > 1} >= set("qfovkgtzANWCabjlhBSRY")
    assert ours == stock


FURTHER = {
    "TIMERS": "TEFDOUGP",
    "STREAM_BUFFERS": "XVHL",
    "QUEUE_SETS": "ZQJ",
}
"""FreeRTOS's further objects, by their options, and what their calls are in a trace."""


@pytest.mark.parametrize(
    ("options", "board", "seed", "tick", "calls"),
    [
        (("TIMERS", "STREAM_BUFFERS", "QUEUE_SETS"), "vexpress-a15", 1, "0xFFFFFFF0UL", 4000),
        *(
            pytest.param((option,), "vexpress-a9", seed, "0", 8000, marks=pytest.mark.wide)
            for seed, option in enumerate(FURTHER, 1)
        ),
        pytest.param(
            tuple(FURTHER), "vexpress-a15", 4, "0", 100_000, marks=[pytest.mark.wide, NIGHT]
        ),
    ],
)
def test_random_calls_of_further_objects_have_the_trace_of_freertos(
    options: tuple[str, ...], board: str, seed: int, tick: str, calls: int
):
    defines = {f"configUSE_{option}": "1" for option in options}
    stock, ours = (
        trace(kernel, board, seed, calls, 1, tick, TEST_OBJECTS="1", **OBJECTS, **defines)
        for kernel in ("freertos", "gic")
    )
    expected = set("".join(FURTHER[option] for option in options))
    assert {call[1] for call in stock if len(call) > 1} >= expected
    assert ours == stock


STREAMS = {"configUSE_TIMERS": "1", "configUSE_STREAM_BUFFERS": "1", **OBJECTS}


@pytest.mark.parametrize(
    ("cores", "calls"),
    [(1, 4000), (2, 4000), (4, 4000), pytest.param(4, 200_000, marks=[pytest.mark.wide, NIGHT])],
)
def test_no_byte_timer_or_pended_function_is_lost(cores: int, calls: int):
    elf = build.build(
        TESTS / "streams.c", cores=cores, defines={"TEST_CALLS": str(calls), **STREAMS}
    )
    done = qemu.run(elf, cores=cores, argument=1, threads=True, processor_time=300)
    passed, received, *others, moved = done.output.split()
    assert passed == "passed"
    assert int(received) >= calls
    assert all(int(count) > 0 for count in others)
    assert (int(moved) > 0) == (cores > 1)


def ran(cores: int = 2) -> str:
    """Return whether a core was ahead of the timers' one, and for how many ticks a timer ran."""
    elf = build.build(
        TESTS / "timer_elsewhere.c", board="vexpress-a9", cores=cores, defines=STREAMS
    )
    return qemu.run(elf, "vexpress-a9", cores, processor_time=20).output


IN_TIME = "ahead: 1, ran for 10\n"


def test_a_timer_goes_by_the_time_of_its_tasks_core():
    assert ran() == IN_TIME


@pytest.mark.wide
def test_a_timer_that_goes_by_its_starters_time_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    breaks(
        ("timers.c", "            return prvTime();", "            return xValue;"),
        tmp_path,
        monkeypatch,
    )
    assert ran() != IN_TIME


MUTEXES = {"configUSE_MUTEXES": "1", **OBJECTS}

WOKEN = "if( xTaskRemoveFromEventList( &( pxQueue->xTasksWaitingToReceive ) ) != pdFALSE )"

FORGOTTEN = {
    "queue.c": (
        "BaseType_t xQueueGenericSend( QueueHandle_t",
        WOKEN,
        WOKEN[:-2] + " || ( xYieldRequired != pdFALSE ) )",
    ),
    "tasks.c": (
        "void vTaskPriorityDisinheritAfterTimeout( TaskHandle_t",
        "prvAddTaskToReadyList( pxTCB );",
        "prvAddTaskToReadyList( pxTCB );"
        "if( pxTCB->uxPriority > pxCurrentTCB->uxPriority ) { portYIELD_WITHIN_API(); }",
    ),
}
"""Where FreeRTOS does not yield to a higher task that is ready: function, text, what would."""


def freertos_that_yields(folder: Path) -> Path:
    """Return a copy of FreeRTOS that yields where it forgets to.

    That is where a task gives a mutex that lower ones wait for, and its priority falls; and where a
    wait for a mutex is over, and the holder's priority rises, since that of another one has.
    """
    kernel = folder / "FreeRTOS-Kernel"
    shutil.copytree(build.freertos.provide(), kernel)
    for file, (function, text, other) in FORGOTTEN.items():
        before, name, rest = (kernel / file).read_text().partition(function)
        body, end, behind = rest.partition("\n}\n" if file == "queue.c" else "\n    }\n")
        assert text in body
        mended = before + name + body.replace(text, other) + end + behind
        (kernel / file).write_text(mended)
    return kernel


@pytest.mark.parametrize(
    ("board", "seed", "tick", "calls"),
    [
        ("vexpress-a15", 1, "0", 4000),
        pytest.param("vexpress-a9", 2, "0xFFFFFFF0UL", 8000, marks=pytest.mark.wide),
        pytest.param("vexpress-a15", 3, "0", 100_000, marks=[pytest.mark.wide, NIGHT]),
    ],
)
def test_random_calls_of_mutexes_have_the_trace_of_freertos(
    board: str, seed: int, tick: str, calls: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    ours = trace("gic", board, seed, calls, 1, tick, TEST_OBJECTS="1", **MUTEXES)
    kernel = freertos_that_yields(tmp_path)
    monkeypatch.setattr(build.freertos, "provide", lambda: kernel)
    stock = trace("freertos", board, seed, calls, 1, tick, TEST_OBJECTS="1", **MUTEXES)
    assert {call[1] for call in stock if len(call) > 1} >= set("mnMi")
    assert ours == stock


def inherited(kernel: str, cores: int) -> str:
    """Return what became of a holder that a task of the first core waits for, cores in turns."""
    elf = build.build(TESTS / "inheritance.c", kernel, "vexpress-a9", cores, defines=MUTEXES)
    return qemu.run(elf, "vexpress-a9", cores, processor_time=2).output


INHERITED = """\
held up: 1
has it in time: 0, the holder ran at 8, is at 2, held up: 1
has it: 1, the holder is at 2
"""


@pytest.mark.parametrize(("kernel", "cores"), [("freertos", 1), ("gic", 1), ("gic", 2), ("gic", 4)])
def test_who_holds_a_mutex_inherits_from_who_waits_on_any_core(kernel: str, cores: int):
    assert inherited(kernel, cores) == INHERITED


@pytest.mark.wide
def test_inheritance_finds_a_request_that_is_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    request = "        prvRequest( pxTask, gicREQUEST_PRIORITY, 0 );\n"
    breaks(("mutexes.c", request, ""), tmp_path, monkeypatch)
    with suppress(qemu.RunFailed):
        assert inherited("gic", 2) != INHERITED


def carried(cores: int, calls: int, seed: int = 1) -> list[int]:
    """Return how often messages were carried, waits timed out, routines carried, and further ones.

    These are how often carriers had the mutex, and were moved.
    """
    defines = {"TEST_CALLS": str(calls), **MUTEXES}
    elf = build.build(TESTS / "objects.c", cores=cores, defines=defines)
    done = qemu.run(elf, cores=cores, argument=seed, threads=True, processor_time=300)
    passed, *counts = done.output.split()
    assert passed == "passed"
    return [int(count) for count in counts]


@pytest.mark.parametrize(
    ("cores", "calls"),
    [(1, 1000), (2, 1000), (4, 300), pytest.param(4, 20_000, marks=[pytest.mark.wide, NIGHT])],
)
def test_no_message_is_lost_doubled_or_torn_and_nobody_waits_in_vain(cores: int, calls: int):
    count, late, by_routines, entered, moved = carried(cores, calls)
    assert count >= calls
    assert min(late, by_routines, entered) > 0
    assert (moved > 0) == (cores > 1)


def line(kernel: str, cores: int) -> str:
    """Return who had what in the order in which it was given, cores in turns."""
    elf = build.build(TESTS / "waiters.c", kernel, "vexpress-a9", cores, defines=OBJECTS)
    return qemu.run(elf, "vexpress-a9", cores, processor_time=60).output


@pytest.mark.parametrize("cores", boards.CORES)
def test_who_waits_is_served_in_the_order_of_freertos(cores: int):
    assert line("gic", cores) == line("freertos", 1) == IN_LINE


IN_LINE = "in line: 4 0 2 5, waits again: 1, has it: 1\n"

RULES_OF_OBJECTS = {
    "who is suspended leaves its list at once": (
        "states.c",
        "        vGicWithdraw( xTaskToSuspend );\n",
        "",
    ),
    "who is taken from a list is woken": (
        "requests.h",
        """    if( gicIS_REMOTE( pxTask ) )
    {
        prvRequest( pxTask, gicREQUEST_WAKE, 0 );""",
        "    if( gicIS_REMOTE( pxTask ) )\n    {",
    ),
    "who is deleted leaves its list": ("ready_groups.h", "        prvStopWaiting( pxTask );\n", ""),
}


@pytest.mark.wide
@pytest.mark.parametrize("rule", RULES_OF_OBJECTS)
def test_the_order_finds_a_rule_of_objects_that_is_broken(
    rule: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    breaks(RULES_OF_OBJECTS[rule], tmp_path, monkeypatch)
    with suppress(qemu.RunFailed):
        assert line("gic", 2) != IN_LINE


WITHDRAWN = "        vGicWithdrawForEver( xTaskToDelete );\n"
STALLED = """\
        extern volatile int stalled, deaf;

        for( stalled = 1; !deaf; )
        {
            __asm volatile( "yield" );
        }

"""
"""Turns of the other cores between the two steps of a deletion."""


def deleted(folder: Path, monkeypatch: pytest.MonkeyPatch, *, suspended: bool) -> str:
    """Return who has what is given behind a deletion in whose midst somebody resumes the task."""
    breaks(("states.c", WITHDRAWN, WITHDRAWN + STALLED), folder, monkeypatch)
    elf = build.build(TESTS / "deleted_waiter.c", cores=4, defines=OBJECTS)
    return qemu.run(elf, cores=4, argument=int(suspended), processor_time=5).output


NEXT_HAS_IT = "resumed: 1, who is behind has it: 1\n"


@pytest.mark.parametrize("suspended", [False, True])
def test_who_is_deleted_elsewhere_does_not_wait_again(
    suspended: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    assert deleted(tmp_path, monkeypatch, suspended=suspended) == NEXT_HAS_IT


RULES_OF_DELETION = {
    "who is to be deleted leaves its list": (
        False,
        ("events.c", "FINAL, 0 );\n    vGicWithdraw( pxTask );\n", "FINAL, 0 );\n"),
    ),
    "that it is to be deleted stays": (True, ("requests.h", "gicREQUEST_FINAL | gic", "gic")),
    "it joins no list": (True, ("events.c", "gicREQUEST_SUSPEND | gicREQUEST_FINAL", "0")),
}


@pytest.mark.wide
@pytest.mark.parametrize("rule", RULES_OF_DELETION)
def test_a_deletion_finds_a_rule_that_is_broken(
    rule: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    suspended, broken = RULES_OF_DELETION[rule]
    breaks(broken, tmp_path / "broken", monkeypatch)
    assert deleted(tmp_path, monkeypatch, suspended=suspended) != NEXT_HAS_IT


def scenario(kernel: str, board: str) -> str:
    """Return what is told of a suspended scheduler, a device and ticks meanwhile."""
    elf = build.build(TESTS / "suspension.c", kernel, board, defines=OBJECTS)
    return qemu.run(elf, board, processor_time=10).output


@pytest.mark.parametrize("board", boards.BOARDS)
def test_a_suspended_scheduler_serves_interrupts_and_makes_up_for_ticks_as_freertos(board: str):
    stock = scenario("freertos", board)
    assert stock.splitlines()[4] == "interrupted, ticks: 0"
    assert scenario("gic", board) == stock


def suspended(cores: int, calls: int, seed: int = 1) -> tuple[int, int, int]:
    """Return how often a scheduler was suspended, a task resumed meanwhile, and one created."""
    defines = {"TEST_CALLS": str(calls), **OBJECTS}
    elf = build.build(TESTS / "suspended.c", cores=cores, defines=defines)
    done = qemu.run(elf, cores=cores, argument=seed, threads=True, processor_time=20)
    passed, count, resumed, born = done.output.split()
    assert passed == "passed"
    return int(count), int(resumed), int(born)


@pytest.mark.parametrize("cores", boards.CORES)
def test_no_task_is_dispatched_while_a_core_has_suspended_the_scheduler(cores: int):
    count, resumed, born = suspended(cores, 2000)
    assert count >= 2000
    assert min(resumed, born) > 100


RULES_OF_SUSPENSION = {
    "tasks are disabled": ("suspension.c", "    prvSetAll( gicCLEAR_ENABLE );\n", ""),
    "a new one is not enabled": ("suspension.c", "    if( pxGicSuspender == NULL )\n", ""),
    "who suspends is a section": (
        "suspension.c",
        "    prvTake( pxCore, pxSection );\n",
        "    prvUnmaskAfterGive();\n",
    ),
}


@pytest.mark.wide
@pytest.mark.parametrize("rule", RULES_OF_SUSPENSION)
def test_suspensions_find_a_rule_that_is_broken(
    rule: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    breaks(RULES_OF_SUSPENSION[rule], tmp_path, monkeypatch)
    with pytest.raises(qemu.RunFailed):
        suspended(1 if rule == "a new one is not enabled" else 2, 2000)


@pytest.mark.parametrize(
    ("objects", "said"),
    [
        ("0", "xQueueGenericCreate: the kernel on the GIC has it if configGIC_OBJECTS is 1"),
        ("0", "vTaskSuspendAll: the kernel on the GIC has it if configGIC_OBJECTS is 1"),
        ("1", "vTaskEndScheduler: the kernel on the GIC does not have it"),
        ("1", "xTimerCreate: .* if configGIC_OBJECTS and configUSE_TIMERS are 1"),
        ("1", "xStreamBufferGenericCreate: .* and configUSE_STREAM_BUFFERS are 1"),
    ],
)
def test_objects_are_refused_by_name_when_linking(objects: str, said: str):
    with pytest.raises(BuildFailed, match=said):
        build.build(TESTS / "refused.c", defines={"configGIC_OBJECTS": objects})


def test_queue_sets_are_refused_on_several_cores():
    with pytest.raises(BuildFailed, match="has queue sets on one core"):
        build.build(TESTS / "start.c", cores=2, defines={"configUSE_QUEUE_SETS": "1", **OBJECTS})
