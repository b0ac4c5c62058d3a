# SPDX-License-Identifier: Apache-2.0
"""A kernel's hardware behind the adapter of a bus, as a component that tools of vendors take: a
file of plain Verilog, and what describes it.

For AMBA's buses that is IP-XACT (IEEE 1685-2014), for Avalon-MM a file of Platform Designer. Ports
are those that Yosys finds in the Verilog; their descriptions are the comments in the source.
"""

import json
import re
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from isochron import registers, rtl
from isochron.building import plain_verilog, yosys

IPXACT = "http://www.accellera.org/XMLSchema/IPXACT/1685-2014"
LIBRARY = {"vendor": "isochron", "library": "hardware"}
_LINES = "lines_i"
_COMMENT = re.compile(r"\b(\w+),? +// (.+(?:\n +// .+)*)")


class Port(NamedTuple):
    """A port of a module."""

    name: str
    direction: str
    """``input`` or ``output``."""
    width: int

    @property
    def stem(self) -> str:
        """The name without the ending that says the direction."""
        return re.sub("_n?[io]$", "", self.name)

    @property
    def range(self) -> str:
        """As Verilog declares it: a vector's with a space behind it."""
        return f"[{self.width - 1}:0] " if self.width > 1 else ""


@dataclass(frozen=True)
class Bus:
    """A bus that has an adapter, and how a tool names it and its signals."""

    adapter: str
    prefix: str
    """Of the adapter's ports."""
    vlnv: tuple[str, str, str] | None = None
    """Library, name and version of ``amba.com``'s definition; none: Avalon-MM."""
    renamed: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Signals that the definition names otherwise than the port."""

    def signal(self, port: Port) -> str:
        """Return the bus's name of an adapter's port."""
        name = port.stem.removeprefix(self.prefix)
        return self.renamed.get(name, name.upper() if self.vlnv else name)


BUSES = {
    "avalon": Bus("isochron_avalon", "avs_"),
    "axi-lite": Bus(
        "isochron_axi_lite",
        "s_axil_",
        ("AMBA4", "AXI4-Lite", "r0p0_0"),
        {"clk": "ACLK", "rst": "ARESETn"},
    ),
    "apb": Bus(
        "isochron_apb",
        "s_apb_",
        ("AMBA4", "APB4", "r0p0_0"),
        {"clk": "PCLK", "rst": "PRESETn", "psel": "PSELx"},
    ),
    "ahb-lite": Bus(
        "isochron_ahb_lite",
        "ahb_",
        ("AMBA3", "AHBLite", "r2p0_0"),
        {"clk": "HCLK", "rst": "HRESETn", "hsel": "HSELx"},
    ),
}
"""By what the command calls them."""


class Device(NamedTuple):
    """What an adapter leads to."""

    module: str
    title: str
    sources: Sequence[Path]
    registers: Path
    """Their description, in SystemRDL."""
    interrupt: str
    """The port of the interrupt."""


@dataclass(frozen=True)
class Component:
    """A component's Verilog, and its ports: those of the bus with clock and reset, and the rest."""

    bus: Bus
    device: Device
    verilog: str
    of_bus: Sequence[Port]
    others: Sequence[Port]

    @property
    def module(self) -> str:
        """The component's name."""
        on = self.device.module.removesuffix("_bus")
        return self.bus.adapter.replace("isochron", f"{on}_on", 1)

    def texts(self) -> dict[str, str]:
        """Return the text of each file by its name."""
        name = self.module
        described = {f"{name}.xml": _xml} if self.bus.vlnv else {f"{name}_hw.tcl": _tcl}
        return {f"{name}.v": self.verilog} | {file: text(self) for file, text in described.items()}


