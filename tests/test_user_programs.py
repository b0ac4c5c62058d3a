# SPDX-License-Identifier: Apache-2.0
"""A user's own program with a mistake: what `isochron run` says names the program's own lines."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from isochron import cli
from isochron.building import options
from isochron.paths import ROOT
from isochron.running import simulator

PROGRAM = """
#include "FreeRTOS.h"
#include "queue.h"
#include "task.h"
#include "board.h"
#include <stdio.h>

static void vUser( void * pvParameters )
{
    int value;

    MISTAKE
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
    def run(mistake: str, *arguments: str) -> tuple[int, str, str]:
        """Return exit code, output and error output of a program with this mistake."""
        program = tmp_path / "user.c"
        program.write_text(PROGRAM.replace("MISTAKE", mistake))
        monkeypatch.setattr(sys, "argv", ["isochron", "run", str(program), *arguments])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        captured = capsys.readouterr()
        return int(ended.value.code or 0), captured.out, captured.err

    return run


def test_a_call_that_an_assertion_refuses_is_named(run):
    code, output, errors = run("xQueueReceive( NULL, &value, 5 ); vTaskDelete( NULL );")
    assert code == 64
    assert "assertion failed" in output
    assert f"its own C code ended in vUser (user.c:{LINE})" in errors


def test_a_task_function_that_returns_is_named(run):
    code, _, errors = run("value = 1; vTaskDelay( value );")
    assert code == 64
    # The last call is the compiler's jump.
    assert f"its own C code ended in vUser (user.c:{LINE})" in errors


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
    assert "its own C code ended in vOther (other.c:6)" in errors


PAGE = (ROOT / simulator.HELP).read_text()
SHOWN = re.findall(r"```c\n(.*?)```\n```\n\$ isochron run user\.c(.*?)\n(.*?)```", PAGE, re.DOTALL)
"""Of each mistake on the page: its lines, further arguments, and what is printed."""
VARIES = re.compile(r"(?<=[^r]\.c:)\d+|(?<=user-)\w+|0x4000\w+")
"""Lines of the kernel's files, addresses and digests, which change with the sources."""


@pytest.mark.wide
@pytest.mark.parametrize(("mistake", "arguments", "printed"), SHOWN)
def test_a_mistake_looks_as_the_page_shows(run, mistake: str, arguments: str, printed: str):
    _, output, errors = run("\n    ".join(mistake.splitlines()), *arguments.split())
    said = VARIES.sub("", output + errors)
    for line in printed.splitlines():
        assert VARIES.sub("", line) in said


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
