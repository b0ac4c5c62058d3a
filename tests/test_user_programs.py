# SPDX-License-Identifier: Apache-2.0
"""A user's own program with a mistake: what `isochron run` says names the program's own lines."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from isochron import advice, cli
from isochron.api import conditions
from isochron.api import names as names_of_api
from isochron.building import firmware, freertos, options
from isochron.paths import ROOT
from isochron.running import assertions

PROGRAM = """
#include "FreeRTOS.h"
#include "queue.h"
#include "task.h"
#include "board.h"
#include <stdio.h>

static void vUser( void * pvParameters )
{
    int value = 0;

    MISTAKE
    ( void ) value;
}

int main( void )
{
    ( void ) xTaskCreate( vUser, "user", 100, NULL, 2, NULL );
    vTaskStartScheduler();
    return 0;
}
"""
LINE = PROGRAM.splitlines().index("    MISTAKE") + 1


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys):
    def run(mistake: str | Path, *arguments: str) -> tuple[int, str, str]:
        """Return exit code, output and error output of a program with this mistake, or of a file.

        The folders of program and checkout are left out.
        """
        program = mistake if isinstance(mistake, Path) else tmp_path / "user.c"
        if not isinstance(mistake, Path):
            program.write_text(PROGRAM.replace("MISTAKE", mistake))
        monkeypatch.setattr(sys, "argv", ["isochron", "run", str(program), *arguments])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        captured = capsys.readouterr()
        folders = re.compile(f"{tmp_path}/|{ROOT}/")
        texts = (folders.sub("", text) for text in (captured.out, captured.err))
        return int(ended.value.code or 0), *texts

    return run


def test_a_call_that_an_assertion_refuses_is_named(run):
    code, output, errors = run("xQueueReceive( NULL, &value, 5 ); vTaskDelete( NULL );")
    assert code == 64
    assert "assertion failed" in output
    assert f"Its own C code was last in vUser (user.c:{LINE})" in errors


def test_a_task_function_that_returns_is_named(run):
    code, _, errors = run("value = 1; vTaskDelay( value );")
    assert code == 64
    # The last call is the compiler's jump.
    assert f"Its own C code was last in vUser (user.c:{LINE})" in errors


def test_a_program_without_an_end_is_named(run):
    code, _, errors = run("for( value = 0; ; ) vTaskDelay( 1 );", "--max-cycles", "400000")
    assert code == cli.EXIT_FAILED
    assert "did not end within 400,000 cycles" in errors
    assert f"Its own C code was last in vUser (user.c:{LINE})" in errors


DEEP = "volatile char big[ 500 ]; for( value = 0; value < 500; value++ ) big[ value ] = 1; "
FOREVER = "for( ; ; ) vTaskDelay( 1 );"


def test_a_stack_that_is_too_small_is_named_on_demand(run):
    looks = "configCHECK_FOR_STACK_OVERFLOW=2"
    code, output, _ = run(DEEP + FOREVER, "-D", looks, "--max-cycles", "400000")
    assert (code, output) == (69, "stack overflow: task user needs a larger stack\n")


def test_an_option_that_nobody_reads_gets_a_warning(run):
    _, _, errors = run("board_exit( value = 0 );", "-D", "configTICKRATE_HZ=100")
    hint = "did you mean configTICK_RATE_HZ?"
    assert f"neither program nor kernel reads configTICKRATE_HZ; {hint}" in errors


def test_options_that_somebody_reads_get_none(tmp_path: Path):
    program = tmp_path / "user.c"
    program.write_text("#if configMINE\n#endif\n")
    known = ["configMINE", "configUSE_MUTEXES", "INCLUDE_vTaskDelete", "NDEBUG", "MINE"]
    assert options.unread(known, [program]) == {}


def test_a_program_may_have_several_files(run, tmp_path: Path):
    other = tmp_path / "other.c"
    other.write_text(
        '#include "FreeRTOS.h"\n#include "queue.h"\nvoid vOther( void );\n'
        "void vOther( void )\n{\n    xQueueReset( NULL );\n}\n"
    )
    code, _, errors = run("extern void vOther( void ); vOther(); value = 0;", str(other))
    assert code == 64
    assert "Its own C code was last in vOther (other.c:6)" in errors


LEFT_OUT = {
    "xSemaphoreCreateMutex": "configUSE_MUTEXES=1",
    "xTimerCreate": "configUSE_TIMERS=1",
    "uxTaskGetStackHighWaterMark": "INCLUDE_uxTaskGetStackHighWaterMark=1",
    "vTaskListTasks": "configUSE_TRACE_FACILITY=1 -D configUSE_STATS_FORMATTING_FUNCTIONS=1",
    "xTimerPendFunctionCall": "configUSE_TIMERS=1 -D INCLUDE_xTimerPendFunctionCall=1",
}
"""Functions that the board's configuration leaves out, with what brings them."""


@pytest.mark.parametrize("kernel", ["isochron", "freertos"])
def test_a_function_that_an_option_leaves_out_is_told_with_the_option(kernel: str, tmp_path: Path):
    program = tmp_path / "user.c"
    calls = "".join(f"    {name}();\n" for name in LEFT_OUT)
    program.write_text(f"int main( void )\n{{\n{calls}    return 0;\n}}\n")
    with pytest.raises(firmware.BuildFailed) as failed:
        firmware.build(program, kernel)
    told = str(failed.value).splitlines()
    for line, (name, wanted) in enumerate(LEFT_OUT.items(), 3):
        assert f"{program}:{line}: {name} is left out by " in told[line - 3]
        assert told[line - 3].endswith(f": add -D {wanted}")
    assert told[len(LEFT_OUT) :] == [advice.what_to_do(advice.Case.MISSING_FUNCTION)]


