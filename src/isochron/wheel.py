# SPDX-License-Identifier: Apache-2.0
"""`isochron export wheel`: the laboratory as a package that brings its simulators along.

Inside is a part of the checkout, and what `isochron` would have built or fetched there.
"""

import json
import os
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from isochron import building, doctor, examples, files, versions
from isochron.analysis import overheads
from isochron.building import firmware, freertos, platforms, simulator_build
from isochron.errors import IsochronError
from isochron.paths import BUILT, ROOT, WHEEL
from isochron.terminal import Activity, console

FOLDER = BUILT / "wheel"
_CONTENT = (
    *("firmware", "hardware", "src", "systems", "LICENSE", "LICENSES"),
    *("Bender.yml", "pyproject.toml", "docs/reference/errors.md", "scripts/debian-packages.sh"),
)
"""Of the checkout."""
_LEFT_OUT = ("__pycache__", "*.egg-info", "tests", "mutants", "formal", "target", "recorded.json")
_NEEDED = (
    *(
        "jinja2",
        "jsonschema",
        "perfetto",
        "plotly",
        "pydantic",
        "pyelftools",
        "pyosys",
        "pyserial",
        "pyyaml",
        "rich",
    ),
    *("systemrdl-compiler", "typer"),
)
"""The Python packages without which a command that needs no checkout does not run."""
_OF_FREERTOS = {"portable": {"MemMang", "GCC"}, "GCC": {"RISC-V"}}
"""By the name of a folder of FreeRTOS's, what is taken of it; of others all."""
_NOTICE = """The simulators in build/simulator contain, in compiled form:
- Ibex, (c) lowRISC contributors, ETH Zurich and University of Bologna: Apache-2.0
- VexRiscv, (c) SpinalHDL contributors: MIT
- CV32E40P, (c) OpenHW Group, ETH Zurich and University of Bologna: Solderpad-0.51 and 2.0
- riscv-dbg and common_cells, (c) ETH Zurich and University of Bologna: Solderpad-0.51
- Verilator's run-time, (c) Wilson Snyder: LGPL-3.0-only or Artistic-2.0
build/freertos has FreeRTOS-Kernel, (c) Amazon.com, Inc. or its affiliates: MIT.
"""
_INIT = """# SPDX-License-Identifier: Apache-2.0
import sys
from pathlib import Path

_TREE = Path(__file__).resolve().parent / "tree"
__path__ = [str(_TREE / "src/isochron")]
sys.path.append(str(_TREE))
"""
_PROJECT = """[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"

[project]
name = "isochron"
version = "{version}"
description = "{description}"
license = "{license}"
license-files = ["LICENSE"]
requires-python = "{python}"
dependencies = {dependencies}

[project.scripts]
isochron = "isochron.cli:main"

[tool.setuptools]
packages = ["isochron"]

[tool.setuptools.package-data]
isochron = ["tree/**"]

[tool.distutils.bdist_wheel]
plat_name = "{platform}"
"""

EPILOG = """Examples:

    isochron export wheel                        into build/wheel

    isochron export wheel -o dist                into another folder

    isochron export wheel --terms                `isochron analyze` begins at once with it
"""


def simulators() -> Iterator[tuple[str, str]]:
    """Yield platform and hardware of each simulator that a wheel has.

    These are what each kernel needs on the first platform of each core, what examples need, and
    what `isochron run --jtag` and `isochron trace` are for.
    """
    of_cores = {
        platform.core: platform for platform in reversed(list(platforms.PLATFORMS.values()))
    }.values()
    found = {
        (platform.name, kernel.hardware)
        for platform in of_cores
        for kernel in firmware.KERNELS.values()
        if firmware.fits(kernel.name, platform)
    }
    main = next(iter(platforms.PLATFORMS))
    found |= {(main, example.soc) for example in examples.examples().values() if example.soc}
    yield from sorted({*found, (main, "isochron-debug"), (main, "isochron-trace")})


def wheel(
    out: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="FOLDER", help="Where to; by default build/wheel."),
    ] = FOLDER,
    terms: Annotated[
        bool,
        typer.Option(
            "--terms",
            help="Measure for `isochron analyze` what each kernel takes: some minutes for each.",
        ),
    ] = False,
) -> None:
    """Write a wheel: what `isochron` runs programs with, simulators and FreeRTOS included.

    Whoever installs it needs a RISC-V GCC, no checkout, no Verilator and no
    C++ compiler. The simulators run on each x86-64 machine of the last 15
    years (x86-64-v2). The first time they are built: 5 to 10 minutes.
    """
    with Activity() as activity:
        activity.now("simulators for the wheel")
        built = {
            simulator_build.name(*simulator): simulator_build.build(
                *simulator, activity.long, portable=True
            )
            for simulator in simulators()
        }
        activity.now("the wheel")
        with tempfile.TemporaryDirectory() as folder:
            stage = Path(folder)
            _fill(stage, built)
            if terms:
                activity.long("what each kernel takes (once, some minutes for each)")
                overheads.save(stage / "isochron/tree" / overheads.TERMS.relative_to(ROOT))
            words = ["wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]
            words += ["--no-build-isolation", "--wheel-dir", str(stage / "dist"), str(stage)]
            building.execute([sys.executable, "-m", "pip", *words])
            (made,) = (stage / "dist").iterdir()
            out.mkdir(parents=True, exist_ok=True)
            with files.replacing(out / made.name) as partial:
                shutil.copyfile(made, partial)
    size = (out / made.name).stat().st_size
    console.print(
        f"{len(built)} simulators, {size:,} bytes: {out / made.name}",
        soft_wrap=True,
        highlight=False,
    )


def _fill(stage: Path, built: dict[str, Path]) -> None:
    """Write the folder that setuptools makes the wheel of."""
    tree = stage / "isochron/tree"
    for name in _CONTENT:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns(*_LEFT_OUT))
        else:
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tree / name)
    for name, program in built.items():
        target = tree / "build/simulator" / name / "simulator"
        target.parent.mkdir(parents=True)
        shutil.copy(program, target)
    (tree / "NOTICE").write_text(_NOTICE)
    kernel = freertos.VENDORED_KERNEL
    if not kernel.is_dir():
        freertos.fetch()
    shutil.copytree(kernel, tree / kernel.relative_to(ROOT), ignore=_not_of_freertos)
    (tree / WHEEL.relative_to(ROOT)).write_text(json.dumps(versions.of_wheel(), indent=1))
    pins = [f"{name}=={version}" for name, version in doctor.pinned().items() if name in _NEEDED]
    (tree / doctor.LOCK.relative_to(ROOT)).write_text("".join(f"{pin}\n" for pin in pins))
    (stage / "isochron/__init__.py").write_text(_INIT)
    shutil.copy(ROOT / "LICENSE", stage)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (stage / "pyproject.toml").write_text(
        _PROJECT.format(
            **{name: project[name] for name in ("version", "description", "license")},
            python=project["requires-python"],
            dependencies=json.dumps(pins),
            platform=_platform(),
        )
    )


def _not_of_freertos(folder: str, names: list[str]) -> set[str]:
    return set(names) - _OF_FREERTOS.get(Path(folder).name, set(names))


def _platform() -> str:
    """Return pip's name of the machines on which the simulators start: by this one's C library."""
    library, _, version = (os.confstr("CS_GNU_LIBC_VERSION") or "").partition(" ")
    if library != "glibc":
        raise IsochronError(
            "simulators for a wheel are built on a machine whose C library is glibc"
        )
    return f"manylinux_{version.replace('.', '_')}_x86_64"
