# SPDX-License-Identifier: Apache-2.0
"""The wheel: in an environment without checkout, Verilator and C++ compiler it runs programs as the
checkout does, and says which commands need one."""

import os
import pty
import re
import shutil
import subprocess
import sys
import tty
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path

import pytest
from night import IS_NIGHT, NIGHT
from test_analysis import TERMS
from test_board_loader import Board, serve
from test_projects import shown, steps
from typer.testing import CliRunner

from isochron import cli, examples, versions
from isochron.analysis import overheads
from isochron.boards import contents, self_test
from isochron.building import firmware, platforms, simulator_build
from isochron.cli import lazy
from isochron.errors import EXIT_FAILED, IsochronError
from isochron.paths import ROOT
from isochron.running import simulator
from isochron.wheel import simulators

FIRST = ROOT / "firmware/examples/first_program.c"
TRACED = ROOT / "firmware/laboratory/tests/debugger/traced.c"
TOOLS = ("sh", "dirname", "test", "cmake", "ninja")
# The first test may build the simulators, and at night calibrate the kernels.
pytestmark = pytest.mark.timeout(3600 if IS_NIGHT else 1800)
UNREACHABLE = re.compile("NewConnectionError|ConnectTimeoutError|ReadTimeoutError")

FEW = [
    *product(
        ("ibex", "vexriscv"), dict.fromkeys(kernel.hardware for kernel in firmware.KERNELS.values())
    ),
    ("ibex", "isochron-trace"),
]
TRIED = sorted(simulators()) if IS_NIGHT else FEW
"""The simulators in the wheel that is tried: at night all that one has."""
Command = Callable[..., subprocess.CompletedProcess[str]]


def test_a_command_that_needs_a_checkout_says_so(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(lazy, "INSTALLED", True)
    monkeypatch.setattr("isochron.cli.run.INSTALLED", True)
    cores = ["run", str(FIRST), "--cores", "2"]
    bitstream = ["board", "bitstream", "--list"]
    browser = ["export", "browser"]
    for words in (["synth", "full"], ["bench"], bitstream, browser, ["verify", "prove"], cores):
        refused = CliRunner().invoke(cli.app, words).exception
        assert isinstance(refused, IsochronError)
        assert "make setup" in str(refused)
    assert CliRunner().invoke(cli.app, ["list", "kernels"]).exit_code == 0


def test_a_simulator_that_a_wheel_lacks_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "ibex-isochron").mkdir()
    (tmp_path / "ibex-isochron/simulator").touch()
    monkeypatch.setattr(simulator_build, "INSTALLED", True)
    monkeypatch.setattr(simulator_build, "OF_WHEEL", tmp_path)
    assert simulator_build.build("ibex") == tmp_path / "ibex-isochron/simulator"
    lacking = "ibex-nomul-isochron is not in the wheel .* has ibex-isochron: clone"
    with pytest.raises(IsochronError, match=lacking):
        simulator_build.build("ibex-nomul")
    with pytest.raises(IsochronError, match="ibex-isochron-waves"):
        simulator_build.build("ibex", waves=True)


def test_a_wheel_has_a_simulator_for_each_kernel_and_example():
    there = set(simulators())
    assert {("ibex", "isochron"), ("vexriscv", "isochron")} <= there
    assert {("ibex", "isochron-trace"), ("ibex", "isochron-debug")} <= there
    kernels, every = firmware.KERNELS.values(), examples.examples().values()
    assert {kernel.hardware for kernel in kernels} <= {hardware for _, hardware in there}
    assert {("ibex", example.soc) for example in every if example.soc} <= there


