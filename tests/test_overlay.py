# SPDX-License-Identifier: Apache-2.0
"""Builds that compile FreeRTOS-Kernel's folder themselves: its own CMakeLists.txt on an overlay."""

import subprocess
import sys
from pathlib import Path

import pytest
from test_cmake import EVERY

from isochron import cli, overlay
from isochron.building import firmware, freertos, package
from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.running import simulator

TOOLCHAIN = ROOT / "firmware/cmake/riscv-toolchain.cmake"
EXAMPLE = ROOT / "firmware/examples/first_program.c"
OUTPUT = "".join(f"woken {n} at tick {10 * n}\n" for n in (1, 2, 3))

PROJECT = """
cmake_minimum_required(VERSION 3.21)
project(example LANGUAGES C ASM)
set(FREERTOS_PORT GCC_RISC_V CACHE STRING "")
set(FREERTOS_HEAP 4 CACHE STRING "")
add_library(freertos_config INTERFACE)
target_include_directories(freertos_config INTERFACE ${BOARD}/include)
target_compile_definitions(freertos_config INTERFACE ${OPTIONS})
add_subdirectory(FreeRTOS-Kernel)
file(GLOB board ${BOARD}/*.c ${BOARD}/*.S)
add_executable(example ${EXAMPLE} ${board})
target_link_libraries(example PRIVATE freertos_kernel)
target_link_options(example PRIVATE -T${BOARD}/link.ld -Wl,--defsym=vfprintf=__i_vfprintf)
"""


def built(folder: Path, kernel: str, attachment: str) -> Path:
    """Build the example by FreeRTOS's own CMakeLists.txt, and return the program."""
    overlay.make(folder / "FreeRTOS-Kernel", attachment)
    (folder / "CMakeLists.txt").write_text(PROJECT)
    core = next(
        word
        for word in package.words("CORES")
        if attachment in package.words(f"CORE_ATTACHMENTS_{word}")
    )
    chosen = package.words(f"OPTIONS_{kernel}") + package.words(f"CORE_DEFINITIONS_{core}")
    options = (f"-DBOARD={firmware.BOARD}", f"-DEXAMPLE={EXAMPLE}", f"-DOPTIONS={';'.join(chosen)}")
    where = ("-S", folder, "-B", folder / "build", "-G", "Ninja")
    kind = (f"-DCMAKE_TOOLCHAIN_FILE={TOOLCHAIN}", "-DCMAKE_BUILD_TYPE=Release")
    for command in (["cmake", *where, *kind, *options], ["cmake", "--build", folder / "build"]):
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    return folder / "build/example"


@pytest.mark.wide
@pytest.mark.parametrize(
    ("kernel", "attachment", "platform", "hardware"),
    [(kernel, attachment or "bus", *others) for kernel, attachment, *others in EVERY],
)
def test_freertos_own_cmakelists_builds_the_kernel(
    tmp_path: Path, kernel: str, attachment: str, platform: str, hardware: str
):
    program = built(tmp_path, kernel, attachment)
    assert simulator.run(program, platform, hardware=hardware).output == OUTPUT


def test_an_overlay_has_each_file_that_freertos_own_lists_name(tmp_path: Path):
    folder = tmp_path / "kernel"
    overlay.make(folder, "bus")
    stock = freertos.provide()
    named = {path.name for path in stock.glob("*.c")}
    there = {path.name for path in folder.glob("*.c")}
    assert there == named
    replaced = [path for path in folder.rglob("*.[cS]") if not path.is_symlink()]
    included = [Path(path.read_text().split('"')[1]) for path in replaced]
    assert {path.name for path in included} == set(package.words("KERNEL_SOURCES"))
    assert all(path.is_file() for path in included)
    folders = (folder / overlay.INCLUDE_PATH).read_text().splitlines()
    assert all(Path(path).is_dir() for path in folders)


def test_what_is_there_is_not_written_over(tmp_path: Path):
    (tmp_path / "mine").write_text("")
    with pytest.raises(IsochronError, match="is there already: name a folder that is not"):
        overlay.make(tmp_path, "bus")


def test_the_command_says_where_the_headers_are(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    folder = tmp_path / "kernel"
    command = ["isochron", "export", "overlay", str(folder), "--attachment", "contexts"]
    monkeypatch.setattr(sys, "argv", command)
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 0
    assert f"Made {folder}; its headers: {folder}/include_path.txt" in capsys.readouterr().out
    listed = (folder / "include_path.txt").read_text().splitlines()
    assert str(firmware.ATTACHMENTS / "contexts") in listed
