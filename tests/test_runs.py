# SPDX-License-Identifier: Apache-2.0
"""Runs that are kept, and what is run again."""

from pathlib import Path

import pytest

from isochron import building
from isochron.errors import IsochronError
from isochron.running import runs


class Machine:
    """Runs programs, and counts how often."""

    def __init__(self, folder: Path) -> None:
        self.program = folder / "program.elf"
        self.program.write_text("first")
        self.identity = "machine 1"
        self.options: tuple[object, ...] = (1000, 1)
        self.runs = 0
        self.noise = ""

    def run(self) -> str:
        self.runs += 1
        said = self.program.read_text()
        if said == "crash":
            raise IsochronError("crashed")
        return f"{said} on {self.identity} {self.options}{self.noise}"

    def kept(self) -> str:
        return runs.kept(self.program, self.identity, self.options, self.run)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    monkeypatch.setattr(runs, "BUILD", tmp_path / "runs")
    made = Machine(tmp_path)
    made.kept()
    assert made.runs == 1
    return made


def test_a_known_run_is_not_repeated(machine: Machine) -> None:
    machine.program.touch()
    assert machine.kept() == machine.run()
    assert machine.runs == 2  # the one to compare with


def test_another_program_is_run(machine: Machine) -> None:
    machine.program.write_text("other")
    assert machine.kept().startswith("other on")
    assert machine.runs == 2


def test_the_former_program_is_known_again(machine: Machine) -> None:
    machine.program.write_text("other")
    machine.kept()
    machine.program.write_text("first")
    assert machine.kept().startswith("first on")
    assert machine.runs == 2


@pytest.mark.parametrize(
    ("name", "value"),
    [("identity", "machine 2"), ("options", (1000, 2)), ("options", (1001, 1))],
)
def test_another_simulator_seed_or_option_is_run(machine: Machine, name: str, value) -> None:
    setattr(machine, name, value)
    assert machine.kept() == machine.run()
    assert machine.runs == 3


def test_a_fresh_run_is_the_same(machine: Machine) -> None:
    known = machine.kept()
    with building.within(building.Command(fresh=True)):
        assert machine.kept() == known
    assert machine.runs == 2


def test_a_fresh_run_that_differs_is_an_error(machine: Machine) -> None:
    machine.noise = " and noise"
    with building.within(building.Command(fresh=True)):
        with pytest.raises(IsochronError, match="a second run differs"):
            machine.kept()


def test_a_failure_is_not_kept(machine: Machine) -> None:
    machine.program.write_text("crash")
    for _ in range(2):
        with pytest.raises(IsochronError, match="crashed"):
            machine.kept()
    assert machine.runs == 3


def test_a_run_that_was_tampered_with_is_repeated(machine: Machine) -> None:
    (file,) = runs.BUILD.glob("*.json")
    file.write_text('"made up"')
    assert machine.kept().startswith("first on")
    assert machine.runs == 2


def test_a_command_that_makes_nothing_has_only_what_is_known(machine: Machine) -> None:
    with building.within(building.Command(makes=False)):
        assert machine.kept().startswith("first on")
        machine.program.write_text("other")
        with pytest.raises(building.NotMade):
            machine.kept()
    assert machine.runs == 1
