# SPDX-License-Identifier: Apache-2.0
"""Programs of users on the boards: the examples, and what `isochron run` refuses."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from systems.gic.lab import boards, build
from typer.testing import CliRunner

from isochron import building
from isochron.cli import app
from isochron.paths import ROOT

EXAMPLES = ROOT / "systems/gic/firmware/examples"
BLOCK = re.compile(r"```\n\$ isochron (.*)\n([^`]*)```")
SHOWN = BLOCK.findall((EXAMPLES / "README.md").read_text())
PROGRAM = str(EXAMPLES / "device_below.c")


def test_the_page_has_every_example():
    shown = " ".join(command for command, _ in SHOWN)
    assert all(program.name in shown for program in EXAMPLES.glob("*.c"))


@pytest.mark.parametrize(("command", "output"), SHOWN)
def test_an_example_does_what_its_page_says(
    command: str, output: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(ROOT)
    done = CliRunner().invoke(app, shlex.split(command))
    assert done.exit_code == 0
    assert done.stdout == output
    assert "vexpress-a15, " in done.stderr


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--kernel", "gic"], "needs --platform vexpress-a15 or vexpress-a9"),
        (["-p", "vexpress-a15", "--kernel", "isochron"], "the kernel is gic or freertos"),
        (["-p", "vexpress-a15", "--trace", "a.ctf"], "on vexpress-a15 there is no --trace"),
        (["-p", "vexpress-a15", "--with", "freertos"], "on vexpress-a15 there is no --with"),
        (["-p", "vexpress-a15", "--cores", "3"], "--cores 3: a board has 1, 2, 4"),
        (["-p", "vexpress-a15", "--gdb", "here"], r"--gdb here: it must be \[HOST\]:PORT"),
    ],
)
def test_what_does_not_fit_is_refused_by_name(options: list[str], said: str):
    done = CliRunner().invoke(app, ["run", PROGRAM, *options])
    assert done.exit_code != 0
    told = " ".join(f"{done.stderr} {done.exception}".replace("│", " ").split())
    assert re.search(said, told)


def test_a_program_that_fails_fails_the_command(tmp_path: Path):
    program = tmp_path / "fails.c"
    program.write_text('#include "board.h"\nint main( void ) { board_exit( 1 ); }\n')
    done = CliRunner().invoke(app, ["run", str(program), "--platform", "vexpress-a9"])
    assert done.exit_code == 1
    assert "exit code 1" in done.stderr


PROJECT = """
cmake_minimum_required(VERSION 3.21)
project(example LANGUAGES C ASM)
add_library(freertos_config INTERFACE)
target_include_directories(freertos_config SYSTEM INTERFACE ${CMAKE_CURRENT_SOURCE_DIR})
find_package(isochron REQUIRED)
add_executable(example main.c)
target_link_libraries(example PRIVATE isochron::kernel isochron::board)
"""
CONFIGURATION = """
#define configNUMBER_OF_CORES 2
#define configGIC_OBJECTS 1
#include_next <FreeRTOSConfig.h>
"""


def cmake(*arguments: str | Path) -> None:
    done = subprocess.run(["cmake", *map(str, arguments)], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stdout + done.stderr)


def project(
    folder: Path, board: str, program: Path, configuration: str = CONFIGURATION, *more: str
) -> Path:
    """Build a project outside of the checkout with the CMake package; return its program."""
    (folder / "FreeRTOSConfig.h").write_text(configuration)
    (folder / "CMakeLists.txt").write_text(PROJECT)
    shutil.copy(program, folder / "main.c")
    cpu = boards.board(board).cpu
    toolchain = ROOT / "systems/gic/firmware/arm-toolchain.cmake"
    cmake(
        *("-S", folder, "-B", folder / "build", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release"),
        *(f"-DCMAKE_TOOLCHAIN_FILE={toolchain}", f"-DISOCHRON_CPU={cpu}"),
        *(f"-Disochron_DIR={ROOT / 'firmware/cmake'}", "-DISOCHRON_KERNEL=gic"),
        *(f"-DISOCHRON_BOARD={board}", *more),
    )
    cmake("--build", folder / "build")
    return folder / "build/example"


@pytest.mark.parametrize("board", boards.BOARDS)
def test_a_project_outside_of_the_checkout_runs_on_two_cores(board: str, tmp_path: Path):
    program = project(tmp_path, board, EXAMPLES / "two_cores.c")
    done = CliRunner().invoke(app, ["run", str(program), "--platform", board, "--cores", "2"])
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [f"message {n}: from core 0 to core 1" for n in (1, 2, 3)]


FLOATING = """
#include <stdio.h>
#include "FreeRTOS.h"
#include "board.h"
#include "task.h"

static volatile double sums[ 2 ];

static void adds( void * number )
{
    double * const sum = ( double * ) &sums[ ( uintptr_t ) number ];

    for( int i = 1; i <= 1000; i++ )
    {
        *sum += ( double ) i / ( 1 + ( uintptr_t ) number );
        taskYIELD();
    }

    if( number != NULL )
    {
        printf( "%d %d", ( int ) sums[ 0 ], ( int ) sums[ 1 ] );
        board_exit( 0 );
    }

    vTaskDelete( NULL );
}

int main( void )
{
    xTaskCreate( adds, "", 512, ( void * ) 0, 3, NULL );
    xTaskCreate( adds, "", 512, ( void * ) 1, 3, NULL );
    vTaskStartScheduler();
}
"""


def test_a_project_computes_with_floating_point(tmp_path: Path):
    source = tmp_path / "floating.c"
    source.write_text(FLOATING)
    configuration = "#define configGIC_FPU 32\n#include_next <FreeRTOSConfig.h>\n"
    program = project(
        tmp_path, "vexpress-a15", source, configuration, "-DISOCHRON_FLOATING_POINT=ON"
    )
    listing = building.said(build.compiler("objdump"), "-d", "--disassemble=adds", str(program))
    assert "vadd.f64" in listing
    done = CliRunner().invoke(app, ["run", str(program), "--platform", "vexpress-a15"])
    assert done.stdout.strip() == "500500 250250"


def test_what_is_not_there_is_refused_by_name_in_a_project(tmp_path: Path):
    with pytest.raises(
        RuntimeError, match="vTaskEndScheduler: the kernel on the GIC does not have"
    ):
        project(tmp_path, "vexpress-a15", ROOT / "systems/gic/firmware/tests/refused.c")
