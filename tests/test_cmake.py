# SPDX-License-Identifier: Apache-2.0
"""The CMake package: projects outside of the checkout, for every kernel and attachment."""

import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from isochron.building import firmware, freertos, package
from isochron.paths import ROOT
from isochron.running import simulator

PACKAGE = ROOT / "firmware/cmake"
TOOLCHAIN = PACKAGE / "riscv-toolchain.cmake"
FOUND = f"-Disochron_DIR={PACKAGE}"
EXAMPLE = ROOT / "firmware/examples/first_program.c"
OUTPUT = "".join(f"woken {n} at tick {10 * n}\n" for n in (1, 2, 3))

PROJECT = """
cmake_minimum_required(VERSION 3.21)
project(example LANGUAGES C ASM)
add_library(freertos_config INTERFACE)
target_include_directories(freertos_config SYSTEM INTERFACE ${CMAKE_CURRENT_SOURCE_DIR})
find_package(isochron REQUIRED)
add_executable(example main.c)
target_compile_options(example PRIVATE -Wall -Wextra -Wno-unused-parameter)
target_link_libraries(example PRIVATE isochron::kernel isochron::board)
"""
ADD = "find_package(isochron REQUIRED)"


def _attachments(core: str) -> tuple[str, ...]:
    return package.words(f"CORE_ATTACHMENTS_{core}")


