# SPDX-License-Identifier: Apache-2.0
"""`isochron run --cores`"""

from pathlib import Path

import pytest
from systems.smp.lab.machine import SMP
from typer.testing import CliRunner

from isochron import cli
from isochron.errors import EXIT_USAGE

WORKERS = SMP / "firmware/examples/workers.c"


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


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--cores", "3"), "--cores 3: the SoC of several cores has 2 or 4"),
        (("--cores", "2", "--kernel", "hybrid"), "with --cores the kernel is isochron or freertos"),
        (("--cores", "2", "--trace", "run.ctf"), "with --cores there is no --trace yet"),
    ],
)
def test_what_cannot_be_is_refused(words: tuple[str, ...], says: str) -> None:
    code, said = run(WORKERS, *words)
    assert code == EXIT_USAGE
    assert says in said