def make(bus: Bus, device: Device, parameters: Mapping[str, int]) -> Component:
    """Return the component of a bus and a device with these parameters."""
    parts = {
        device.module: plain_verilog.convert(device.module, device.sources, parameters),
        bus.adapter: plain_verilog.convert(bus.adapter, rtl.sources("adapters"), {}),
    }
    ports = _ports(parts)
    inner, adapter = ports[device.module], ports[bus.adapter]
    own = {port.stem for port in inner} - {"clk", "rst"}
    wires = {port.stem: port for port in adapter if port.stem in own}
    of_bus = [port for port in adapter if port.stem not in own]
    others = [port for port in inner if port.name in (_LINES, device.interrupt)]
    outside = {port.name for port in (*of_bus, *others)}

    def connected(port: Port) -> str:
        wire = port.name if port.name in outside else ""
        if port.stem in wires:  # a smaller window's address has fewer bits
            wire = port.stem + (port.range if port.width < wires[port.stem].width else "")
        return f"    .{port.name}({wire.strip()})"

    made = Component(bus, device, "", of_bus, others)
    declared = (f"  {port.direction} wire {port.range}{port.name}" for port in (*of_bus, *others))
    top = [
        f"module {made.module} (",
        ",\n".join(declared),
        ");",
        *(f"  wire {port.range}{port.stem};" for port in wires.values()),
    ]
    for name in (bus.adapter, device.module):
        top += [f"  {name} u_{name} (", ",\n".join(map(connected, ports[name])), "  );"]
    return replace(made, verilog="\n".join([*parts.values(), *top, "endmodule", ""]))


def _ports(parts: Mapping[str, str]) -> dict[str, list[Port]]:
    """Return the ports of each top module, whose Verilog is given."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in parts.items():
            (Path(folder) / f"{name}.v").write_text(text)
        files = " ".join(f"{name}.v" for name in parts)
        # as a library: interfaces, without what is in the modules
        yosys.run(f"read_verilog -lib {files}", "write_json ports.json", folder=folder)
        modules = json.loads((Path(folder) / "ports.json").read_text())["modules"]
    return {
        name: [
            Port(port, found["direction"], len(found["bits"]))
            for port, found in modules[name]["ports"].items()
        ]
        for name in parts
    }


def _descriptions(component: Component) -> dict[str, str]:
    """Return the comment of each port in the source."""
    tops = (component.bus.adapter, component.device.module)
    every = (*rtl.sources("adapters"), *component.device.sources)
    texts = (path.read_text() for path in every if path.stem in tops)
    comments = (match for text in texts for match in _COMMENT.findall(text))
    return {name: re.sub(r"\n +// ", " ", text) for name, text in comments}


def _release() -> str:
    return version("isochron")


def _xml(component: Component) -> str:
    from peakrdl_ipxact import IPXACTExporter

    bus = component.bus
    assert bus.vlnv
    ET.register_namespace("ipxact", IPXACT)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "registers.xml"
        exporter = IPXACTExporter(version=_release(), **LIBRARY)
        described = registers.compiled(component.device.registers)
        exporter.export(described, str(file), component_name=component.module)
        root = ET.parse(file).getroot()
    names = [child.tag for child in root]
    root.insert(names.index(f"{{{IPXACT}}}memoryMaps"), _bus_interfaces(component, root))
    root.extend([_model(component), _file_sets(component)])
    ET.indent(root)
    return ET.tostring(root, "unicode", xml_declaration=True) + "\n"


def _node(tag: str, /, *inside: ET.Element | str, **attributes: str) -> ET.Element:
    element = ET.Element(f"{{{IPXACT}}}{tag}", attributes)
    for child in inside:
        if isinstance(child, str):
            element.text = child
        else:
            element.append(child)
    return element


def _bus_interfaces(component: Component, root: ET.Element) -> ET.Element:
    bus = component.bus
    assert bus.vlnv
    library, name, release = bus.vlnv
    definition = {"vendor": "amba.com", "library": library, "version": release}
    memory_map = root.findtext(f".//{{{IPXACT}}}memoryMap/{{{IPXACT}}}name")
    assert memory_map
    maps = [
        _node(
            "portMap",
            _node("logicalPort", _node("name", bus.signal(port))),
            _node("physicalPort", _node("name", port.name)),
        )
        for port in component.of_bus
    ]
    abstraction = _node(
        "abstractionType",
        _node("abstractionRef", **definition, name=f"{name}_rtl"),
        _node("portMaps", *maps),
    )
    interface = _node(
        "busInterface",
        _node("name", "bus"),
        _node("busType", **definition, name=name),
        _node("abstractionTypes", abstraction),
        _node("slave", _node("memoryMapRef", memoryMapRef=memory_map)),
    )
    return _node("busInterfaces", interface)


def _model(component: Component) -> ET.Element:
    module, said = component.module, _descriptions(component)

    def described(port: Port) -> ET.Element:
        vector = _node("vector", _node("left", str(port.width - 1)), _node("right", "0"))
        wire = _node("wire", _node("direction", port.direction.removesuffix("put")))
        if port.width > 1:
            wire.append(_node("vectors", vector))
        return _node("port", _node("name", port.name), _node("description", said[port.name]), wire)

    view = _node("view", _node("name", "rtl"), _node("componentInstantiationRef", "rtl"))
    instantiation = _node(
        "componentInstantiation",
        _node("name", "rtl"),
        _node("language", "Verilog"),
        _node("moduleName", module),
        _node("fileSetRef", _node("localName", "rtl")),
    )
    return _node(
        "model",
        _node("views", view),
        _node("instantiations", instantiation),
        _node("ports", *map(described, (*component.of_bus, *component.others))),
    )


def _file_sets(component: Component) -> ET.Element:
    file = _node("file", _node("name", f"{component.module}.v"), _node("fileType", "verilogSource"))
    return _node("fileSets", _node("fileSet", _node("name", "rtl"), file))


_TCL = """\
# {module}_hw.tcl: Isochron's {title} on Avalon-MM, for Platform Designer.
# Written by `isochron export component`; do not edit.
package require -exact qsys 16.1

