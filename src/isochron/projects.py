# SPDX-License-Identifier: Apache-2.0
"""Make a project of an example: what `isochron new` writes."""

import json
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

from isochron import editor, files
from isochron.building import firmware, package
from isochron.errors import IsochronError
from isochron.examples import Example
from isochron.paths import ROOT

PACKAGE = ROOT / "firmware/cmake"
_NAME = re.compile(r"[A-Za-z0-9_][\w.+-]*", re.ASCII)
_CONFIG = PACKAGE / "isochron-config.cmake"
_TARGET = re.compile(r"add_library\((\w+)[ )]")
OF_CMAKE = (
    *("all", "ALL_BUILD", "clean", "edit_cache", "help", "install", "INSTALL", "preinstall"),
    *("rebuild_cache", "ZERO_CHECK"),
)
"""Targets that CMake has itself, in one of its generators: it refuses others of their names."""
_OF_THE_BUILD = (
    *("CMakeFiles", "CMakeCache.txt", "build.ninja", "cmake_install.cmake"),
    *("isochron-configuration.c", "isochron-freertos"),
)
"""Files in the folder in which the program will be."""

_LISTS = """cmake_minimum_required(VERSION 3.21)
project({name} LANGUAGES C ASM)

add_library(freertos_config INTERFACE)
target_include_directories(freertos_config SYSTEM INTERFACE ${{CMAKE_CURRENT_SOURCE_DIR}})
{options}
find_package(isochron REQUIRED)

add_executable({name} {sources})
target_compile_options({name} PRIVATE -Wall)
target_link_libraries({name} PRIVATE {libraries})
"""
_README = """# {name}

{summary}. Made of an example of Isochron's; what the code does stands in its comments.

`FreeRTOSConfig.h` has the options of FreeRTOS, `CMakePresets.json` the kernels to build it
with, and where Isochron is; `.vscode` tells VS Code how to build, run and debug it.

```
{commands}
```
"""


def make(folder: Path, example: Example, cores: int = 1) -> None:
    """Make a project of an example, for so many cores.

    Raises:
        IsochronError: there is something already, the name is none for a program, or the example is
            for other numbers of cores.
    """
    _check_name(folder.name)
    example.refuse_other_cores(cores)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise IsochronError(f"{folder} is there already: name a folder that is not, or is empty")
    with files.filling(folder):
        for source in (*example.sources, *example.folder.glob("*.h")):
            shutil.copy(source, folder)
        (folder / "FreeRTOSConfig.h").write_text(_configuration(cores))
        (folder / ".gitignore").write_text("/build/\n")
        (folder / "CMakeLists.txt").write_text(_lists(folder.name, example))
        (folder / "CMakePresets.json").write_text(
            json.dumps(_presets(example, cores), indent=2) + "\n"
        )
        (folder / ".vscode").mkdir()
        for name, content in editor.settings(folder.name, _choices(example, cores)).items():
            (folder / ".vscode" / name).write_text(json.dumps(content, indent=2) + "\n")
        every = [
            line for choice in example.choices() for line in _steps(folder, example, cores, *choice)
        ]
        text = {"name": folder.name, "summary": example.summary, "commands": "\n".join(every)}
        (folder / "README.md").write_text(_README.format(**text))


def _check_name(name: str) -> None:
    """Refuse what CMake would refuse later, or would overwrite."""
    if _NAME.fullmatch(name) is None:
        raise IsochronError(
            f"'{name}' cannot name a program: use letters of ASCII, digits, and _ . + -"
        )
    for names, owner in (
        (OF_CMAKE, "a target of CMake's own"),
        (_OF_THE_BUILD, "a file of the folder that it is built in"),
        (("freertos_config", *_TARGET.findall(_CONFIG.read_text())), "a target of the package"),
    ):
        if name in names:
            raise IsochronError(
                f"'{name}' cannot name a program, for {owner} has that name: use another one"
            )


def commands(folder: Path, example: Example, cores: int = 1) -> Iterator[str]:
    """Yield the commands that build and run a project with its first kernel."""
    yield f"cd {shlex.quote(str(folder))}"
    yield from _steps(folder, example, cores, *next(example.choices()))


def _steps(
    folder: Path, example: Example, cores: int, kernel: str, attachment: str
) -> Iterator[str]:
    preset = attachment or kernel
    words = ["isochron", "run", f"build/{preset}/{folder.name}"]
    yield f"cmake --preset {preset} && cmake --build --preset {preset}"
    yield " ".join([*words, *_options(example, cores, kernel, attachment)])


def _choices(example: Example, cores: int) -> Iterator[editor.Choice]:
    for kernel, attachment in example.choices():
        yield editor.Choice(attachment or kernel, _options(example, cores, kernel, attachment))


def _options(example: Example, cores: int, kernel: str, attachment: str) -> tuple[str, ...]:
    """Return the options with which the simulator is what a program is for."""
    if cores > 1:
        return ("--cores", str(cores))
    core, *_ = (
        core
        for core in package.words("CORES")
        if not attachment or attachment in package.words(f"CORE_ATTACHMENTS_{core}")
    )
    hardware = example.hardware(kernel)
    platform = ("--platform", core) if core != "ibex" else ()
    return (*platform, *(("--hardware", hardware) if hardware != "isochron" else ()))


def _configuration(cores: int) -> str:
    """Return the board's FreeRTOSConfig.h, with what it has for several cores in the same file."""
    text = (firmware.BOARD / "include/FreeRTOSConfig.h").read_text()
    if cores > 1:
        (folder,) = package.words("SEVERAL_CORES_BOARD_INCLUDE")
        of_cores = (Path(folder) / "FreeRTOSConfig.h").read_text()
        text = of_cores.replace("#include_next <FreeRTOSConfig.h>\n", text)
    return text


def _lists(name: str, example: Example) -> str:
    options = "".join(f" {option}={value}" for option, value in example.options.items())
    libraries = ["isochron::kernel", "isochron::board"]
    libraries += [f"isochron::{example.layer}"] if example.layer else []
    return _LISTS.format(
        name=name,
        options=f"target_compile_definitions(freertos_config INTERFACE{options})\n"
        if options
        else "",
        sources=" ".join(source.name for source in example.sources),
        libraries=" ".join(libraries),
    )


def _presets(example: Example, cores: int) -> dict[str, object]:
    base = {
        "name": "isochron",
        "hidden": True,
        "generator": "Ninja",
        "binaryDir": "${sourceDir}/build/${presetName}",
        "toolchainFile": str(PACKAGE / "riscv-toolchain.cmake"),
        "cacheVariables": {"isochron_DIR": str(PACKAGE), "CMAKE_BUILD_TYPE": "RelWithDebInfo"},
    }
    chosen = [
        {
            "name": attachment or kernel,
            "inherits": "isochron",
            "cacheVariables": {
                "ISOCHRON_KERNEL": kernel,
                **({"ISOCHRON_ATTACHMENT": attachment} if attachment else {}),
                **({"ISOCHRON_NUMBER_OF_CORES": str(cores)} if cores > 1 else {}),
            },
        }
        for kernel, attachment in example.choices()
    ]
    names = [str(preset["name"]) for preset in chosen]
    return {
        "version": 3,
        "configurePresets": [base, *chosen],
        "buildPresets": [{"name": name, "configurePreset": name} for name in names],
    }
