# SPDX-License-Identifier: Apache-2.0
"""What doctor finds, and the list of Debian packages that it shares with the set-up."""

import importlib.metadata
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet

from isochron import doctor
from isochron.building import freertos, verilator
from isochron.errors import IsochronError
from isochron.paths import ROOT

DEBIANS_PYTHON = "3.11.2"


def by_name() -> dict[str, doctor.Finding]:
    return {finding.name: finding for finding in doctor.examine()}


def test_all_is_there_where_the_tests_run():
    assert [finding for finding in doctor.examine() if not finding.good] == []


def test_a_package_in_another_version_is_found(monkeypatch: pytest.MonkeyPatch):
    installed = importlib.metadata.version

    def older(name: str) -> str:
        return "0.1" if name == "cocotb" else installed(name)

    monkeypatch.setattr(importlib.metadata, "version", older)
    finding = by_name()["cocotb"]
    assert not finding.good
    assert "0.1 is installed" in finding.purpose
    assert finding.cure == "make setup, or if pipx installed the command: pipx install --force ."


def test_a_missing_package_is_found(monkeypatch: pytest.MonkeyPatch):
    installed = importlib.metadata.version

    def absent(name: str) -> str:
        if name == "pyosys":
            raise importlib.metadata.PackageNotFoundError(name)
        return installed(name)

    monkeypatch.setattr(importlib.metadata, "version", absent)
    assert "not installed" in by_name()["pyosys"].purpose


def test_another_python_is_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(doctor.platform, "python_version", lambda: "3.9.2")
    finding = by_name()["Python"]
    assert not finding.good
    assert "3.11 to 3.13" in finding.cure


def test_freertos_not_fetched_yet_is_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(freertos, "locate", lambda: None)
    finding = by_name()["FreeRTOS"]
    assert not finding.good
    assert "make setup" in finding.cure


def test_a_wrong_freertos_is_found_with_its_reason(monkeypatch: pytest.MonkeyPatch):
    def wrong():
        raise IsochronError("FREERTOS_KERNEL_PATH: holds V10")

    monkeypatch.setattr(freertos, "locate", wrong)
    assert by_name()["FreeRTOS"].cure == "FREERTOS_KERNEL_PATH: holds V10"


def debian_packages(path: str) -> dict[str, str]:
    """Run the list with another PATH and return the states by package."""
    done = subprocess.run(
        ["/bin/sh", doctor.DEBIAN_PACKAGES],
        env={"PATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    lines = (line.split("\t") for line in done.stdout.splitlines())
    return {package: state for state, package, _ in lines}


@pytest.fixture
def bare_machine(tmp_path: Path) -> Path:
    """A folder for PATH that has what every Debian has, and nothing else."""
    for tool in ("sh", "dirname", "awk", "test"):
        (tmp_path / tool).symlink_to(f"/usr/bin/{tool}")
    return tmp_path


def test_missing_tools_are_found(bare_machine: Path):
    states = debian_packages(str(bare_machine))
    for package in ("gcc", "g++", "make", "git", "gcc-riscv64-unknown-elf", "cargo-web"):
        assert states[package] == "missing"


@pytest.mark.parametrize(
    ("version", "state"),
    [("0.66.0", "missing"), ("1.84.1", "missing"), ("1.85.0", "present"), ("2.0.0", "present")],
)
def test_an_old_cargo_counts_as_missing(bare_machine: Path, version: str, state: str):
    cargo = bare_machine / "cargo"
    cargo.write_text(f"#!/bin/sh\necho cargo {version}\n")
    cargo.chmod(0o755)
    assert debian_packages(str(bare_machine))["cargo-web"] == state


def test_the_list_agrees_with_the_machine():
    assert set(debian_packages(os.environ["PATH"]).values()) == {"present"}


def test_the_set_up_says_what_it_cannot_install(bare_machine: Path):
    for tool in ("tr", "cat"):
        (bare_machine / tool).symlink_to(f"/usr/bin/{tool}")
    done = subprocess.run(
        ["/bin/sh", ROOT / "scripts/bootstrap.sh"],
        env={"PATH": str(bare_machine)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "gcc-riscv64-unknown-elf" in done.stderr
    assert "cure:" in done.stderr


@pytest.mark.parametrize("name", ["my folder", "grün", "a$b", "a:b", "it's", "a#b", "a(b)"])
def test_a_folder_in_which_nothing_can_be_built_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
):
    checkout = tmp_path / name
    shutil.copytree(ROOT / "scripts", checkout / "scripts")
    done = subprocess.run([checkout / "scripts/bootstrap.sh"], capture_output=True, text=True)
    assert done.returncode == 1
    error, cure = done.stderr.splitlines()
    assert error == f"error: simulators cannot be built in '{checkout}'"
    assert cure.startswith("cure:  move it to a path of letters")
    monkeypatch.setattr(verilator, "root", lambda: checkout)
    finding = by_name()["folder"]
    assert not finding.good
    assert f"'{checkout}': move it" in finding.cure
    with pytest.raises(IsochronError, match="simulators cannot be built"):
        verilator.build([], tmp_path, "simulator")


def test_most_folders_are_taken():
    verilator.check_folders()
    done = subprocess.run([ROOT / "scripts/folder.sh", "/home/a_b/c-d.e+f@g~h=i,j/K9"])
    assert done.returncode == 0


def test_what_is_locked_is_for_the_python_of_debian_12():
    for name, version in doctor.pinned().items():
        wanted = importlib.metadata.metadata(name).get("Requires-Python", "")
        assert SpecifierSet(wanted).contains(DEBIANS_PYTHON), f"{name} {version} wants {wanted}"


def test_the_lock_file_names_no_server():
    lock = doctor.LOCK.read_text()
    assert "://" not in lock
    assert "--index-url" not in lock
    pinned = lock.count("==")
    assert pinned > 20
    assert lock.count("--hash=sha256:") >= pinned


def test_the_set_up_shows_how_far_pip_is():
    script, packages = ROOT / "scripts/pip-progress.sh", 45
    printed = "".join(f"Collecting one=={n}\n  Downloading one\n" for n in range(packages))
    printed += "Installing build dependencies: done\nInstalling collected packages: one\n"

    def shown(printed: str) -> subprocess.CompletedProcess[str]:
        words = [script, str(packages)]
        return subprocess.run(words, input=printed, capture_output=True, text=True)

    done = shown(printed)
    assert done.returncode == 0
    assert done.stdout.split("\n") == [
        *("  20 of 45 packages", "  40 of 45 packages", "  unpacking them"),
        "",
    ]
    assert shown(f"{printed}failed\n").returncode == 1