set_module_property NAME {module}
set_module_property DISPLAY_NAME "Isochron {title}"
set_module_property VERSION {version}
set_module_property EDITABLE false

foreach fileset {{QUARTUS_SYNTH SIM_VERILOG}} {{
  add_fileset $fileset $fileset "" ""
  set_fileset_property $fileset TOP_LEVEL {module}
  add_fileset_file {module}.v VERILOG PATH {module}.v
}}

add_interface clock clock end
add_interface reset reset end
set_interface_property reset associatedClock clock
set_interface_property reset synchronousEdges DEASSERT

# One transfer at a time, whose answer says that it is done.
add_interface bus avalon end
set_interface_property bus associatedClock clock
set_interface_property bus associatedReset reset
set_interface_property bus addressUnits WORDS
set_interface_property bus bitsPerSymbol 8
set_interface_property bus maximumPendingReadTransactions 1
set_interface_property bus maximumPendingWriteTransactions 1
set_interface_property bus readLatency 0
set_interface_property bus readWaitTime 0
set_interface_property bus writeWaitTime 0

add_interface interrupt interrupt end
set_interface_property interrupt associatedAddressablePoint bus
set_interface_property interrupt associatedClock clock
set_interface_property interrupt associatedReset reset

"""
_TCL_LINES = """\
# Asynchronous.
add_interface lines conduit end

"""


def _tcl(component: Component) -> str:
    places = {
        "clk_i": ("clock", "clk"),
        "rst_ni": ("reset", "reset_n"),
        component.device.interrupt: ("interrupt", "irq"),
        _LINES: ("lines", "lines"),
    }
    ports = []
    for port in (*component.of_bus, *component.others):
        interface, role = places.get(port.name) or ("bus", component.bus.signal(port))
        direction = port.direction.capitalize()
        ports.append(f"add_interface_port {interface} {port.name} {role} {direction} {port.width}")
    device = component.device
    head = _TCL.format(module=component.module, title=device.title, version=_release())
    has_lines = any(port.name == _LINES for port in component.others)
    return head + has_lines * _TCL_LINES + "\n".join([*ports, ""])
