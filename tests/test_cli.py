# SPDX-License-Identifier: Apache-2.0
"""The command line: what it refuses, what it says, which exit codes it gives."""

import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import synthetic
from typer.testing import CliRunner

from isochron import bench, cli, doctor, registers, results, suites, versions
from isochron.analysis import adversary, overheads
from isochron.building import firmware, platforms, simulator_build
from isochron.building.symbols import Place
from isochron.cli import commands, lazy, names
from isochron.errors import EXIT_FAILED, EXIT_TOOL_MISSING, EXIT_USAGE, ToolMissing
from isochron.paths import ROOT
from isochron.running import simulator
from isochron.running.simulator import ProgramHung, RunResult, WrongElf
from isochron.suites.job import Job, plan


def invoke(*arguments: str):
    return CliRunner().invoke(cli.app, arguments, env={"COLUMNS": "200", "NO_COLOR": "1"})


def main(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    """Run as a user does, errors reported; return the exit code."""
    monkeypatch.setattr(sys, "argv", ["isochron", *arguments])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    return int(ended.value.code or 0)


@pytest.mark.parametrize("name", commands.COMMANDS)
def test_help_teaches_every_command_with_an_example(name: str):
    entry = commands.COMMANDS[name]
    output = " ".join(invoke("--help").output.replace("│", " ").split())
    assert f"{name} {entry.title} {entry.example}" in output
    assert entry.example.startswith(f"isochron {name}")
    assert invoke(name, "--help").exit_code == 0


@pytest.mark.parametrize("name", commands.GROUPS)
def test_groups_teach_their_commands(name: str):
    for inner in commands.GROUPS[name]:
        assert f"isochron {name} {inner}" in invoke(name, "--help").output
        assert invoke(name, inner, "--help").exit_code == 0


def test_the_version_is_that_of_the_release_notes():
    version = re.search(r"^## (\d\S+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert version
    assert invoke("--version").output == f"isochron {version[1]}\n"


def test_help_imports_no_command():
    """So it is there at once."""
    program = (
        "import sys; from isochron.cli import app; app(['--help'], standalone_mode=False);"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    ours = {name for name in done.stderr.split() if name.split(".")[0] in ("isochron", "systems")}
    table = re.compile(r"systems(\.\w+(\.lab(\.commands)?)?)?")
    assert {name for name in ours if not table.fullmatch(name)} == {
        *("isochron", "isochron.cli", "isochron.cli.commands", "isochron.cli.lazy"),
        *("isochron.errors", "isochron.paths", "isochron.renamed", "isochron.terminal"),
    }
    assert not {"plotly", "jinja2", "yaml", "systemrdl", "dask"} & set(done.stderr.split())


@pytest.mark.parametrize(("old", "now"), commands.RENAMED.items())
def test_an_old_name_works_and_warns(old: str, now: str):
    old_help, new_help = invoke(old, "--help"), invoke(*now.split(), "--help")
    assert old_help.exit_code == 0
    warning, rest = old_help.output.split("\n", 1)
    assert warning == f"warning: `isochron {old}` is now `isochron {now}`"
    assert rest == new_help.output
    assert old not in commands.COMMANDS


def test_a_kernels_old_name_works_and_warns():
    done = invoke("bench", "operations", "--kernel", "isochron-banked", "--kernel", "nonsense")
    assert "warning: isochron-banked is called isochron-contexts now" in done.output
    assert "unknown kernel 'nonsense'" in done.output


@pytest.mark.parametrize("command", ["bench", "run"])
def test_help_shows_examples(command: str):
    output = invoke(command, "--help").output
    assert "Examples" in output
    assert f"isochron {command} " in output


def test_help_begins_with_run_and_groups_the_commands():
    output = invoke("--help").output
    groups = (lazy.USE, lazy.MEASURE, lazy.CHECK, lazy.MAINTAIN)
    assert all(f" {group} " in output for group in groups)
    first = output.split(f" {lazy.USE} ")[1].splitlines()[1]
    assert first.split()[1] == "run"


def test_help_names_kernels_and_platforms():
    output = " ".join(invoke("run", "--help").output.replace("│", " ").split())
    assert ", ".join(firmware.KERNELS) in output
    assert ", ".join(platforms.PLATFORMS) in output


@pytest.mark.parametrize(
    ("option", "name"),
    [
        (f"--{option}", name)
        for option, each in names.OF_SYSTEMS.items()
        for name in each
        if name not in names.OF_MACHINES[option]
    ],
)
def test_what_only_bench_measures_is_said_to_be_so(option: str, name: str):
    result = invoke("run", "x.c", option, name)
    assert result.exit_code == EXIT_USAGE
    assert f"'{name}': only isochron bench measures it" in result.output


def test_list_names_everything_to_a_pipe():
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    command = [sys.executable, "-c", "from isochron.cli import app; app(['list'])"]
    output = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=True
    ).stdout
    metrics = [m.name for s in suites.SUITES.values() for t in s.tests for m in t.metrics]
    tests = [t.name for s in suites.SUITES.values() for t in s.tests]
    machines = [*platforms.PLATFORMS, *platforms.HARDWARE]
    for name in [*suites.SUITES, *tests, *metrics, *firmware.KERNELS, *machines]:
        assert name in output


def test_list_shows_a_part_only():
    output = invoke("list", "kernels", "hardware").output
    assert all(name in output for name in (*firmware.KERNELS, *platforms.HARDWARE))
    assert "vexriscv" not in output
    assert invoke("list", "kernel").exit_code == EXIT_USAGE


@pytest.mark.parametrize(
    ("arguments", "suggestion"),
    [
        (["garcia-martines"], "garcia-martinez"),
        (["semaphore2"], "semaphore-2"),
        (["--kernel", "freertos-optimized"], "freertos-optimised"),
        (["--platform", "ibex-nomull"], "ibex-nomul"),
    ],
)
def test_an_unknown_name_gets_a_suggestion(arguments: list[str], suggestion: str):
    result = invoke("bench", *arguments)
    assert result.exit_code == EXIT_USAGE
    assert f"did you mean '{suggestion}'" in result.output


def test_a_name_like_no_other_gets_the_list():
    result = invoke("bench", "zzz")
    assert result.exit_code == EXIT_USAGE
    assert "did you mean" not in result.output
    assert "garcia-martinez" in result.output


@pytest.fixture
def no_simulation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulator_build, "build", lambda platform, hardware: Path(platform))
    monkeypatch.setattr(Job, "work", synthetic.records)
    monkeypatch.setattr(bench, "_known", lambda jobs, who: {})
    monkeypatch.setattr(versions, "collect", lambda: synthetic.VERSIONS)


@pytest.mark.usefixtures("no_simulation")
def test_bench_writes_results_and_report(tmp_path: Path):
    out = tmp_path / "new" / "folder"
    result = invoke("bench", "timeout-1", "-p", "ibex", "-O", "O2", "--out", str(out))
    assert result.exit_code == 0, result.output
    jobs = plan(["timeout-1"], (), ["ibex"], ["O2"])
    assert results.load(out / "results.json") == synthetic.results(jobs)
    assert "timeout-1-delay-block" in (out / "index.html").read_text()


@pytest.mark.usefixtures("no_simulation")
def test_bench_leaves_the_silicon_in_the_results(tmp_path: Path):
    records = synthetic.silicon("full", 32)
    results.save(results.Results(synthetic.SILICON_VERSIONS, records), tmp_path)
    for _ in range(2):
        assert invoke("bench", "timeout-1", "-p", "ibex", "-o", str(tmp_path)).exit_code == 0
    found = results.load(tmp_path / "results.json")
    assert found.records[-len(records) :] == records
    assert found.versions == {**synthetic.VERSIONS, **synthetic.SILICON_VERSIONS}
    assert sum(record.suite == "silicon" for record in found.records) == len(records)


@pytest.mark.usefixtures("no_simulation")
def test_long_parts_are_shown_on_demand(tmp_path: Path):
    choice = ("timeout-1", "-p", "ibex", "--out", str(tmp_path))
    assert "seconds" not in invoke("bench", *choice).output
    shown = invoke("bench", *choice, "--durations", "1").output
    assert shown.count("timeout-1 on") + shown.count("simulator for") > 1
    assert "seconds" in shown


@pytest.mark.usefixtures("no_simulation")
def test_options_that_choose_nothing_overwrite_nothing(tmp_path: Path):
    out = tmp_path / "none"
    choice = ("-k", "isochron-contexts", "-p", "vexriscv")
    result = invoke("bench", "semaphore-2", *choice, "--out", str(out))
    assert result.exit_code != 0
    assert not out.exists()


@pytest.mark.usefixtures("no_simulation")
def test_report_renders_again_the_same(tmp_path: Path):
    invoke("bench", "timeout-1", "-p", "ibex", "--out", str(tmp_path))
    page = tmp_path / "index.html"
    first = page.read_text()
    page.unlink()
    assert invoke("bench", "--report", "--out", str(tmp_path)).exit_code == 0
    assert page.read_text() == first


def test_report_without_results_says_what_to_do(monkeypatch, tmp_path: Path, capsys):
    assert main(monkeypatch, "bench", "--report", "--out", str(tmp_path)) == EXIT_FAILED
    assert "isochron bench" in capsys.readouterr().err


def test_run_shows_the_output_and_gives_the_programs_exit_code(monkeypatch, tmp_path: Path, capsys):
    elf = tmp_path / "program.elf"
    elf.write_bytes(b"\x7fELF")

    def fake_run(
        path, platform, *, hardware, max_cycles, seed, own, on_line, on_make, on_cycles, **rest
    ):
        assert (path, platform, hardware, own) == (elf, "ibex-2stage", "isochron-64", [])
        unused = {"debugger": None, "jtag": None, "trace": None, "waves": None}
        assert rest == {**unused, "profile": []}
        on_make("building the simulator (once)")
        on_cycles(1_000_000)
        assert (max_cycles, seed) == (500, 7)
        on_line("hello [not markup]")
        return RunResult(42, "hello\n", 1234, 1000, 17)

    monkeypatch.setattr(simulator, "run", fake_run)
    options = [
        "-p",
        "ibex-2stage",
        "--hardware",
        "isochron-64",
        "--max-cycles",
        "500",
        "--seed",
        "7",
    ]
    assert main(monkeypatch, "run", str(elf), *options) == 42
    captured = capsys.readouterr()
    assert captured.out == "hello [not markup]\n"
    first, *_, last = captured.err.splitlines()
    assert first == "building the simulator (once)"
    assert "1,234 cycles" in last
    assert "1,000,000" not in captured.err


PLACE = Place(0x4000_0010, "vTaskDelay", "tasks.c:7")


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (WrongElf("x.elf is for x86-64, not for 32-bit RISC-V"), EXIT_FAILED),
        (
            ProgramHung(f"x.elf did not end within 9 cycles; it was in {PLACE}", PLACE, ""),
            EXIT_FAILED,
        ),
        (ToolMissing("verilator is not installed: run `make setup`"), EXIT_TOOL_MISSING),
    ],
)
def test_errors_are_one_line_without_a_traceback(monkeypatch, tmp_path, capsys, error, code):
    elf = tmp_path / "x.elf"
    elf.write_bytes(b"\x7fELF")

    def fail(*_, **__):
        raise error

    monkeypatch.setattr(simulator, "run", fail)
    assert main(monkeypatch, "run", str(elf)) == code
    assert capsys.readouterr().err == f"error: {error}\n"


