# SPDX-License-Identifier: Apache-2.0
"""The CMake package's programs for several cores."""

import subprocess
from pathlib import Path

import pytest
from systems.smp.lab import machine
from test_cmake import FOUND, PROJECT, built, choice, configure
from test_projects import made, steps
from test_smp_run import TASKS, rates, run
from typer.testing import CliRunner

from isochron import cli, examples, projects
from isochron.errors import EXIT_USAGE, IsochronError

CORES = "-DISOCHRON_NUMBER_OF_CORES="
MAIN = """
#include <stdio.h>
#include "FreeRTOS.h"
#include "semphr.h"
#include "board.h"
static SemaphoreHandle_t came;
static volatile int on[ configNUMBER_OF_CORES ];
static void stays( void * pv )
{
    on[ portGET_CORE_ID() ] = 1;
    xSemaphoreGive( came );
    for( ; ; ) { }
}
static void counts( void * pv )
{
    int cores = 0;

    for( int i = 1; i < configNUMBER_OF_CORES; i++ ) xSemaphoreTake( came, portMAX_DELAY );
    on[ portGET_CORE_ID() ] = 1;
    for( int i = 0; i < configNUMBER_OF_CORES; i++ ) cores += on[ i ];
    printf( "%d cores, %d ms a tick\\n", cores, ( int ) portTICK_PERIOD_MS );
    board_exit( 3 );
}
int main( void )
{
    came = xSemaphoreCreateCounting( configNUMBER_OF_CORES, 0 );
    xTaskCreate( counts, "counts", 300, NULL, 2, NULL );
    for( int i = 1; i < configNUMBER_OF_CORES; i++ )
        xTaskCreate( stays, "stays", 200, NULL, 1, NULL );
    vTaskStartScheduler();
    return 1;
}
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return the folder of a project with a FreeRTOSConfig.h of its own."""
    (tmp_path / "CMakeLists.txt").write_text(PROJECT)
    (tmp_path / "main.c").write_text(MAIN)
    (tmp_path / "FreeRTOSConfig.h").write_text(
        "#define configTICK_RATE_HZ 500\n#include_next <FreeRTOSConfig.h>\n"
    )
    return tmp_path


@pytest.mark.wide(each=2)
@pytest.mark.parametrize("cores", [2, 4])
@pytest.mark.parametrize("kernel", ["hardware", "stock"])
def test_a_project_outside_of_the_checkout_runs_on_all_cores(
    project: Path, kernel: str, cores: int
) -> None:
    program = built(project, *choice(kernel, ""), f"{CORES}{cores}")
    code, said = run(program, "--cores", f"{cores}")
    assert code == 3
    assert f"exit code 3 {cores} cores, 2 ms a tick" in said
    with pytest.raises(IsochronError, match=f"built for {cores} cores, and --cores says 3"):
        machine.run_program(program, 3, 1, print)


@pytest.mark.wide(each=2)
@pytest.mark.parametrize("cores", [2, 4])
def test_a_project_of_an_example_is_for_several_cores(tmp_path: Path, cores: int) -> None:
    folder = tmp_path / "my-app"
    said = CliRunner().invoke(cli.app, ["new", str(folder), "--cores", str(cores)]).output
    assert f"isochron run build/bus/my-app --cores {cores}" in said
    every = steps(folder)
    assert [build.split()[2] for build, _ in every] == ["bus", "stock"]
    for build, command in every:
        done = subprocess.run(build, shell=True, cwd=folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert "warning" not in done.stdout
        _, _, program, *options = command.split()
        code, said = run(folder / program, *options)
        assert code == 0
        assert len(rates(said)) == cores
    launch = (folder / ".vscode/tasks.json").read_text()
    assert launch.count('"--cores"') == 2 * len(every)


def test_a_project_is_of_an_example_for_its_number_of_cores(tmp_path: Path) -> None:
    with pytest.raises(IsochronError, match="the example hello is for --cores 1, not 2"):
        projects.make(tmp_path / "app", examples.examples()["hello"], 2)
    with pytest.raises(IsochronError, match="the example workers is for --cores 2 or 4, not 1"):
        made("workers", tmp_path / "app")
    done = CliRunner().invoke(cli.app, ["new", str(tmp_path / "app"), "--cores", "3"])
    assert done.exit_code == EXIT_USAGE
    assert "--cores 3: the examples are for 1, 2, 4" in done.output
    assert not (tmp_path / "app").exists()


def test_the_configure_step_says_how_to_run_it(project: Path) -> None:
    said = configure(project, FOUND, f"{CORES}2")
    assert "isochron run <your program> --cores 2" in said


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ([f"{CORES}3"], "ISOCHRON_NUMBER_OF_CORES is '3', but must be one of: 1, 2, 4"),
        (
            [f"{CORES}2", "-DISOCHRON_ATTACHMENT=contexts"],
            "ISOCHRON_NUMBER_OF_CORES is 2, but attachment 'contexts' is for one core: choose "
            "ISOCHRON_KERNEL stock, or an attachment for several: bus",
        ),
        ([f"{CORES}2", "-DISOCHRON_BOARD_CORE=vexriscv"], "must be one of: ibex"),
    ],
)
def test_what_does_not_fit_several_cores_is_refused(
    project: Path, options: list[str], says: str
) -> None:
    with pytest.raises(RuntimeError) as failed:
        configure(project, FOUND, *options)
    assert says in str(failed.value)


def test_a_configuration_for_another_number_of_cores_is_refused(project: Path) -> None:
    header = project / "FreeRTOSConfig.h"
    header.write_text(f"#define configNUMBER_OF_CORES 4\n{header.read_text()}")
    with pytest.raises(RuntimeError, match="makes configNUMBER_OF_CORES 4") as failed:
        configure(project, FOUND, f"{CORES}2")
    assert "ISOCHRON_NUMBER_OF_CORES sets it" in str(failed.value)


@pytest.mark.wide
def test_a_program_for_one_core_is_refused(project: Path) -> None:
    (project / "main.c").write_text(TASKS)
    program = built(project, FOUND)
    with pytest.raises(IsochronError, match="build it with ISOCHRON_NUMBER_OF_CORES"):
        machine.run_program(program, 2, 1, print)
