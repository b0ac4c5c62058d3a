# SPDX-License-Identifier: Apache-2.0
"""`isochron run --cores`"""

from pathlib import Path

import pytest
from systems.smp.lab.machine import KERNELS, SMP
from test_tracing import decoded, unpacked
from typer.testing import CliRunner

from isochron import cli
from isochron.errors import EXIT_USAGE

WORKERS = SMP / "examples/workers"


def run(*words: str | Path) -> tuple[int, str]:
    done = CliRunner().invoke(cli.app, ["run", *map(str, words)])
    return done.exit_code, " ".join(done.output.replace("│", " ").split())


def rates(said: str) -> list[float]:
    """Return how many times one worker's rate each line has."""
    return [float(words.split()[-1]) for words in said.split(" times one worker")[:-1]]


def test_two_cores_do_more_jobs_than_one() -> None:
    code, said = run(WORKERS, "--cores", "2", "-D", "NDEBUG")
    assert code == 0
    first, two = rates(said)
    assert first == 1
    assert two > 1.4


def test_a_program_has_several_files_and_an_exit_code(tmp_path: Path) -> None:
    (tmp_path / "main.c").write_text("int code( void );\nint main( void ) { return code(); }\n")
    (tmp_path / "code.c").write_text("int code( void ) { return CODE; }\n")
    files = (tmp_path / "main.c", tmp_path / "code.c")
    assert run(*files, "--cores", "2", "-D", "CODE=3")[0] == 3


TASKS = """
#include "FreeRTOS.h"
#include "task.h"
#include "board.h"
static void busy( void * pv ) { ( void ) pv; for( ; ; ) { } }
static void ends( void * pv ) { ( void ) pv; vTaskDelay( 5 ); board_exit( 0 ); }
int main( void )
{
    xTaskCreate( ends, "ends", 200, NULL, 2, NULL );
    xTaskCreate( busy, "busy", 200, NULL, 1, NULL );
    vTaskStartScheduler();
    return 1;
}
"""


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_trace_has_the_task_of_each_core_and_costs_no_cycle(kernel: str, tmp_path: Path) -> None:
    source, file = tmp_path / "tasks.c", tmp_path / "run.perfetto-trace"
    source.write_text(TASKS)
    words = (source, "--cores", "2", "--kernel", kernel)
    code, said = run(*words, "--trace", file)
    assert code == 0
    assert said == run(*words)[1]
    cycles = int(said.split()[0].replace(",", ""))
    tracks = {track: shown for (_, track), shown in decoded(unpacked(file)).items()}
    seen = {n: [(part.name, part.end) for part in tracks[f"core {n}"].slices] for n in (0, 1)}
    # Each task runs as soon as a core can have it, and nothing but `ends` moves after that.
    runs = {name: n for n, slices in seen.items() for name, _ in slices if name in ("busy", "ends")}
    assert sorted(runs) == ["busy", "ends"]
    other = 1 - runs["busy"]
    assert seen[runs["busy"]][-1] == ("busy", cycles)
    names = [name for name, _ in seen[other]]
    idle = names[names.index("ends") + 1 : -1]
    assert names[-1] == "ends"
    assert idle
    assert set(idle) <= {"IDLE0", "IDLE1"}
    # The hardware kernel interrupts the core that is to switch, FreeRTOS's tick the first one.
    core, cause = (other, 3) if kernel == "isochron" else (0, 7)
    assert f"interrupt {cause}" in {part.name for part in tracks[f"core {core}: traps"].slices}
    for core in (0, 1):
        assert tracks[f"core {core}: interrupts off"].slices
    delay = tracks["ends: calls"].slices[0]
    assert (delay.name, delay.values) == ("vTaskDelay", {"xTicksToDelay": 5})


CALLS = """
#include "FreeRTOS.h"
#include "semphr.h"
#include "board.h"
static SemaphoreHandle_t lane;
static void gives( void * pv )
{
    ( void ) pv;
    vTaskDelay( 2 );
    xSemaphoreGive( lane );
    vTaskDelay( 2 );
    board_exit( 0 );
}
static void waits( void * pv )
{
    ( void ) pv;
    xSemaphoreTake( lane, 1 );
    xSemaphoreTake( lane, portMAX_DELAY );
    for( ; ; ) { }
}
int main( void )
{
    lane = xSemaphoreCreateBinary();
    xTaskCreate( gives, "gives", 200, NULL, 2, NULL );
    xTaskCreate( waits, "waits", 200, NULL, 1, NULL );
    vTaskStartScheduler();
    return 1;
}
"""


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_trace_has_the_calls_of_each_task(kernel: str, tmp_path: Path) -> None:
    source, file = tmp_path / "calls.c", tmp_path / "run.perfetto-trace"
    source.write_text(CALLS)
    assert run(source, "--cores", "2", "--kernel", kernel, "--trace", file)[0] == 0
    tracks = {track: shown for (_, track), shown in decoded(unpacked(file)).items()}
    takes = [part for part in tracks["waits: calls"].slices if part.name == "xQueueSemaphoreTake"]
    (give,) = (part for part in tracks["gives: calls"].slices if part.name == "xQueueGenericSend")
    assert [(take.values["xQueue"], take.values["result"]) for take in takes] == [
        ("lane", 0),
        ("lane", 1),
    ]
    assert takes[0].end < takes[1].begin < give.begin < takes[1].end
    assert "vTaskStartScheduler" in {call.name for call in tracks["start: calls"].slices}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--cores", "3"), "--cores 3: the SoC of several cores has 2 or 4"),
        (
            ("--cores", "2", "--kernel", "isochron-contexts"),
            "with --cores the kernel is isochron or freertos",
        ),
        (("--cores", "2", "--jtag", ":3333"), "with --cores there is no --jtag yet"),
        (
            ("--cores", "2", "--gdb", ":3333", "--with", "freertos"),
            "--gdb debugs a program on one kernel: leave --with out",
        ),
    ],
)
def test_what_cannot_be_is_refused(words: tuple[str, ...], says: str) -> None:
    code, said = run(WORKERS / "main.c", *words)
    assert code == EXIT_USAGE
    assert says in said