@pytest.mark.parametrize("option", [("-k", "freertos"), ("-k", "isochron"), ("-D", "NDEBUG")])
def test_what_a_built_program_cannot_take_is_refused(monkeypatch, tmp_path, capsys, option):
    elf = tmp_path / "x.elf"
    elf.write_bytes(b"\x7fELF")
    assert main(monkeypatch, "run", str(elf), *option) == EXIT_USAGE
    said = " ".join(capsys.readouterr().err.replace("│", " ").split())
    assert "is for C files, and x.elf is built already" in said


@pytest.mark.parametrize(
    ("code", "status"), [(0, 0), (1, 1), (255, 255), (256, 255), (257, 1), (0xFFFFFF00, 255)]
)
def test_no_exit_code_of_a_failure_becomes_that_of_success(monkeypatch, tmp_path, code, status):
    elf = tmp_path / "x.elf"
    elf.write_bytes(b"\x7fELF")
    monkeypatch.setattr(simulator, "run", lambda *_, **__: RunResult(code, "", 1, 1, 0))
    assert main(monkeypatch, "run", str(elf)) == status


def test_of_several_files_all_are_c(monkeypatch, tmp_path: Path, capsys):
    files = [tmp_path / name for name in ("a.c", "b.elf")]
    for file in files:
        file.touch()
    assert main(monkeypatch, "run", *map(str, files)) == EXIT_USAGE
    assert "several files must all be C files" in capsys.readouterr().err


