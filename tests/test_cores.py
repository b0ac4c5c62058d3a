# SPDX-License-Identifier: Apache-2.0
"""The core files of FuseSoC and Bender.yml are what the lists of RTL give, and work."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from isochron import cores
from isochron.building import verilator
from isochron.files import stale
from isochron.paths import ROOT

BIN = Path(sys.executable).parent
TOOLS = ROOT / "tests/fusesoc"
"""Stand-ins for what a user has."""
PAGE = ROOT / "docs/howto/fusesoc.md"
TUTORIAL = ROOT / "docs/tutorials/your-own-soc.md"
MAKE = verilator.make_flags("-O0", "-O0")


def core(part: cores.Part) -> dict[str, Any]:
    first, text = part.core.read_text().split("\n", 1)
    assert first == "CAPI=2:"
    return yaml.safe_load(text)


def test_committed_files_are_current() -> None:
    assert stale(cores.generate()) == [], "run `isochron generate cores`"


@pytest.mark.parametrize("part", cores.parts(), ids=lambda part: part.name)
def test_a_core_and_those_that_it_needs_have_the_files_of_its_list(part: cores.Part) -> None:
    found: list[Path] = []
    for one in (*(one for one in cores.parts() if one.name in part.needs()), part):
        names = [next(iter(n), "") if isinstance(n, dict) else n for n in files(one)]
        found += [one.root / name for name in names]
    assert set(part.listed()) <= set(found)
    assert all(path.is_file() for path in found)


def files(part: cores.Part) -> list[Any]:
    return core(part)["filesets"]["rtl"]["files"]


def test_a_file_that_is_added_to_a_list_makes_the_core_and_bender_stale(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    listed = verilator.listed
    new = ROOT / "systems/hybrid/rtl/isochron_new.sv"
    more = {"hybrid": [new]}
    monkeypatch.setattr(verilator, "listed", lambda path: listed(path) + more.get(path.stem, []))
    assert stale(cores.generate()) == [ROOT / "systems/hybrid/hybrid.core", cores.BENDER]


@pytest.mark.parametrize("part", cores.parts(), ids=lambda part: part.name)
def test_parameters_of_a_core_are_all_those_of_its_modules(part: cores.Part) -> None:
    declared = [
        line.split("=")[0].split()[-1]
        for top in part.tops
        for line in (part.folder / f"{top}.sv").read_text().splitlines()
        if line.startswith("  parameter ")
    ]
    assert list(core(part).get("parameters", {})) == declared


def test_the_sources_of_bender_compile_in_their_order() -> None:
    groups = yaml.safe_load(cores.BENDER.read_text())["sources"]
    words = [f"+incdir+{ROOT / folder}" for one in groups for folder in one.get("include_dirs", ())]
    words += [str(ROOT / name) for one in groups for name in one["files"]]
    top = ("--timing", "--top-module", cores.BENCH.stem)
    done = subprocess.run(
        [verilator.root() / "bin/verilator", "--lint-only", *top, *words],
        env=verilator.environment(),
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.fixture
def fusesoc(tmp_path: Path):
    """Return a call of FuseSoC in a folder in which the cores are a library."""

    def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
        environment = verilator.environment()
        return subprocess.run(
            [BIN / "fusesoc", *words],
            cwd=tmp_path,
            env={
                **environment,
                "PATH": f"{TOOLS}:{BIN}:{environment['PATH']}",
                "MAKEFLAGS": MAKE,
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    for folder in (cores.HARDWARE, ROOT / "systems"):
        added = run("library", "add", f"isochron_{folder.name}", folder)
        assert added.returncode == 0, added.stdout
    return run


OF_SYSTEMS = [part for part in cores.parts() if part.system]
PROVEN = "successful proof by k-induction"
RUNS = {
    **{f"{name}:lint": "" for name in ("kernel", *(part.name for part in OF_SYSTEMS))},
    **{f"adapters:lint_{bus}": "" for bus in ("avalon", "ahb_lite")},
    "kernel:sim": "PASS: a semaphore was waited for, given and taken",
    **{f"{part.name}:synth": "TRELLIS_DPR16X4" for part in OF_SYSTEMS},
    **{f"{name}:formal": PROVEN for name in ("kernel", *(p.name for p in OF_SYSTEMS if p.proofs))},
    "adapters:formal_apb": PROVEN,
}
"""What a target says; `lint` says nothing."""


@pytest.mark.wide
@pytest.mark.parametrize(("target", "says"), RUNS.items(), ids=RUNS)
def test_fusesoc_runs(target: str, says: str, fusesoc: Any) -> None:
    name, _, target = target.partition(":")
    done = fusesoc("run", "--target", target, f"isochron:hardware:{name}")
    assert done.returncode == 0, done.stdout[-3000:]
    assert says in done.stdout


@pytest.mark.wide
def test_fusesoc_hands_parameters_on(fusesoc: Any) -> None:
    done = fusesoc("run", "--target", "lint", "isochron:hardware:kernel", "--NTasks", "300")
    assert done.returncode != 0
    assert "NTasks" in done.stdout


@pytest.mark.wide
def test_the_core_of_the_page_has_the_kernel_and_an_adapter(fusesoc: Any, tmp_path: Path) -> None:
    text = "".join(blocks(PAGE, "yaml")[:1])
    (tmp_path / "soc.core").write_text(text)
    (tmp_path / "your_kernel.sv").write_text("\n".join(blocks(TUTORIAL, "systemverilog")))
    done = fusesoc("--cores-root", ".", "run", "--target", "lint", "user:test:soc")
    assert done.returncode == 0, done.stdout[-3000:]


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(), re.DOTALL)


def test_the_page_has_every_core_and_its_targets() -> None:
    text = PAGE.read_text()
    for part in cores.parts():
        (row,) = re.findall(rf"^\|.*`isochron:hardware:{part.name}`.*$", text, re.MULTILINE)
        targets = {name.partition("_")[0] for name in core(part)["targets"]} - {"default"}
        told = {name.partition("_")[0] for name in re.findall(r"`(\w+)`", row.split("|")[3])}
        assert told == targets, part.name