def test_analysis_begins_with_the_terms_of_a_wheel(monkeypatch: pytest.MonkeyPatch):
    """If its programs are those of the wheel's maker; else they are measured."""
    monkeypatch.setattr(overheads, "INSTALLED", True)
    monkeypatch.setattr(overheads, "TERMS", TERMS)
    monkeypatch.setattr(overheads.runs, "plan", lambda *_: [])
    monkeypatch.setattr(versions, "wheel", lambda: {"firmware": firmware.identity()})
    assert overheads.measured("isochron") == overheads.loaded(TERMS, "isochron")
    monkeypatch.setattr(versions, "wheel", lambda: {"firmware": "of another compiler"})
    with pytest.raises(IsochronError, match="isochron bench calibration"):
        overheads.measured("isochron")


@pytest.fixture(scope="module")
def isochron(tmp_path_factory: pytest.TempPathFactory) -> Command:
    """The command, installed in a fresh environment on a machine that has a RISC-V GCC."""
    folder = tmp_path_factory.mktemp("machine")
    terms = ["--terms"] if IS_NIGHT else []  # each night all kernels are calibrated anyway
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("isochron.wheel.simulators", lambda: iter(TRIED))
        written = CliRunner().invoke(cli.app, ["export", "wheel", "-o", str(folder), *terms])
    assert written.exit_code == 0, written.exception
    (wheel,) = folder.glob("*.whl")
    python = folder / "environment/bin/python"
    subprocess.run([sys.executable, "-m", "venv", folder / "environment"], check=True)
    install = [python, "-m", "pip", "install", "--quiet", "--no-compile", wheel]
    installed = subprocess.run(install, capture_output=True, text=True)
    if UNREACHABLE.search(installed.stderr):
        pytest.skip(f"pip reaches no registry: {installed.stderr}")
    assert installed.returncode == 0, installed.stderr
    programs = folder / "bin"
    programs.mkdir()
    for tool in TOOLS:
        (programs / tool).symlink_to(str(shutil.which(tool)))
    for tool in Path(firmware.compiler()).parent.glob(f"{firmware.PREFIX}*"):
        (programs / tool.name).symlink_to(tool)
    path = f"{programs}:{python.parent}"
    assert not any(shutil.which(tool, path=path) for tool in ("verilator", "g++", "make", "git"))
    own = {"PATH": path, "XDG_CACHE_HOME": str(folder / "cache"), "COLUMNS": "200"}

    def run(*words: object, shell: str = "") -> subprocess.CompletedProcess[str]:
        command = ["sh", "-c", shell] if shell else ["isochron", *map(str, words)]
        return subprocess.run(command, env=own, cwd=folder, capture_output=True, text=True)

    return run


@pytest.mark.wide
def test_it_tells_its_version_and_how_it_was_built(isochron: Command):
    here = CliRunner().invoke(cli.app, ["--version"]).output
    assert isochron("--version").stdout == here
    told = isochron("doctor")
    assert told.returncode == 0, told.stdout + told.stderr
    assert "All is there." in told.stdout
    assert re.search(r"by Verilator [\d.]+ and g\+\+ .* for x86-64-v2", told.stdout)


@pytest.mark.wide(each=2)
@pytest.mark.parametrize(("platform", "hardware"), TRIED)
def test_a_program_does_what_it_does_in_the_checkout(
    isochron: Command, platform: str, hardware: str
):
    kernels = (kernel.name for kernel in firmware.KERNELS.values() if kernel.hardware == hardware)
    tasks = {"configMAX_HW_ACCELERATION_TASKS": str(platforms.find_hardware(hardware).tasks)}
    elf = firmware.build(FIRST, [*kernels, "isochron"][0], platform, defines=tasks)
    here = simulator.run(elf, platform, hardware=hardware)
    there = isochron("run", elf, "-p", platform, "--hardware", hardware)
    assert there.stdout == here.output
    assert there.stderr == (
        f"{here.cycles:,} cycles, {here.instructions:,} instructions, interrupts off at most "
        f"{here.interrupts_off_max:,} cycles, exit code 0\n"
    )