def test_run_knows_the_kernel_hardware():
    refused = invoke("run", "x.elf", "--hardware", "isocron-64")
    assert refused.exit_code == EXIT_USAGE
    assert "did you mean 'isochron-64'" in refused.output


def test_a_missing_program_is_named(monkeypatch, capsys):
    assert main(monkeypatch, "run", "absent.elf") == EXIT_USAGE
    assert "absent.elf does not exist" in capsys.readouterr().err


def test_a_folder_that_is_no_example_is_refused(monkeypatch, tmp_path: Path, capsys):
    assert main(monkeypatch, "run", str(tmp_path)) == EXIT_USAGE
    assert "is a folder, but not of an example" in " ".join(
        capsys.readouterr().err.replace("│", " ").split()
    )


def test_doctor_fails_with_the_cure(monkeypatch):
    missing = doctor.Finding("picolibc", "firmware", None, "apt-get install picolibc")
    monkeypatch.setattr(doctor, "examine", lambda: [doctor.Finding("gcc", "all", "12"), missing])
    result = invoke("doctor")
    assert result.exit_code == EXIT_TOOL_MISSING
    assert "picolibc: apt-get install picolibc" in result.output


def test_doctor_is_content(monkeypatch):
    monkeypatch.setattr(doctor, "examine", lambda: [doctor.Finding("gcc", "all", "12")])
    result = invoke("doctor")
    assert result.exit_code == 0
    assert "All is there" in result.output


