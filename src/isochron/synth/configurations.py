# SPDX-License-Identifier: Apache-2.0
"""What is synthesized: named, supported sets of parameters; the number of tasks is left open.

Each stands between registers (``hardware/synthesis``), so its clock is its own and not that of
pins; but adapters, which are smaller than such registers, are counted alone. A ``Design`` is a
configuration with a number of tasks.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from isochron import rtl
from isochron.building import verilator
from isochron.paths import ROOT
from isochron.synth.targets import ECP5, TARGETS

HARNESSES = ROOT / "hardware/synthesis"
SWEEP = (4, 8, 16, 32, 64, 128)
"""Numbers of tasks over which every configuration is measured, as far as it has them."""
SOC_SWEEP = (16, 32, 64)
"""The same for the whole SoC."""
USUAL_TASKS = 32
ANY_TASKS = range(4, 129)
_KERNEL_NONE = 2
"""Of ``soc_pkg::kernel_e``."""


@dataclass(frozen=True)
class Configuration:
    """A named, supported set of parameters of a top module."""

    name: str
    summary: str
    top: str
    """The module."""
    sources: Callable[[], Sequence[Path]]
    """Return the files of the hardware in compile order."""
    kernel: str
    """Of the laboratory's kernels the one that runs on it, for the records."""
    attachment: str
    """How it is attached to the core, for the records."""
    parameters: Mapping[str, int] = field(default_factory=dict, hash=False)
    """Of the module, without the number of tasks."""
    tasks: Sequence[int] = ANY_TASKS
    """Numbers of tasks that the hardware can have; empty if it has none."""
    usual: int | None = USUAL_TASKS
    """The number of tasks if none is asked for."""
    sweep: Sequence[int] = SWEEP
    swept_on: Sequence[str] = tuple(TARGETS)
    """Targets for which the sweep is made; for others there is the usual number of tasks."""
    widths: Sequence[int] = ()
    """Bits of a delay where they can be chosen; the first are the usual ones."""
    includes: Callable[[], Sequence[Path]] = list
    """Return the folders of headers."""
    system: str | None = None
    """The system that it belongs to: a folder of `systems`."""
    paper: str | None = None
    framed: bool = True
    """It stands between registers; else its cells are counted, and nothing is placed."""
    harnesses: Path = HARNESSES
    """The folder of the top module, if it is framed."""
    module: str | None = None
    """What stands between the registers, if it is a design of ours by itself: `isochron export
    verilog` writes it."""
    most: Mapping[str, float] = field(default_factory=dict, hash=False)
    """What it may need on an ECP5 with the usual number of tasks, by the unit, if it is a system's:
    a limit of the gate."""

    @property
    def title(self) -> str:
        """What it is, for people."""
        return self.kernel.replace("-", " ") if self.system else "hardware kernel"

    @property
    def interrupt(self) -> str:
        """The module's port of the interrupt to the core."""
        return "interrupt_o" if self.system else "switch_request_o"

    @property
    def registers(self) -> Path:
        """The description of its registers."""
        if self.system:
            return ROOT / f"systems/{self.system}/registers/{self.system}.rdl"
        return ROOT / "hardware/registers/isochron.rdl"

    def range_text(self) -> str:
        """Say which numbers of tasks it can have."""
        if not self.tasks:
            return "no tasks"
        if isinstance(self.tasks, range):
            return f"{self.tasks[0]} to {self.tasks[-1]} tasks"
        return f"{', '.join(map(str, self.tasks))} tasks"

    def swept(self, target: str) -> list[int | None]:
        """Return the numbers of tasks of the whole sweep for a target."""
        if target not in self.swept_on:
            return [self.usual]
        return [tasks for tasks in self.sweep if tasks in self.tasks] or [None]


@dataclass(frozen=True)
class Design:
    """A configuration with a number of tasks."""

    configuration: Configuration
    tasks: int | None
    width: int | None = None

    @property
    def name(self) -> str:
        """Name of a file, and for people."""
        bits = f"{self.width}-bits" if self.width else ""
        return "-".join(str(part) for part in (self.configuration.name, self.tasks, bits) if part)

    def parameters(self) -> dict[str, int]:
        """Return the module's parameters."""
        sizes = {"NTasks": self.tasks, "Width": self.width}
        return {**self.configuration.parameters, **{k: v for k, v in sizes.items() if v}}

    def sources(self) -> list[Path]:
        """Return the files in compile order."""
        folder = self.configuration.harnesses
        frame = (HARNESSES / "pins.sv", folder / f"{self.configuration.top}.sv")
        return [*self.configuration.sources(), *(frame if self.configuration.framed else ())]


def _soc_sources(design: str) -> list[Path]:
    """Return the files of the reference SoC with Ibex, and with a kernel's hardware."""
    other_cores = verilator.simulated_cores()
    return [path for path in verilator.system_sources(design) if path not in other_cores]