@pytest.mark.parametrize("kernel", ["isochron", pytest.param("freertos", marks=pytest.mark.wide)])
def test_every_function_that_options_leave_out_is_there_with_them(kernel: str, tmp_path: Path):
    stock = freertos.provide()
    api, known = conditions.api(stock), firmware.values(kernel)
    public = {name for names in names_of_api.public(stock).values() for name in names}
    wanted = {name: api.left_out(name, known) for name in public - {"taskYIELD_WITHIN_API"}}
    options = {option: str(n) for one in wanted.values() for option, n in (one or {}).items()}
    assert len(options) > 15
    functions = sorted(api.code.target_of(name) or name for name, one in wanted.items() if one)
    program = tmp_path / "user.c"
    uses = "".join(f"    {name}();\n" for name in functions)
    program.write_text(f"int main( void )\n{{\n{uses}    return 0;\n}}\n")
    firmware.build(program, kernel, defines=options)


def test_a_name_that_nobody_defines_is_told_without_the_tools_paths(tmp_path: Path):
    program = tmp_path / "user.c"
    program.write_text("int missed( void );\nint unused( void ) { return missed(); }\n")
    with pytest.raises(firmware.BuildFailed) as failed:
        firmware.build(program)
    assert str(failed.value) == "user.c has no function main"
    program.write_text("int missed( void );\nint main( void ) { return missed(); }\n")
    with pytest.raises(firmware.BuildFailed) as failed:
        firmware.build(program)
    cure = "nothing defines missed: write it, or name the C file that has it, too"
    assert str(failed.value) == f"{program}:2: {cure}"


MORE_TASKS = """
#include "FreeRTOS.h"
#include "task.h"

int main( void )
{
    while( xTaskCreate( ( TaskFunction_t ) main, "more", 40, NULL, 1, NULL ) == pdPASS ) {}
    vTaskStartScheduler();
    return 0;
}
"""


def test_more_tasks_than_the_hardware_has_are_told(run, tmp_path: Path):
    other = tmp_path / "many.c"
    other.write_text(MORE_TASKS)
    code, _, errors = run(other)
    assert code == 64
    (said,) = (line for line in errors.splitlines() if line.startswith("The source there: "))
    assert "it is one of configMAX_HW_ACCELERATION_TASKS" in said
    assert said in PAGE


PAGE = advice.PAGE.read_text()
SHOWN = re.findall(r"```c\n(.*?)```\n```\n\$ isochron run user\.c(.*?)\n(.*?)```", PAGE, re.DOTALL)
"""Of each mistake on the page: its lines, further arguments, and what is printed."""
VARIES = re.compile(r"(?<=user-)\w+|0x4000\w+|(?<=\.h:)\d+")
"""Addresses, digests and lines of headers, which change with the sources and the compiler."""


@pytest.mark.wide
@pytest.mark.parametrize(("mistake", "arguments", "printed"), SHOWN)
def test_a_mistake_looks_as_the_page_shows(run, mistake: str, arguments: str, printed: str):
    _, output, errors = run("\n    ".join(mistake.splitlines()), *arguments.split())
    said = [*output.splitlines(), *errors.splitlines()]
    if " instructions, interrupts off at most " in said[-1]:
        said.pop()
    assert [VARIES.sub("", line) for line in said] == [
        VARIES.sub("", line) for line in printed.splitlines()
    ]


def test_the_assertions_on_the_page_are_where_it_says():
    shown = re.findall(r"^assertion failed: .*\n(?:The source there: (.*)\n)?", PAGE, re.MULTILINE)
    lines = re.findall(r"^assertion failed: .*", PAGE, re.MULTILINE)
    assert len(lines) > 3
    assert [assertions.source(line) for line in lines] == shown


def test_each_case_is_a_section_of_the_page():
    headings = re.findall(r"^##+ (.*)$", PAGE, re.MULTILINE)
    anchors = [heading.lower().replace(" ", "-").replace("'", "") for heading in headings]
    assert [case for case in advice.Case if case not in anchors] == []


def test_the_board_ends_as_the_cases_say():
    header = (ROOT / "firmware/board/include/board.h").read_text()
    codes = re.findall(r"#define BOARD_EXIT_\w+\s+(6\d)\b", header)
    assert [int(code) for code in codes] == list(advice.BOARD_ENDS)
    refusals = ROOT / "firmware/kernel/hardware_kernel/refusals.c"
    (text,) = re.findall(r'"(The hardware kernel refused .*?)"', refusals.read_text())
    assert advice.after(64, text) == advice.what_to_do(advice.Case.REFUSED)
    assert advice.after(0, text) is None


def test_every_message_is_on_the_page():
    page = " ".join(PAGE.split())
    firmware, kernel = ROOT / "firmware", ROOT / "firmware/kernel"
    files = [
        *(firmware / "board").glob("*.c"),
        *kernel.rglob("configuration*.c"),
        kernel / "hardware_kernel/refusals.c",
    ]
    messages = set()
    for file in files:
        code = re.sub(r"#\s*(error|include).*|/\*.*?\*/|//.*", "", file.read_text())
        for text in re.findall(r'"((?:[^"\\]|\\.)*)"', code):
            pieces = re.split(r"%\w+|\\n", text)
            messages |= {piece.strip() for piece in pieces if len(piece.strip()) > 10}
    assert len(messages) > 40
    missing = [text for text in messages if text not in page and text not in page.replace("`", "")]
    assert missing == []
