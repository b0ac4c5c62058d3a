# SPDX-License-Identifier: Apache-2.0
"""Each proof in its smallest size; none of its faults is proven; the page tells of every one.

The first tier asks whether the properties of the quick proofs hold, the wide one asks it of all. A
fault shows that a proof can fail, which no fault of the RTL itself changes: the first tier has one
of a small proof, the wide one the first of each, and all are tried each night.
"""

import re
from dataclasses import replace

import pytest
from night import NIGHT

from isochron.errors import IsochronError, ToolMissing
from isochron.proofs import catalogue, solver, table
from isochron.proofs.catalogue import Fault, Proof

PROOFS = catalogue.proofs()
SMALL = "answers"
LONG = (
    *("deadlines", "event-groups", "inheritance", "notifications", "protocol", "queues"),
    *("ready-lists", "tokens", "waiter-order", "walks"),
)
"""They take a processor 10 to 40 seconds each."""
HELD = [pytest.param(name, marks=[pytest.mark.wide] if name in LONG else []) for name in PROOFS]


def _in_its_tier(name: str, number: int) -> list[pytest.MarkDecorator]:
    if number > 1:
        return [pytest.mark.wide, NIGHT]
    return [] if name == SMALL else [pytest.mark.wide]


FAULTS = [
    pytest.param(
        *(proof, fault),
        id=f"{name}-{number}",
        marks=_in_its_tier(name, number),
    )
    for name, proof in PROOFS.items()
    for number, fault in enumerate(proof.faults, 1)
]
REACHED = [
    pytest.param(name, marks=[] if name == SMALL else [pytest.mark.wide(each=5)])
    for name, proof in PROOFS.items()
    if proof.reached
]


@pytest.mark.parametrize("name", HELD)
def test_properties_hold(name: str) -> None:
    solver.prove(PROOFS[name], PROOFS[name].sizes[0])


@pytest.mark.parametrize("name", REACHED)
def test_what_it_is_about_happens(name: str) -> None:
    solver.reach(PROOFS[name])


def test_what_does_not_happen_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "REACH", 2)
    with pytest.raises(solver.NotReached, match="unreached cover statement"):
        solver.reach(PROOFS[SMALL])


@pytest.mark.parametrize(("proof", "fault"), FAULTS)
def test_a_fault_is_found(proof: Proof, fault: Fault) -> None:
    with pytest.raises(solver.NotProven):
        solver.prove(proof, proof.sizes[0], fault)


@pytest.mark.parametrize("name", PROOFS)
def test_faults_fit_the_sources(name: str) -> None:
    proof = PROOFS[name]
    for fault in proof.faults:
        assert fault.apply(proof.file(fault)) != proof.file(fault).read_text()


def test_each_proof_has_a_fault_and_is_in_the_table() -> None:
    page = table.PAGE.read_text()
    for name, proof in PROOFS.items():
        assert proof.faults
        section, *_ = page.partition(f"\n## {name}\n\n")[2].split("\n## ")
        assert re.fullmatch(r"\w.+\n\n\*Assumed:\* \w.+\n", section, re.DOTALL), name
        assert "; ".join(table.size_text(size) for size in proof.sizes) in page, name


def test_the_table_is_written_into_its_page() -> None:
    before = table.PAGE.read_text()
    proof = next(iter(PROOFS.values()))
    page = table.page([(proof, [solver.Answer(7, "")])])
    assert f"|\n| [{proof.name}](#{proof.name}) | `{proof.block}` | " in page
    assert [line for line in before.splitlines() if line not in page.splitlines()] == [
        line for line in before.splitlines() if line.startswith("| [")
    ]


def test_a_fault_of_an_unknown_module_is_named() -> None:
    proof = next(iter(PROOFS.values()))
    with pytest.raises(IsochronError, match="names the module 'nothing'"):
        solver.prove(proof, proof.sizes[0], Fault("a", "b", module="nothing"))


def test_an_unknown_solver_is_named() -> None:
    proof = replace(next(iter(PROOFS.values())), solver="guess")
    with pytest.raises(IsochronError, match="no solver 'guess', there are yices, bitwuzla"):
        solver.prove(proof, proof.sizes[0])


def test_a_missing_yosys_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "find_spec", lambda name: None)
    proof = next(iter(PROOFS.values()))
    with pytest.raises(ToolMissing, match="pyosys, bitwuzla not installed: run `make setup`"):
        solver.prove(proof, proof.sizes[0])
