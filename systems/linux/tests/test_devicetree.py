# SPDX-License-Identifier: Apache-2.0
"""The binding of the time manager is a schema, its example and the machine's node fit it, and what
does not fit is told: by the tools of the devicetree project and dtc."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from isochron.paths import ROOT

FOLDER = ROOT / "systems/linux/devicetree"
BINDING = FOLDER / "isochron,time-manager.yaml"
MACHINE = FOLDER / "machine.dts"
NODE = "time-manager@"
BIN = Path(sys.executable).parent
pytestmark = pytest.mark.skipif(not shutil.which("dtc"), reason="needs dtc: make linux installs it")


def run(tool: str | Path, *arguments: str | Path, text: str = "") -> str:
    """Run a tool on a text, and return what it says."""
    done = subprocess.run(
        [tool, *arguments],
        input=text,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=True,
    )
    return done.stdout


@pytest.fixture(scope="module")
def bindings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with nothing but the binding."""
    folder = tmp_path_factory.mktemp("bindings")
    shutil.copy(BINDING, folder)
    return folder


def messages(tree: str, bindings: Path, folder: Path) -> str:
    """Return what is said of the time managers of a tree."""
    binary = folder / "tree.dtb"
    run("dtc", "-q", "-I", "dts", "-O", "dtb", "-i", FOLDER, "-o", binary, "-", text=tree)
    said = run(BIN / "dt-validate", "-s", bindings, binary)
    return "\n".join(line for line in said.splitlines() if NODE in line)


def test_the_binding_is_a_schema(bindings: Path) -> None:
    assert run(BIN / "dt-doc-validate", bindings) == ""


def test_its_example_and_the_machines_node_fit_it(bindings: Path, tmp_path: Path) -> None:
    example = run(BIN / "dt-extract-example", BINDING)
    for tree in (example, MACHINE.read_text()):
        assert NODE in tree
        assert messages(tree, bindings, tmp_path) == ""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("clocks = <&clock>;\n\t\t};\n\t};", "};\n\t};", "'clocks' is a required property"),
        ('"registers", "time"', '"time", "registers"', "'registers' was expected"),
        (", <0xf0031000 0x1000>", "", "is too short"),
        (
            "interrupts-extended = <&interrupts 11>;",
            "",
            "'oneOf' conditional failed",
        ),
        ('"registers", "time";', '"registers", "time"; tasks = <12>;', " tasks: "),
    ],
)
def test_a_node_that_does_not_fit_is_told(
    old: str, new: str, said: str, bindings: Path, tmp_path: Path
) -> None:
    tree = MACHINE.read_text()
    assert tree.count(old) == 1
    assert said in messages(tree.replace(old, new), bindings, tmp_path)