def test_stale_generated_files_fail_the_check(monkeypatch, capsys):
    page = ROOT / "docs/reference/registers.md"
    monkeypatch.setattr(registers, "texts", lambda: {page: "another"})
    assert main(monkeypatch, "generate", "--check", "registers") == EXIT_FAILED
    captured = capsys.readouterr()
    assert "docs/reference/registers.md" in captured.out
    assert "isochron generate registers" in captured.err


def test_generate_writes_only_what_is_stale(monkeypatch, tmp_path: Path):
    current, changed, missing = (tmp_path / name for name in ("a", "b", "folder/c"))
    current.write_text("as it is")
    changed.write_text("another")
    texts = dict.fromkeys((current, changed, missing), "as it is")
    monkeypatch.setattr(registers, "texts", lambda: texts)
    monkeypatch.setattr("isochron.cli.generate.ROOT", tmp_path)
    assert invoke("generate", "registers").output == "written: b\nwritten: folder/c\n"
    assert {path.read_text() for path in texts} == {"as it is"}
    assert invoke("generate", "registers", "--check").exit_code == 0


@pytest.mark.parametrize(("seen", "code"), [(100, 0), (101, EXIT_FAILED)])
def test_a_response_above_its_bound_fails(monkeypatch, seen: int, code: int):
    result = SimpleNamespace(task="t", seen=seen, bound=100, above=seen - 100)
    monkeypatch.setattr(overheads, "measured", lambda kernel: None)
    monkeypatch.setattr(adversary, "situations", lambda kernel: [SimpleNamespace(name="a case")])
    monkeypatch.setattr(adversary, "run", lambda case, terms: [result])
    done = invoke("verify", "bounds", "--sets", "0", "--kernel", "isochron")
    assert done.exit_code == code
    mark = "ABOVE" if code else "held"
    assert done.output == f"{mark}: isochron, a case, task t: {seen} seen, bound 100\n"


@pytest.mark.parametrize("name", ["page.md", "program.cpp"])
def test_what_is_no_program_is_a_wrong_command_line(monkeypatch, tmp_path, capsys, name: str):
    def build(*_arguments):
        raise AssertionError("nothing is to be built")

    monkeypatch.setattr(simulator, "build", build)
    (tmp_path / name).write_text("# No program")
    assert main(monkeypatch, "run", str(tmp_path / name)) == EXIT_USAGE
    assert f"{name} is not a C file (.c), nor an ELF file" in capsys.readouterr().err


def test_an_example_of_one_file_is_no_project():
    result = invoke("new", "my-app", "--example", "first_program")
    assert result.exit_code == EXIT_USAGE
    assert "it is one file, firmware/examples/first_program.c: copy that" in result.output