def _kernel(name: str, summary: str, **blocks: int) -> Configuration:
    least = {"EventGroups": 0, "Tickless": 0, "NNotifications": 1}
    none = {"Monitor": 0, "MessageWords": 0}
    sizes = {"NPriorities": 64, "NObjects": 64, "NLines": 8}
    return Configuration(
        name,
        summary,
        "registered_pins",
        partial(rtl.sources, "kernel"),
        "isochron",
        "bus",
        sizes | least | none | blocks,
        module="isochron",
    )


def _described() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield what each system's configurations.toml describes: its system, name and fields."""
    for path in sorted(ROOT.glob("systems/*/configurations.toml")):
        for name, entry in tomllib.loads(path.read_text()).items():
            lists = {key: tuple(value) for key, value in entry.items() if isinstance(value, list)}
            if isinstance(tasks := entry["tasks"], dict):
                entry["tasks"] = range(tasks["from"], tasks["to"] + 1)
            yield path.parent.name, name, {**entry, **lists}


def _of_systems() -> Iterator[Configuration]:
    """Yield what is a system's alone."""
    for system, name, entry in _described():
        if "design" not in entry:
            sources = partial(rtl.sources, entry.pop("list"))
            yield Configuration(
                name=name,
                sources=sources,
                includes=partial(_include_folders, sources),
                system=system,
                harnesses=ROOT / "systems" / system / "synthesis",
                **entry,
            )


def _socs_of_systems() -> Iterator[Configuration]:
    """Yield the reference SoC with a system's hardware."""
    for system, name, entry in _described():
        if "design" in entry:
            yield _soc(name, system=system, **entry)


def _include_folders(sources: Callable[[], Sequence[Path]]) -> list[Path]:
    return verilator.include_folders(sources())


def _soc(
    name: str,
    summary: str,
    kernel: str,
    attachment: str,
    design: str = verilator.ISOCHRON,
    **choices: Any,
) -> Configuration:
    return Configuration(
        name,
        summary,
        "soc_registered_pins",
        partial(_soc_sources, design),
        kernel,
        attachment,
        sweep=SOC_SWEEP,
        swept_on=(ECP5.name,),
        includes=lambda: [
            *verilator.ibex_includes(),
            *verilator.include_folders(_soc_sources(design)),
        ],
        **choices,
    )


def _adapter(bus: str, title: str) -> Configuration:
    return Configuration(
        f"adapter-{bus}",
        f"The adapter from {title} to the hardware kernel, alone.",
        f"isochron_{bus.replace('-', '_')}",
        partial(rtl.sources, "adapters"),
        "isochron",
        "bus",
        tasks=(),
        usual=None,
        framed=False,
    )


_CONFIGURATIONS = (
    _kernel("accelerated", "The hardware kernel with 64 objects and one notification, no more."),
    _kernel(
        "full",
        "The hardware kernel with every block: event groups, four notifications, tickless idle, "
        "monitor, messages.",
        EventGroups=1,
        Tickless=1,
        NNotifications=4,
        Monitor=1,
        MessageWords=64,
    ),
    *_of_systems(),
    Configuration(
        "ibex",
        "The core alone, with its registers: to compare with.",
        "core_registered_pins",
        verilator.core_sources,
        "freertos",
        "none",
        tasks=(),
        usual=None,
        includes=verilator.ibex_includes,
    ),
    _soc(
        "soc-stock",
        "The reference SoC with Ibex, nothing of a kernel in it.",
        "freertos",
        "none",
        parameters={"Kernel": _KERNEL_NONE},
        tasks=(),
        usual=None,
    ),
    _soc("soc", "The same with the hardware kernel, every block.", "isochron", "bus"),
    *_socs_of_systems(),
    _soc(
        "soc-contexts",
        "The same with the hardware kernel and a context for each task.",
        "isochron-contexts",
        "contexts",
        parameters={"Contexts": 1},
    ),
    _adapter("wishbone", "Wishbone's classic cycles"),
    _adapter("apb", "APB4"),
    _adapter("axi-lite", "AXI4-Lite"),
    _adapter("tilelink", "TileLink-UL"),
    _adapter("avalon", "Avalon-MM"),
    _adapter("ahb-lite", "AHB-Lite"),
)

CONFIGURATIONS: Mapping[str, Configuration] = {
    configuration.name: configuration for configuration in _CONFIGURATIONS
}
"""The one list of them."""


def usual_tasks() -> str:
    """Say how many tasks a configuration has by default."""
    others = [
        f", of {configuration.name} {configuration.usual}"
        for configuration in _CONFIGURATIONS
        if configuration.usual not in (None, USUAL_TASKS)
    ]
    return f"{USUAL_TASKS} by default{''.join(others)}"


def widths() -> str:
    """Say which widths configurations can have; the first of each is the usual one."""
    having = [
        f"{configuration.name} {', '.join(map(str, configuration.widths))}"
        for configuration in _CONFIGURATIONS
        if configuration.widths
    ]
    return "; ".join(having) or "none has any"
