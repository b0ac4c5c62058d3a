# SPDX-License-Identifier: Apache-2.0
"""The core files of FuseSoC and Bender.yml fit the sources, and work."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from isochron import rtl
from isochron.building import verilator
from isochron.files import stale
from isochron.paths import ROOT
from isochron.proofs import catalogue

CORES = [*rtl.cores().values()]
BIN = Path(sys.executable).parent
TOOLS = ROOT / "tests/fusesoc"
"""Stand-ins for what a user has."""
PAGE = ROOT / "docs/howto/fusesoc.md"
TUTORIAL = ROOT / "docs/tutorials/your-own-soc.md"
MAKE = verilator.make_flags("-O0", "-O0")


def test_the_manifest_of_bender_is_current() -> None:
    assert stale(rtl.texts()) == [], "run `isochron generate cores`"


@pytest.mark.parametrize("core", CORES, ids=lambda core: core.name)
def test_a_core_has_the_files_of_its_folder_and_the_version_of_the_project(core: rtl.Core) -> None:
    folders = {path.parent for path in core.files()}
    assert {*core.files()} == {path for folder in folders for path in folder.glob("*.sv*")}
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert core.description["name"] == f"isochron:hardware:{core.name}:{version}"


@pytest.mark.parametrize("core", CORES, ids=lambda core: core.name)
def test_parameters_of_a_core_are_all_those_of_its_modules(core: rtl.Core) -> None:
    tops = [path for path in core.files() if path.stem in core.tops]
    declared = {name: value for top in tops for name, value in rtl.parameters(top).items()}
    given = core.description.get("parameters", {})
    assert {name: parameter["default"] for name, parameter in given.items()} == declared
    targets = core.description["targets"]
    for name, target in targets.items():
        if name.startswith("lint"):
            (top,) = (path for path in tops if path.stem == target["toplevel"])
            assert target["parameters"] == list(rtl.parameters(top))


@pytest.mark.parametrize("core", CORES, ids=lambda core: core.name)
def test_a_target_formal_is_a_proof_of_the_list(core: rtl.Core) -> None:
    for name, target in core.description["targets"].items():
        if name.startswith("formal"):
            properties = core.files("formal")
            assert [
                proof.name
                for proof in catalogue.proofs().values()
                if proof.block == target["toplevel"]
                and [proof.folder / file for file in proof.properties] == properties
                and [f"{key}={value}" for key, value in proof.sizes[0].items()]
                == target["parameters"]
            ], name


def test_the_sources_of_bender_compile_in_their_order() -> None:
    groups = yaml.safe_load(rtl.BENDER.read_text())["sources"]
    words = [
        f"+incdir+{ROOT / folder}" for group in groups for folder in group.get("include_dirs", ())
    ]
    words += [str(ROOT / name) for group in groups for name in group["files"]]
    top = ("--timing", "--top-module", "isochron_smoke")
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

    for folder in (ROOT / "hardware", ROOT / "systems"):
        added = run("library", "add", f"isochron_{folder.name}", folder)
        assert added.returncode == 0, added.stdout
    return run


OF_SYSTEMS = {
    f"{core.name}:{target}" for core in rtl.of_systems() for target in core.description["targets"]
}
PROVEN = "successful proof by k-induction"
RUNS = {
    **dict.fromkeys(("kernel:lint", "adapters:lint_avalon", "adapters:lint_ahb_lite"), ""),
    **{name: "" for name in sorted(OF_SYSTEMS) if name.endswith(":lint")},
    "kernel:sim": "PASS: a semaphore was waited for, given and taken",
    **{name: "TRELLIS_DPR16X4" for name in sorted(OF_SYSTEMS) if name.endswith(":synth")},
    **{name: PROVEN for name in sorted({"kernel:formal", *OF_SYSTEMS}) if name.endswith(":formal")},
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
    for core in CORES:
        (row,) = re.findall(rf"^\|.*`isochron:hardware:{core.name}`.*$", text, re.MULTILINE)
        targets = {name.partition("_")[0] for name in core.description["targets"]} - {"default"}
        told = {name.partition("_")[0] for name in re.findall(r"`(\w+)`", row.split("|")[3])}
        assert told == targets, core.name
