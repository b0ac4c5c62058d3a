# SPDX-License-Identifier: Apache-2.0
"""The hardware kernel without FreeRTOS: every call of its thin API, what it takes, its size."""

import re
import subprocess
from pathlib import Path

import pytest
from systems.bare.lab import program
from test_messages import CYCLES as MESSAGES

from isochron.paths import ROOT
from isochron.running import simulator

PAGE = (ROOT / "docs/howto/without-freertos.md").read_text()
FIRST, CALLS, CYCLES = (
    program.FIRMWARE / name
    for name in ("examples/first_program.c", "tests/calls.c", "benchmarks/cycles.c")
)
MAX_CYCLES = 5_000_000
CYCLES_OF_MESSAGES = MESSAGES["isochron"]
"""By FreeRTOS's API; the page's other figures of it are recorded ones."""


def test_every_call_does_what_its_comment_says():
    result = simulator.run(program.build(CALLS), hardware="isochron", max_cycles=MAX_CYCLES)
    assert result.output == "passed 43 checks\n"


def test_the_cycles_are_those_of_the_page():
    output = simulator.run(program.build(CYCLES), hardware="isochron").output
    cycles = dict(line.split() for line in output.splitlines())
    rows = [line.split("|")[2].strip() for line in PAGE.splitlines() if line.startswith("|")][2:5]
    measured = [cycles["give"], cycles["give-to-waiter"], f"{cycles['send']}, {cycles['receive']}"]
    assert rows == measured
    by_freertos = f"{CYCLES_OF_MESSAGES['send-4']}, {CYCLES_OF_MESSAGES['receive-4']}"
    assert f"| {measured[-1]} | {by_freertos} |" in PAGE


def test_the_first_program_is_built_by_the_command_of_the_page(tmp_path: Path):
    """It is as small as the page says, which is at most 3 KiB."""
    command, output = re.findall(r"^\$ (.*?)^(?=\$|```)", PAGE, re.DOTALL | re.MULTILINE)
    elf = tmp_path / "first_program.elf"
    shell = command.replace("-o first_program.elf", f"-o {elf}")
    subprocess.run(["bash", "-c", shell], cwd=ROOT, check=True)
    size = subprocess.check_output(["riscv64-unknown-elf-size", elf], text=True)
    text, data = map(int, size.splitlines()[1].split()[:2])
    assert f"{text + data:,} bytes" in PAGE
    assert text + data <= 3 * 1024
    result = simulator.run(elf, hardware="isochron", max_cycles=MAX_CYCLES)
    assert output.endswith("first_program.elf\n" + result.output)


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("(void) iso_give( 200 );", "isochron: error 3 of operation 2 on number 200\n"),
        ("iso_queue_create( 1, 1, 1 );", "isochron: error 3 of operation 40 on number 1\n"),
        ("iso_semaphore_create( 1, 1, 2 );", "isochron: error 5 of operation 3 on number 1\n"),
        (
            "iso_task_create( 1, 99, 0, 0, stack, 68 );",
            "isochron: error 5 of operation 16 on number 1\n",
        ),
        ("iso_task_create( 1, 1, 0, 0, stack, 67 );", "isochron: error 17\n"),
        ("iso_task_create( 0, 1, 0, 0, stack, 68 );", "isochron: error 19\n"),
        ("iso_task_create( 1, 1, ends, 0, stack, 68 ); iso_start();", "isochron: error 18\n"),
    ],
)
def test_a_mistake_is_named(tmp_path: Path, statement: str, said: str):
    source = tmp_path / "mistake.c"
    source.write_text(
        f"""
        #include "isochron_bare.h"
        uint32_t stack[ 68 ];
        void ends( void * unused ) {{ ( void ) unused; }}
        int main( void ) {{ iso_init( 50000 ); {statement} return 0; }}
        """
    )
    result = simulator.run(program.build(source), hardware="isochron", max_cycles=MAX_CYCLES)
    assert (result.output, result.exit_code) == (said, 64)
