# SPDX-License-Identifier: Apache-2.0
"""A user's own program with a mistake: what `isochron run` says names the program's own lines."""

import re
import sys
from pathlib import Path

import pytest

from isochron import advice, cli
from isochron.api import conditions
from isochron.api import names as names_of_api
from isochron.building import firmware, freertos, options
from isochron.cli import run as running
from isochron.errors import BuildFailed
from isochron.pages import api_table
from isochron.paths import ROOT
from isochron.running import assertions, simulator

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


def test_a_program_that_lasts_says_so_before_it_counts_as_endless(run, monkeypatch):
    monkeypatch.setattr(running, "LONG_RUN", 2_000_000)
    code, _, errors = run("for( value = 0; ; ) vTaskDelay( 1 );", "--max-cycles", "3000000")
    assert code == cli.EXIT_FAILED
    said = "still running after 2, and endless after 3 million cycles (--max-cycles)"
    assert errors.splitlines()[0] == said


def test_a_program_with_two_kernels_says_so_of_both(run, monkeypatch):
    monkeypatch.setattr(running, "LONG_RUN", 1_000_000)
    task = "for( value = 0; value < 20; value++ ) vTaskDelay( 1 ); board_exit( 0 );"
    _, _, errors = run(task, "--with", "freertos")
    assert errors.count("still running after 1,") == 2


NO_TASK = '#include "FreeRTOS.h"\n#include "queue.h"\n#include "task.h"\n#include "board.h"\n'


def test_a_yield_before_the_start_is_named_with_its_cause(run, tmp_path: Path):
    program = tmp_path / "early.c"
    program.write_text(
        NO_TASK + "int main( void ) { volatile int n = 1; taskYIELD(); return n; }\n"
    )
    code, output, errors = run(program, "--kernel", "freertos")
    assert code == 65
    named, cause = output.splitlines()
    assert named.startswith("exception: environment call from M mode, mcause=0x0000000b mepc=")
    assert "the scheduler has not been started: make the call" in cause
    assert "Its own C code was last in main (early.c:5)" in errors


CAUSES = {
    **{0: "instruction address misaligned", 1: "instruction access fault"},
    **{2: "illegal instruction", 3: "breakpoint", 4: "load address misaligned"},
    **{5: "load access fault", 6: "store address misaligned", 7: "store access fault"},
    **{8: "environment call from U mode", 9: "environment call from S mode"},
    **{11: "environment call from M mode", 12: "instruction page fault", 13: "load page fault"},
    **{15: "store page fault", 16: "double trap", 18: "software check", 19: "hardware error"},
}
"""Of the privileged architecture; it calls a store's "store/AMO"."""


EACH_CAUSE = """
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include "board.h"

static jmp_buf back;
void freertos_risc_v_application_exception_handler( uint32_t mcause );
int __wrap_printf( const char * format, ... );

/* The handler's message, behind which it would end the program. */
int __wrap_printf( const char * format, ... )
{
    va_list values;

    va_start( values, format );
    vprintf( format, values );
    va_end( values );
    longjmp( back, 1 );
}

int main( void )
{
    for( volatile uint32_t cause = 0; cause < 24; cause++ )
    {
        if( setjmp( back ) == 0 )
        {
            freertos_risc_v_application_exception_handler( cause );
        }
    }

    board_exit( 0 );
}
"""


def test_every_standard_cause_of_an_exception_has_its_name(tmp_path: Path):
    program = tmp_path / "causes.c"
    program.write_text(EACH_CAUSE)
    elf = firmware.build(program, parts=firmware.Parts(wrapped=("printf",)))
    lines = simulator.run(elf).output.splitlines()
    names = [CAUSES.get(cause, "reserved or custom cause") for cause in range(24)]
    assert [line.removeprefix("exception: ").partition(",")[0] for line in lines] == names


def test_a_wrong_number_of_arguments_is_told_as_that(tmp_path: Path):
    program = tmp_path / "user.c"
    calls = "xQueueSend( NULL ); taskYIELD( 1 ); xQueueReset( NULL, 1 );"
    program.write_text(NO_TASK + f"int main( void ) {{ {calls} }}\n")
    with pytest.raises(BuildFailed) as failed:
        firmware.build(program)
    told = str(failed.value)
    assert "left out" not in told
    assert "#include" not in told
    assert "is missing" not in told
    assert told.splitlines()[-3:] == [
        "xQueueSend takes 3 arguments, and is given 1",
        "taskYIELD takes 0 arguments, and is given 1",
        "xQueueReset takes 1 argument, and is given 2",
    ]