HARDWARE = {kernel.package: kernel.hardware for kernel in firmware.KERNELS.values()}
"""What the SoC must have for a kernel of the package."""
EVERY = [
    (
        kernel,
        attachment,
        next(core for core in package.words("CORES") if attachment in ("", *_attachments(core))),
        HARDWARE[kernel],
    )
    for kernel in package.words("KERNELS")
    for attachment in package.words(f"ATTACHMENTS_{kernel}") or ("",)
]
"""Kernel and attachment, and the platform and hardware that have them."""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return the folder of a project with the example and a FreeRTOSConfig.h of its own."""
    folder = tmp_path / "project"
    folder.mkdir()
    shutil.copy(EXAMPLE, folder / "main.c")
    # What tells it from the board's: with this one the ticks printed are right, with that not.
    (folder / "FreeRTOSConfig.h").write_text(
        "#define configTICK_RATE_HZ 2500\n#include_next <FreeRTOSConfig.h>\n"
    )
    (folder / "CMakeLists.txt").write_text(PROJECT)
    text = (folder / "main.c").read_text()
    (folder / "main.c").write_text(text.replace("pdMS_TO_TICKS( 10 )", "pdMS_TO_TICKS( 4 )"))
    return folder


def cmake(*arguments: str | Path, environment: Mapping[str, str] | None = None) -> str:
    """Run cmake and return what it prints; a failure is a RuntimeError with that."""
    done = subprocess.run(
        ["cmake", *map(str, arguments)],
        env={**os.environ, **(environment or {})},
        capture_output=True,
        text=True,
    )
    said = done.stdout + done.stderr
    if done.returncode != 0:
        raise RuntimeError(" ".join(said.split()))
    return said


def configure(folder: Path, *options: str, environment: Mapping[str, str] | None = None) -> str:
    known = ("-G", "Ninja", f"-DCMAKE_TOOLCHAIN_FILE={TOOLCHAIN}")
    where = ("-S", folder, "-B", folder / "build")
    return cmake(*where, *known, *options, environment=environment)


def built(folder: Path, *options: str, target: str = "example") -> Path:
    """Configure and build a project, and return its program."""
    configure(folder, "-DCMAKE_BUILD_TYPE=RelWithDebInfo", *options)
    cmake("--build", folder / "build")
    return folder / "build" / target


def choice(kernel: str, attachment: str) -> Sequence[str]:
    return FOUND, f"-DISOCHRON_KERNEL={kernel}", f"-DISOCHRON_ATTACHMENT={attachment}"


@pytest.mark.parametrize(
    ("kernel", "attachment", "platform", "hardware"),
    [
        pytest.param(*case, marks=() if case[1] in ("bus", "") else pytest.mark.wide)
        for case in EVERY
    ],
)
def test_a_project_outside_of_the_checkout_runs_on_every_attachment(
    project: Path, kernel: str, attachment: str, platform: str, hardware: str
):
    program = built(project, *choice(kernel, attachment))
    result = simulator.run(program, platform, hardware=hardware)
    assert result.output == OUTPUT
    assert result.cycles < 30 * 50_000, "the kernel's tick is not the application's"


def test_a_program_has_debug_information_though_nobody_asks_for_it(project: Path):
    configure(project, FOUND)
    rules = (project / "build/build.ninja").read_text()
    flags = re.findall(r"^  FLAGS = (.*)", rules, re.MULTILINE)
    assert len(flags) > 10
    assert all("-g" in line.split() for line in flags)


def test_every_folder_of_attachments_is_in_the_list():
    places = [ROOT / "firmware", *package.SYSTEMS]
    folders = {path.parent.name for place in places for path in place.glob("attachments/*/*.h")}
    listed = {name for core in package.words("CORES") for name in _attachments(core)}
    assert listed == {name for name in folders if not name.startswith("host")}
    assert all(package.folders(name)[0].name == name for name in listed)


def test_every_wrapper_of_the_kernel_is_in_the_list():
    kernel = ROOT / "firmware/kernel"
    found = {path.name for path in kernel.iterdir() if path.suffix in (".c", ".S")}
    assert found == set(package.words("KERNEL_SOURCES"))


@pytest.mark.parametrize(
    ("options", "cause", "cure"),
    [
        (
            ["-DISOCHRON_KERNEL=hardwre"],
            "ISOCHRON_KERNEL is 'hardwre'",
            ", ".join(package.words("KERNELS")),
        ),
        (
            ["-DISOCHRON_ATTACHMENT=buss"],
            "with ISOCHRON_KERNEL 'hardware'",
            "bus, contexts, cfu",
        ),
        (
            ["-DISOCHRON_ATTACHMENT=contexts", "-DISOCHRON_BOARD_CORE=vexriscv"],
            "with attachment 'contexts', is 'vexriscv'",
            "must be one of: ibex",
        ),
        (
            ["-DISOCHRON_ATTACHMENT=banked", "-DISOCHRON_BOARD_CORE=vexriscv"],
            "'banked' is called 'contexts' now",
            "with attachment 'contexts', is 'vexriscv'",
        ),
        (["-DISOCHRON_BOARD=mine"], "ISOCHRON_BOARD is 'mine'", "reference or none"),
        (["-DFREERTOS_HEAP=7"], "FREERTOS_HEAP is '7'", "1 to 5, a file, or none"),
        (["-DFREERTOS_KERNEL_PATH=/usr"], "/usr is no folder of FreeRTOS-Kernel", "Set FREERTOS_"),
    ],
)
def test_a_wrong_choice_ends_the_configure_step_with_the_cure(
    project: Path, options: list[str], cause: str, cure: str
):
    with pytest.raises(RuntimeError) as failed:
        configure(project, FOUND, *options)
    assert cause in str(failed.value)
    assert cure in str(failed.value)


@pytest.mark.parametrize(
    ("wrong", "right", "cure"),
    [
        ("project(example LANGUAGES C)", "project(example LANGUAGES C ASM)", "LANGUAGES C ASM"),
        ("", "add_library(freertos_config INTERFACE)", "add_library(freertos_config INTERFACE)"),
    ],
)
def test_a_project_that_lacks_something_is_told_what_to_write(
    project: Path, wrong: str, right: str, cure: str
):
    text = PROJECT.replace(right, wrong)
    if not wrong:
        text = text.replace("target_include_directories", "# ")
    (project / "CMakeLists.txt").write_text(text)
    with pytest.raises(RuntimeError, match="isochron: ") as failed:
        configure(project, FOUND)
    assert cure in str(failed.value)


@pytest.mark.parametrize("value", ["0", "( 0 )"])
def test_a_configuration_that_chooses_another_kernel_is_refused(project: Path, value: str):
    header = project / "FreeRTOSConfig.h"
    other = f"#undef configUSE_HW_ACCELERATION\n#define configUSE_HW_ACCELERATION {value}\n"
    header.write_text(other + header.read_text())
    with pytest.raises(RuntimeError, match="makes configUSE_HW_ACCELERATION") as failed:
        configure(project, FOUND)
    assert "Leave configUSE_HW_ACCELERATION out of FreeRTOSConfig.h" in str(failed.value)
    assert "isochron: kernel stock" in configure(project, FOUND, "-DISOCHRON_KERNEL=stock")


@pytest.mark.parametrize(
    "add",
    [
        "add_library(freertos_kernel INTERFACE)",
        f'include(FetchContent)\nset(FREERTOS_PORT GCC_RISC_V CACHE STRING "")\n'
        f"FetchContent_Declare(freertos_kernel SOURCE_DIR {freertos.VENDORED_KERNEL})\n"
        "FetchContent_MakeAvailable(freertos_kernel)",
    ],
    ids=["own", "fetched"],
)
def test_a_second_kernel_is_refused(project: Path, add: str):
    (project / "CMakeLists.txt").write_text(PROJECT.replace(ADD, f"{add}\n{ADD}"))
    with pytest.raises(RuntimeError, match="a target freertos_kernel already") as failed:
        configure(project, FOUND)
    assert "write SOURCE_SUBDIR none into FetchContent_Declare" in str(failed.value)


def test_another_version_of_freertos_is_refused(project: Path, tmp_path: Path):
    (tmp_path / "other/include").mkdir(parents=True)
    (tmp_path / "other/tasks.c").touch()
    text = '#define tskKERNEL_VERSION_NUMBER       "V10.4.3"\n'
    (tmp_path / "other/include/task.h").write_text(text)
    with pytest.raises(
        RuntimeError, match=r"holds FreeRTOS V10\.4, but V11\.2 or V11\.3 is needed"
    ):
        configure(project, FOUND, f"-DFREERTOS_KERNEL_PATH={tmp_path / 'other'}")


def installed(folder: Path) -> Path:
    """Return the prefix to which the package was installed, without a compiler."""
    nothing = ("-DCMAKE_C_COMPILER=/none", "-G", "Ninja")
    cmake("-S", ROOT, "-B", folder / "isochron", *nothing)
    cmake("--install", folder / "isochron", "--prefix", folder / "prefix")
    return folder / "prefix"


CARGO = """#!/bin/sh
[ "$1 $2 $3" = "vendor --quiet --locked" ] && grep -q freertos-next Cargo.toml || exit 1
{end}
mkdir -p "$4/freertos-next" && cp -r {kernel} "$4/freertos-next/FreeRTOS-Kernel"
"""


def with_cargo(folder: Path, end: str = "") -> dict[str, str]:
    """Return an environment whose cargo brings FreeRTOS from the laboratory, or ends before."""
    (folder / "bin").mkdir()
    cargo = folder / "bin/cargo"
    cargo.write_text(CARGO.format(kernel=freertos.provide(), end=end))
    cargo.chmod(0o755)
    return {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}"}


@pytest.mark.wide
def test_an_installed_package_is_found_and_fetches_freertos(project: Path, tmp_path: Path):
    prefix = installed(tmp_path)
    (project / "CMakeLists.txt").write_text(PROJECT.replace("isochron REQ", "isochron 0.2 REQ"))
    found = f"-DCMAKE_PREFIX_PATH={prefix}"
    said = configure(project, found, environment=with_cargo(tmp_path))
    assert "fetching FreeRTOS-Kernel with cargo" in said
    assert "fetching" not in configure(project)
    program = built(project)
    assert simulator.run(program).output == OUTPUT
    assert str(ROOT) not in (project / "build/build.ninja").read_text().replace(str(TOOLCHAIN), "")


def test_freertos_that_cannot_be_fetched_is_named_with_the_cure(project: Path, tmp_path: Path):
    found = f"-DCMAKE_PREFIX_PATH={installed(tmp_path)}"
    environment = with_cargo(tmp_path, end="echo no network >&2; exit 101")
    with pytest.raises(RuntimeError, match="no network") as failed:
        configure(project, found, environment=environment)
    assert "Set FREERTOS_KERNEL_PATH" in str(failed.value)


@pytest.mark.wide
@pytest.mark.parametrize(
    "add",
    [
        f"add_subdirectory({ROOT} isochron)",
        f"include(FetchContent)\nFetchContent_Declare(isochron SOURCE_DIR {ROOT})\n"
        "FetchContent_MakeAvailable(isochron)",
        # The application has FreeRTOS already.
        f"include(FetchContent)\nFetchContent_Declare(freertos_kernel "
        f"SOURCE_DIR {freertos.VENDORED_KERNEL} SOURCE_SUBDIR none)\n"
        f"FetchContent_MakeAvailable(freertos_kernel)\n{ADD}",
    ],
    ids=["add_subdirectory", "FetchContent", "freertos_kernel"],
)
def test_the_other_ways_to_add_it_build_the_same(project: Path, add: str):
    (project / "CMakeLists.txt").write_text(PROJECT.replace(ADD, add))
    options = [FOUND] if ADD in add else []
    assert simulator.run(built(project, *options)).output == OUTPUT


@pytest.mark.wide(each=4)
@pytest.mark.parametrize("kernel", package.words("KERNELS"))
@pytest.mark.parametrize(
    "options",
    [
        ["-DISOCHRON_MARCH=rv32imac"],
        ["-DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON"],
        ["-DCMAKE_BUILD_TYPE=MinSizeRel", "-DISOCHRON_MARCH=rv32i"],
    ],
    ids=["compressed", "at-link-time", "small-without-multiplier"],
)
def test_other_builds_run(project: Path, kernel: str, options: list[str]):
    program = built(project, *choice(kernel, ""), *options)
    assert simulator.run(program, hardware=HARDWARE[kernel]).output == OUTPUT


@pytest.mark.wide(each=3)
@pytest.mark.parametrize(("kernel", "attachment", "platform", "hardware"), EVERY)
def test_a_build_that_is_not_optimised_runs(
    project: Path, kernel: str, attachment: str, platform: str, hardware: str
):
    program = built(project, *choice(kernel, attachment), "-DCMAKE_BUILD_TYPE=Debug")
    assert simulator.run(program, platform, hardware=hardware).output == OUTPUT


@pytest.mark.wide(each=4)
@pytest.mark.parametrize(
    ("kernel", "attachment"), [case[:2] for case in EVERY if case[0] != "stock"]
)
@pytest.mark.parametrize("trace", ["0", "1"])
def test_nothing_warns_with_freertos_on_the_include_path(
    project: Path, kernel: str, attachment: str, trace: str
):
    options = [
        *("configUSE_QUEUE_SETS=1", "configUSE_MUTEXES=1", "configUSE_TIMERS=1"),
        *("configUSE_RECURSIVE_MUTEXES=1", f"configUSE_TRACE_FACILITY={trace}"),
    ]
    (project / "CMakeLists.txt").write_text(
        PROJECT.replace(
            ADD,
            f"target_compile_definitions(freertos_config INTERFACE {' '.join(options)})\n{ADD}\n"
            "target_compile_options(isochron_kernel PRIVATE -Wall -Werror)",
        )
    )
    configure(project, *choice(kernel, attachment))
    rules = project / "build/build.ninja"
    rules.write_text(rules.read_text().replace("-isystem ", "-I"))
    subprocess.run(["ninja", "-C", project / "build"], check=True, capture_output=True)


@pytest.mark.wide
@pytest.mark.parametrize("kernel", package.words("KERNELS"))
def test_the_template_for_another_soc_runs(tmp_path: Path, kernel: str):
    folder = tmp_path / "template"
    shutil.copytree(ROOT / "firmware/template", folder)
    options = (*choice(kernel, ""), "-DCMAKE_COMPILE_WARNING_AS_ERROR=ON")
    program = built(folder, *options, target="template")
    result = simulator.run(program, hardware=HARDWARE[kernel])
    assert (result.output, result.exit_code) == (
        "".join(f"received {n}\n" for n in (1, 2, 3)),
        0,
    )
