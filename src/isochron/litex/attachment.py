# SPDX-License-Identifier: Apache-2.0
"""The hardware kernel at a LiteX SoC: a Wishbone slave, the request to switch, interrupt lines."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from litex.build.yosys_nextpnr_toolchain import YosysNextPNRToolchain
from litex.gen import LiteXModule
from litex.soc.integration.soc import SoCRegion
from litex.soc.integration.soc_core import SoCCore
from litex.soc.interconnect import wishbone
from migen import C, Cat, ClockSignal, Instance, ResetSignal, Signal

from isochron import building, rtl
from isochron.building import plain_verilog, verilator
from isochron.litex.program import RESET_ADDRESS
from isochron.paths import BUILT, ROOT

BUILD = BUILT / "litex"
ORIGIN = 0xB000_0000
"""Where the hardware kernel is, unless told: a region that no core caches."""
SIZE = 0x10_0000
"""Bytes of the hardware kernel's window."""
_LINUX = "linux"
"""VexRiscv's variants with an MMU, whose names begin so, cache more than LiteX knows."""
_UNCACHED_OF_LINUX = {0xB000_0000: 0x1000_0000, 0xE000_0000: 0x2000_0000}
_TOP = ROOT / "hardware/rtl/kernel/isochron.sv"


def _to_vexriscv(soc: SoCCore, request: Signal) -> None:
    soc.cpu.cpu_params["i_softwareInterrupt"] = request


def _to_cv32e40p(soc: SoCCore, request: Signal) -> None:
    soc.comb += soc.cpu.interrupt_padding[MACHINE_SOFTWARE_INTERRUPT].eq(request)


def _to_ibex(soc: SoCCore, request: Signal) -> None:
    """Connect the interrupt, and exchange LiteX's list of Ibex's files, which lacks some."""
    if soc.cpu.reset_address != RESET_ADDRESS:
        raise ValueError(
            f"this Ibex begins at {RESET_ADDRESS:#x}: give the SoC that as cpu_reset_address"
        )
    parameters = soc.cpu.cpu_params
    for name in [*parameters]:
        if name.partition("_")[2] in _NOT_OF_OUR_IBEX:
            del parameters[name]
    parameters["i_irq_software_i"] = request
    soc.platform.sources = [file for file in soc.platform.sources if _IBEX not in file[0]]
    sources = [*verilator.core_sources(), Path(__file__).with_name("ibex_top.sv")]
    if wants_plain(soc.platform):
        options = ["-D SYNTHESIS", *(f"-I {folder}" for folder in verilator.ibex_includes())]
        plain = BUILD / "ibex_top.v"
        sources = [plain_verilog.write(plain, "ibex_top", sources, {}, options)]
    for source in sources:
        soc.platform.add_source(str(source))


_IBEX = "pythondata_cpu_ibex"
_NOT_OF_OUR_IBEX = (
    *("RegFile", "test_en_i", "hart_id_i", "fetch_enable_i", "boot_addr_i", "debug_req_i"),
    *("irq_fast_i", "irq_nm_i", "alert_minor_o", "alert_major_o", "core_sleep_o"),
)
MACHINE_SOFTWARE_INTERRUPT = 3
"""Its number, by RISC-V."""
CORES: dict[str, Callable[[SoCCore, Signal], None]] = {
    "vexriscv": _to_vexriscv,
    "cv32e40p": _to_cv32e40p,
    "ibex": _to_ibex,
}
"""What connects the machine software interrupt of each core that is supported, free in LiteX."""


class Isochron(LiteXModule):  # type: ignore[misc]
    """The hardware kernel behind a Wishbone slave.

    ``parameters`` are those of ``hardware/rtl/kernel/isochron.sv``: ``NTasks``, ``NPriorities``,
    ``NObjects`` and others. The output ``switch_request`` goes to the core's machine software
    interrupt. A toolchain of Yosys gets plain Verilog, others the SystemVerilog with its
    assertions.
    """

    def __init__(self, platform: object, lines: Sequence[Signal] = (), **parameters: int) -> None:
        self.switch_request = Signal()
        address, port = add_adapter(self)
        self.parameters = parameters = {"NLines": max(len(lines), 1), **parameters}
        is_plain = wants_plain(platform)
        self.specials += Instance(
            "isochron",
            **({} if is_plain else {f"p_{name}": value for name, value in parameters.items()}),
            **port,
            i_addr_i=address,
            i_lines_i=Cat(*lines) if lines else C(0),
            o_switch_request_o=self.switch_request,
        )
        systemverilog = [*rtl.sources("kernel"), *rtl.sources("adapters")]
        for source in plain("isochron", "kernel", parameters) if is_plain else systemverilog:
            platform.add_source(str(source))  # type: ignore[attr-defined]