def test_a_main_that_ends_with_the_start_gets_no_warning(run, tmp_path: Path):
    program = tmp_path / "user.c"
    body = "    vTaskStartScheduler();\n"
    program.write_text(NO_TASK + f"int main( void )\n{{\n{body}}}\n")
    _, _, errors = run(program, "--max-cycles", "100000")
    assert "warning" not in errors
    program.write_text(NO_TASK + f"int other( void )\n{{\n{body}}}\nint main( void ) {{}}\n")
    _, _, errors = run(program, "--max-cycles", "100000")
    assert "control reaches end of non-void function" in errors


def test_what_the_kernel_asks_of_a_port_reaches_it(run, tmp_path: Path):
    program = tmp_path / "user.c"
    program.write_text(
        NO_TASK + "#include <stdio.h>\n"
        "void vSleep( int ticks );\n"
        'void vSleep( int ticks ) { printf( "slept\\n" ); board_exit( ticks < 0 ); }\n'
        "static void vUser( void * p ) { for( ;; ) vTaskDelay( 9 ); }\n"
        "int main( void )\n{\n"
        '    xTaskCreate( vUser, "user", 200, NULL, 2, NULL );\n    vTaskStartScheduler();\n}\n'
    )
    macro = "portSUPPRESS_TICKS_AND_SLEEP(x)=extern void vSleep(int); vSleep((int)(x))"
    code, output, errors = run(program, "-D", "configUSE_TICKLESS_IDLE=1", "-D", macro)
    assert (code, output) == (0, "slept\n")
    assert "warning" not in errors
    near = "portSUPRESS_TICKS_AND_SLEEP(x)=0"
    _, _, errors = run(program, "-D", near, "--max-cycles", "100000")
    hint = "did you mean portSUPPRESS_TICKS_AND_SLEEP?"
    assert f"neither program nor kernel reads portSUPRESS_TICKS_AND_SLEEP; {hint}" in errors


def test_a_symbol_may_be_empty(run, tmp_path: Path):
    program = tmp_path / "user.c"
    program.write_text(NO_TASK + "int main( void ) { EMPTY board_exit( 3 ONE ); }\n")
    code, _, _ = run(program, "-D", "EMPTY=", "-D", "ONE=+1")
    assert code == 4


DEEP = "volatile char big[ 500 ]; for( value = 0; value < 500; value++ ) big[ value ] = 1; "
FOREVER = "for( ;; ) vTaskDelay( 1 );"


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
    with pytest.raises(BuildFailed) as failed:
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
    options = {option: str(n) for chosen in wanted.values() for option, n in (chosen or {}).items()}
    assert len(options) > 15
    elsewhere = {name for group in api_table.elsewhere()["group"] for name in group["names"]}
    wanted = {name: symbol for name, symbol in wanted.items() if symbol and name not in elsewhere}
    functions = sorted(api.code.target_of(name) or name for name in wanted)
    program = tmp_path / "user.c"
    uses = "".join(f"    {name}();\n" for name in functions)
    program.write_text(f"int main( void )\n{{\n{uses}    return 0;\n}}\n")
    firmware.build(program, kernel, defines=options)


def test_a_name_that_nobody_defines_is_told_without_the_tools_paths(tmp_path: Path):
    program = tmp_path / "user.c"
    program.write_text("int missed( void );\nint unused( void ) { return missed(); }\n")
    with pytest.raises(BuildFailed) as failed:
        firmware.build(program)
    assert str(failed.value) == "user.c has no function main"
    program.write_text("int missed( void );\nint main( void ) { return missed(); }\n")
    with pytest.raises(BuildFailed) as failed:
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
VARIES = re.compile(r"(?<=user-)\w+|0x4000\w+|(?<=\.h:)\d+|(?<=in prvIdleTask )\(.*?\)")
"""Addresses, digests, lines of headers, and where in its loop the idle task is at a cycle: they
change with the sources and the compiler."""


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
        code = re.sub(r"#\s*(error|include)(\\\n|.)*|/\*.*?\*/|//.*", "", file.read_text())
        for text in re.findall(r'"((?:[^"\\]|\\.)*)"', code):
            pieces = re.split(r"%\w+|\\n", text)
            messages |= {piece.strip() for piece in pieces if len(piece.strip()) > 10}
    assert len(messages) > 40
    missing = [text for text in messages if text not in page and text not in page.replace("`", "")]
    assert missing == []