@NIGHT
@pytest.mark.wide
def test_c_files_are_compiled_with_each_kernel(isochron: Command):
    outputs = {
        isochron("run", FIRST, "-k", kernel, "-p", platform).stdout
        for kernel, platform in (
            *((kernel, "ibex") for kernel in firmware.KERNELS if kernel != "isochron-cfu"),
            ("isochron-cfu", "vexriscv"),
        )
    }
    assert outputs == {"woken 1 at tick 10\nwoken 2 at tick 20\nwoken 3 at tick 30\n"}


@pytest.mark.wide
def test_a_project_is_built_and_run(isochron: Command, tmp_path: Path):
    folder = tmp_path / "my-app"
    assert isochron("new", folder, "--example", "producer_consumer").returncode == 0
    for build, run in steps(folder):
        built = isochron(shell=f"cd {folder} && {build}")
        assert built.returncode == 0, built.stdout + built.stderr
        ran = isochron(shell=f"cd {folder} && {run}")
        assert (ran.returncode, ran.stdout) == (0, shown("producer_consumer")[""]), ran.stderr


@pytest.mark.wide
def test_traces_are_written_and_decoded(isochron: Command, tmp_path: Path):
    log = tmp_path / "uart.log"
    elf = firmware.build(TRACED, "isochron", defines={"configUSE_IDLE_HOOK": "1"})
    probes = ("--trace", tmp_path / "probes.perfetto-trace")
    traced = isochron("run", elf, "--hardware", "isochron-trace", *probes)
    assert traced.returncode == 0, traced.stderr
    log.write_text(traced.stdout)
    assert "nothing was lost" in isochron("trace", log).stdout
    for name in ("probes", "uart"):
        assert (tmp_path / f"{name}.perfetto-trace").stat().st_size > 0


@pytest.mark.wide
def test_a_board_is_loaded_and_its_self_test_compared(isochron: Command, tmp_path: Path):
    elf, board = self_test.build("isochron", tests=("semaphore-actions",)), Board(256 * 1024)
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    with ThreadPoolExecutor() as other:
        served = other.submit(serve, board, ours)
        loaded = isochron("board", "load", "--no-listen", os.ttyname(theirs), elf)
    assert loaded.returncode == 0, loaded.stderr
    served.result()
    os.close(ours)
    os.close(theirs)
    words = contents.image(elf, len(board.ram))
    assert board.ram == b"".join(word.to_bytes(4, "little") for word in words)
    log = tmp_path / "board.log"
    log.write_text(simulator.run(elf).output)
    told = isochron("board", "report", log)
    assert told.returncode == 0, told.stderr
    assert "All 16 samples are equal" in told.stdout


@pytest.mark.wide
def test_verilog_is_the_checkouts(isochron: Command, tmp_path: Path):
    words = ("export", "verilog", "full", "--tasks", "8", "-o")
    here, there = tmp_path / "here.v", tmp_path / "there.v"
    assert CliRunner().invoke(cli.app, [*words, str(here)]).exit_code == 0
    assert isochron(*words, there).returncode == 0
    assert there.read_text() == here.read_text()


@NIGHT
@pytest.mark.wide
def test_deadlines_are_analysed(isochron: Command):
    tasks = ROOT / "firmware/examples/analysis/motor.toml"
    told = isochron("analyze", tasks, "--kernel", "isochron")
    assert told.returncode == 0, told.stderr
    assert "all deadlines" in told.stdout
    built = isochron(shell="for elf in cache/isochron/firmware/ibex/*/*; do echo $elf; done").stdout
    programs = [path.stem for path in (firmware.LABORATORY / "benchmarks/calibration").glob("*.c")]
    assert not re.search(f"/({'|'.join(programs)})-", built), "the terms are in the wheel"


@pytest.mark.wide
def test_what_is_not_in_it_needs_a_checkout(isochron: Command, tmp_path: Path):
    for words in (
        ("bench",),
        ("linux",),
        ("run", FIRST, "-p", "ibex-nomul"),
        ("run", FIRST, "--waves", tmp_path / "run.fst"),
    ):
        refused = isochron(*words)
        assert refused.returncode == EXIT_FAILED
        assert "clone the repository, run `make setup` there" in refused.stderr