def add_adapter(module: LiteXModule) -> tuple[Signal, dict[str, object]]:
    """Add a Wishbone slave to a module, as ``bus``, and its adapter.

    Returns the address, and clock, reset and the other ports of the device, as an Instance wants
    them.
    """
    module.bus = bus = wishbone.Interface(data_width=32, address_width=32, addressing="word")
    request, store, grant = Signal(), Signal(), Signal()
    address, stored, loaded = Signal(20), Signal(32), Signal(32)
    clock = {"i_clk_i": ClockSignal("sys"), "i_rst_ni": ~ResetSignal("sys")}
    module.specials += Instance(
        "isochron_wishbone",
        **clock,
        i_wb_cyc_i=bus.cyc,
        i_wb_stb_i=bus.stb,
        i_wb_we_i=bus.we,
        i_wb_adr_i=bus.adr[:18],
        i_wb_sel_i=bus.sel,
        i_wb_dat_i=bus.dat_w,
        o_wb_dat_o=bus.dat_r,
        o_wb_ack_o=bus.ack,
        o_wb_err_o=bus.err,
        o_req_o=request,
        o_we_o=store,
        o_addr_o=address,
        o_wdata_o=stored,
        i_gnt_i=grant,
        i_rdata_i=loaded,
    )
    port = {"i_req_i": request, "i_we_i": store, "i_wdata_i": stored}
    return address, clock | port | {"o_gnt_o": grant, "o_rdata_o": loaded}


def wants_plain(platform: object) -> bool:
    """Whether a toolchain reads Verilog by Yosys alone."""
    return isinstance(getattr(platform, "toolchain", None), YosysNextPNRToolchain)


def plain(top: str, core: str, parameters: Mapping[str, int]) -> list[Path]:
    """Return a device of these parameters and its adapter in plain Verilog."""
    device = BUILD / f"{top}-{building.digest(parameters.items())}.v"
    adapters = rtl.sources("adapters")
    return [
        plain_verilog.write(device, top, rtl.sources(core), parameters),
        plain_verilog.write(BUILD / "isochron_wishbone.v", "isochron_wishbone", adapters, {}),
    ]


def add_isochron(
    soc: SoCCore, lines: Sequence[Signal] = (), origin: int = ORIGIN, **parameters: int
) -> None:
    """Add the hardware kernel to a SoC as ``soc.isochron``, its request to switch to the core.

    ``lines`` are the interrupt lines that may wake tasks without a service routine, line 0 first:
    of an event manager ``soc.uart.ev.irq``, for example. Raises ValueError for another core than
    those of ``CORES``, for an origin that the core caches, and for a parameter that the kernel has
    not.
    """
    if soc.cpu_type not in CORES:
        raise ValueError(
            f"the core '{soc.cpu_type}' is not supported, for its software interrupt has no port "
            f"known here: use {', '.join(CORES)}"
        )
    defaults = checked(soc, origin, ORIGIN, _TOP, parameters)
    soc.isochron = Isochron(soc.platform, lines, **parameters)
    region = SoCRegion(origin=origin, size=SIZE, cached=False)
    soc.bus.add_slave("isochron", soc.isochron.bus, region)
    CORES[soc.cpu_type](soc, soc.isochron.switch_request)
    for name, value in {**defaults, **soc.isochron.parameters}.items():
        soc.add_constant(f"ISOCHRON_{name.upper()}", value)


def checked(
    soc: SoCCore, origin: int, usual: int, top: Path, parameters: Mapping[str, int]
) -> Mapping[str, int]:
    """Return the parameters of a device's top module with their defaults.

    Raises ValueError for an origin that the core caches, and for a parameter that is not there.
    """
    if not any(at <= origin < at + size for at, size in _uncached(soc).items()):
        raise ValueError(f"the core caches the origin {origin:#x}: use {usual:#x}, for example")
    defaults = rtl.parameters(top)
    for name in parameters.keys() - defaults.keys():
        raise ValueError(f"{top.stem} has no parameter {name}; it has {', '.join(defaults)}")
    return defaults


def _uncached(soc: SoCCore) -> Mapping[int, int]:
    """Return the regions that the core does not cache: begins and sizes."""
    if soc.cpu_type == "vexriscv" and soc.cpu.variant.startswith(_LINUX):
        return _UNCACHED_OF_LINUX
    regions: Mapping[int, int] = soc.cpu.io_regions
    return regions
