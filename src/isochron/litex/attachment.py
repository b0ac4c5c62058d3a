# SPDX-License-Identifier: Apache-2.0
"""A kernel's hardware at a LiteX SoC: a Wishbone slave, the request to switch, interrupt lines."""

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
from isochron.paths import BUILT
from isochron.synth.configurations import CONFIGURATIONS

BUILD = BUILT / "litex"
ORIGIN = 0xB000_0000
"""Where the hardware kernel is, unless told: a region that no core caches."""
KERNEL = "full"
"""The kernel, unless told; its parameters are the module's, not this configuration's."""
_LINUX = "linux"
"""VexRiscv's variants with an MMU, whose names begin so, cache more than LiteX knows."""
_UNCACHED_OF_LINUX = {0xB000_0000: 0x1000_0000, 0xE000_0000: 0x2000_0000}


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
    if _wants_plain(soc.platform):
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


class Device(LiteXModule):  # type: ignore[misc]
    """Hardware of ours behind a Wishbone slave.

    Args:
        name: a configuration of `isochron export verilog`; only its sources count.
        parameters: of the module.
        ports: further ones of the module, as an Instance has them.

    A toolchain of Yosys gets plain Verilog, others the SystemVerilog with its assertions. What the
    hardware refuses is acknowledged, without effect, and loads 0: VexRiscv's bridge takes no error,
    and would go on waiting.
    """

    def __init__(
        self, platform: object, name: str, parameters: Mapping[str, int], **ports: object
    ) -> None:
        configuration = CONFIGURATIONS[name]
        module, sources = configuration.module, configuration.sources()
        assert module
        address, port = _add_adapter(self)
        is_plain = _wants_plain(platform)
        self.specials += Instance(
            module,
            **({} if is_plain else {f"p_{name}": value for name, value in parameters.items()}),
            **port,
            i_addr_i=address[: rtl.address_bits(_top(name))],
            **ports,
        )
        adapters = rtl.sources("adapters")
        files = [*sources, *adapters]
        if is_plain:
            device = BUILD / f"{module}-{building.digest(parameters.items())}.v"
            adapter = BUILD / "isochron_wishbone.v"
            files = [
                plain_verilog.write(device, module, sources, parameters),
                plain_verilog.write(adapter, "isochron_wishbone", adapters, {}),
            ]
        for file in files:
            platform.add_source(str(file))  # type: ignore[attr-defined]


class Isochron(Device):
    """A kernel's hardware behind a Wishbone slave.

    ``kernel`` is a configuration, ``parameters`` are those of its module. The output
    ``switch_request`` goes to the core's machine software interrupt.
    """

    def __init__(
        self,
        platform: object,
        lines: Sequence[Signal] = (),
        kernel: str = KERNEL,
        **parameters: int,
    ) -> None:
        self.switch_request = Signal()
        configuration = CONFIGURATIONS[kernel]
        self.firmware = configuration.system or "hardware"
        """What CMake calls the kernel."""
        least = min(rtl.parameters(_top(kernel))["NLines"], 1)
        self.parameters = parameters = {"NLines": max(len(lines), least), **parameters}
        ports = {f"o_{configuration.interrupt}": self.switch_request}
        super().__init__(
            platform, kernel, parameters, i_lines_i=Cat(*lines) if lines else C(0), **ports
        )


def _wants_plain(platform: object) -> bool:
    """Whether a toolchain reads Verilog by Yosys alone."""
    return isinstance(getattr(platform, "toolchain", None), YosysNextPNRToolchain)


def _top(name: str) -> Path:
    """Return the file of a configuration's module."""
    configuration = CONFIGURATIONS[name]
    (file,) = (path for path in configuration.sources() if path.stem == configuration.module)
    return file


def _add_adapter(module: LiteXModule) -> tuple[Signal, dict[str, object]]:
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


def add_isochron(
    soc: SoCCore,
    lines: Sequence[Signal] = (),
    origin: int = ORIGIN,
    kernel: str = KERNEL,
    **parameters: int,
) -> None:
    """Add a kernel's hardware to a SoC as ``soc.isochron``, its request to switch to the core.

    ``lines`` are the interrupt lines that may wake tasks without a service routine, line 0 first:
    of an event manager ``soc.uart.ev.irq``, for example. ``kernel`` is the hardware kernel, or a
    system's configuration. Raises ValueError for another core than those of ``CORES``, for an
    origin that the core caches, and for a parameter that the kernel has not.
    """
    if soc.cpu_type not in CORES:
        raise ValueError(
            f"the core '{soc.cpu_type}' is not supported, for its software interrupt has no port "
            f"known here: use {', '.join(CORES)}"
        )
    defaults = checked(soc, origin, ORIGIN, kernel, parameters)
    soc.isochron = Isochron(soc.platform, lines, kernel, **parameters)
    region = SoCRegion(origin=origin, size=size(kernel), cached=False)
    soc.bus.add_slave("isochron", soc.isochron.bus, region)
    CORES[soc.cpu_type](soc, soc.isochron.switch_request)
    for name, value in {**defaults, **soc.isochron.parameters}.items():
        soc.add_constant(f"ISOCHRON_{name.upper()}", value)


def size(name: str) -> int:
    """Return the bytes of a configuration's window."""
    return 1 << rtl.address_bits(_top(name))


def checked(
    soc: SoCCore, origin: int, usual: int, name: str, parameters: Mapping[str, int]
) -> Mapping[str, int]:
    """Return the parameters of a configuration's module with their defaults.

    Raises ValueError for an origin that the core caches, and for a parameter that is not there.
    """
    if not any(at <= origin < at + size for at, size in _uncached(soc).items()):
        raise ValueError(f"the core caches the origin {origin:#x}: use {usual:#x}, for example")
    top = _top(name)
    defaults = rtl.parameters(top)
    for parameter in parameters.keys() - defaults.keys():
        raise ValueError(f"{top.stem} has no parameter {parameter}; it has {', '.join(defaults)}")
    return defaults


def _uncached(soc: SoCCore) -> Mapping[int, int]:
    """Return the regions that the core does not cache: begins and sizes."""
    if soc.cpu_type == "vexriscv" and soc.cpu.variant.startswith(_LINUX):
        return _UNCACHED_OF_LINUX
    regions: Mapping[int, int] = soc.cpu.io_regions
    return regions
