# SPDX-License-Identifier: Apache-2.0
"""The examples print what their READMEs show, also as projects that `isochron new` has made."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from isochron import cli, examples, projects
from isochron.building import firmware, freertos, package
from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.running import simulator

EXAMPLES = examples.examples()
BLOCK = re.compile(r"```\n\$ isochron run ([^\n]*)\n(.*?)```", re.DOTALL)
PRESETS = [
    name
    for kernel in package.words("KERNELS")
    for name in package.words(f"ATTACHMENTS_{kernel}") or (kernel,)
]
ONE_CORE = {name for name, example in EXAMPLES.items() if 1 in example.cores}
FIRST = ("hello", "line")
"""Of the first tier."""


def tiers(names: Iterable[str]) -> list[Any]:
    return [
        name if name in FIRST else pytest.param(name, marks=pytest.mark.wide(each=4))
        for name in sorted(names)
    ]


def readme(name: str) -> str:
    return (EXAMPLES[name].folder / "README.md").read_text()


def shown(name: str) -> dict[str, str]:
    """Return the outputs that a README shows, by the options of `isochron run`, without tables."""
    found = {}
    for command, output in BLOCK.findall(readme(name)):
        folder, _, options = command.partition(" ")
        assert ROOT / folder == EXAMPLES[name].folder
        found[options] = output.partition("  metric")[0]
    return found


def test_every_folder_with_a_program_is_an_example():
    folders = {path.parent for place in firmware.EXAMPLES for path in place.glob("*/main.c")}
    assert folders == {example.folder for example in EXAMPLES.values()}
    assert all(shown(name) for name in EXAMPLES)


@pytest.mark.parametrize("name", tiers(EXAMPLES))
def test_an_example_prints_what_its_readme_shows(name: str):
    assert examples.with_outputs(readme(name), examples.output) == readme(name)


def test_outputs_are_written_at_their_commands():
    page = (
        "text\n```\n$ isochron run a\nold\n\nolder\n```\n```\n$ isochron run b\n```\n```\nc\n```\n"
    )
    done = examples.with_outputs(page, lambda command: f"of {command[-1]}\n")
    assert done == (
        "text\n```\n$ isochron run a\nof a\n```\n```\n$ isochron run b\nof b\n```\n```\nc\n```\n"
    )


def made(name: str, folder: Path) -> Path:
    projects.make(folder, EXAMPLES[name])
    return folder


def steps(folder: Path) -> list[tuple[str, str]]:
    """Return the commands of a project's README: of a build, and of the run after it."""
    (block,) = re.findall(r"```\n(.*?)```", (folder / "README.md").read_text(), re.DOTALL)
    lines = block.splitlines()
    return list(zip(lines[::2], lines[1::2], strict=True))


def ran(folder: Path, build: str, run: str) -> str:
    """Follow the README, without `isochron` for the build."""
    done = subprocess.run(build, shell=True, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "warning" not in done.stdout
    command, action, program, *options = run.split()
    assert (command, action) == ("isochron", "run")
    given = dict(zip(options[::2], options[1::2], strict=True))
    result = simulator.run(
        folder / program,
        given.get("--platform", "ibex"),
        hardware=given.get("--hardware", "isochron"),
    )
    assert result.exit_code == 0, result.output
    return result.output


def clean_clone(folder: Path) -> Path:
    """Copy what git tracks, as it is now, and nothing that was built."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    for name in filter(None, listed.split("\0")):
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, target, follow_symlinks=False)
    return folder


@pytest.mark.wide
def test_a_project_of_a_clean_clone_runs_on_every_kernel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    clone = clean_clone(tmp_path / "clone")
    monkeypatch.setenv(freertos.ENVIRONMENT, str(freertos.provide()))
    command = [sys.executable, "-c", "from isochron.cli import main; main()", "new"]
    folder = tmp_path / "my-app"
    subprocess.run(
        [*command, folder, "--example", "hello"],
        env={**os.environ, "PYTHONPATH": str(clone / "src")},
        check=True,
        capture_output=True,
    )
    every = steps(folder)
    assert [build.split()[2] for build, _ in every] == PRESETS
    assert {ran(folder, build, run) for build, run in every} == {shown("hello")[""]}
    for rules in folder.glob("build/*/build.ninja"):
        assert f"{clone}/firmware/kernel" in rules.read_text() or rules.parent.name == "stock"
        assert f"{ROOT}/firmware" not in rules.read_text()


@pytest.mark.parametrize("name", tiers(ONE_CORE - {"line"}))
def test_a_project_prints_what_the_example_does(name: str, tmp_path: Path):
    folder = made(name, tmp_path / "my földer" / "my-app")
    first = next(iter(steps(folder)))
    outputs = shown(name)
    assert ran(folder, *first) == outputs.get("", outputs.get("-D NDEBUG"))


@pytest.mark.wide(each=4)
@pytest.mark.parametrize("name", sorted(ONE_CORE - {"tickless"}))
def test_a_project_prints_the_same_on_every_kernel(name: str, tmp_path: Path):
    folder = made(name, tmp_path / "my-app")
    every = steps(folder)
    assert len(every) == len(list(EXAMPLES[name].choices()))
    outputs = {run: ran(folder, build, run) for build, run in every}
    assert len(set(outputs.values())) == 1, outputs


def test_a_project_has_a_preset_for_every_kernel_and_attachment(tmp_path: Path):
    folder = made("hello", tmp_path / "my-app")
    listed = subprocess.run(
        ["cmake", "--list-presets"], cwd=folder, capture_output=True, text=True, check=True
    ).stdout
    assert re.findall(r'"(.+)"', listed) == PRESETS


def test_what_is_there_is_not_written_over(tmp_path: Path):
    (tmp_path / "mine").write_text("")
    with pytest.raises(IsochronError, match="is there already: name a folder that is not"):
        projects.make(tmp_path, EXAMPLES["hello"])
    with pytest.raises(IsochronError, match="is there already"):
        projects.make(tmp_path / "mine", EXAMPLES["hello"])


def test_a_name_that_no_program_can_have_is_refused(tmp_path: Path):
    with pytest.raises(IsochronError, match="'my app' cannot name a program: use letters of"):
        projects.make(tmp_path / "my app", EXAMPLES["hello"])
    assert not (tmp_path / "my app").exists()


@pytest.mark.parametrize("name", projects.OF_CMAKE)
def test_a_name_that_cmake_keeps_for_itself_is_refused(tmp_path: Path, name: str):
    with pytest.raises(IsochronError, match=f"'{name}' cannot name a program, for a target of CM"):
        projects.make(tmp_path / name, EXAMPLES["hello"])
    (tmp_path / "CMakeLists.txt").write_text(
        f"cmake_minimum_required(VERSION 3.21)\nproject(x NONE)\nadd_custom_target({name})\n"
    )
    done = subprocess.run(
        ["cmake", "-S", tmp_path, "-B", tmp_path / "build"], capture_output=True, text=True
    )
    assert f'"{name}" is reserved' in done.stderr


@pytest.mark.parametrize(
    ("name", "owner"),
    [
        ("isochron_kernel", "a target of the package"),
        ("freertos_kernel", "a target of the package"),
        ("freertos_config", "a target of the package"),
        ("CMakeFiles", "a file of the folder that it is built in"),
        ("build.ninja", "a file of the folder that it is built in"),
    ],
)
def test_a_name_that_the_build_has_is_refused(tmp_path: Path, name: str, owner: str):
    with pytest.raises(IsochronError, match=f"'{name}' cannot name a program, for {owner}"):
        projects.make(tmp_path / name, EXAMPLES["hello"])


def test_letters_that_cmake_does_not_take_are_refused(tmp_path: Path):
    with pytest.raises(IsochronError, match="use letters of ASCII"):
        projects.make(tmp_path / "grün", EXAMPLES["hello"])


def test_new_says_how_to_go_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys):
    folder = tmp_path / "my-app"
    monkeypatch.setattr(sys, "argv", ["isochron", "new", str(folder), "--example", "line"])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 0
    said = capsys.readouterr().out
    assert "cmake --preset bus && cmake --build --preset bus" in said
    assert "isochron run build/bus/my-app\n" in said


def test_an_example_that_a_kernel_cannot_run_is_refused():
    with pytest.raises(IsochronError, match="line does not run on freertos: choose isochron or"):
        EXAMPLES["line"].refuse_other_kernels("freertos")
