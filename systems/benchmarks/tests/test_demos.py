# SPDX-License-Identifier: Apache-2.0
"""FreeRTOS's common demos from the user's tree of FreeRTOS/FreeRTOS, on every kernel."""

import os
import re
from pathlib import Path

import pytest
from test_cmake import EVERY, TOOLCHAIN, choice, cmake

from isochron.paths import ROOT
from isochron.running import simulator

ENVIRONMENT = "FREERTOS_DEMO_PATH"
PROJECT = ROOT / "systems/benchmarks/firmware/demos"
GROUPS = {
    int(number): names.split()
    for number, names in re.findall(
        r"^set\(FILES_(\d) (.*)\)$", (PROJECT / "CMakeLists.txt").read_text(), re.MULTILINE
    )
}
"""The demos that are run together."""
MAX_CYCLES = 100_000_000
GIVEN = pytest.mark.skipif(ENVIRONMENT not in os.environ, reason="the user's tree is not given")


def configure(build: Path, demos: str | Path, *options: str) -> None:
    known = ("-G", "Ninja", f"-DCMAKE_TOOLCHAIN_FILE={TOOLCHAIN}", f"-DDEMOS={demos}")
    cmake("-S", PROJECT, "-B", build, *known, *options)


def test_another_folder_than_the_demos_is_refused(tmp_path: Path):
    with pytest.raises(RuntimeError, match=r"clone https://github\.com"):
        configure(tmp_path / "build", tmp_path, *choice("hardware", "bus"))


def test_another_group_is_refused(tmp_path: Path):
    demo = tmp_path / "FreeRTOS/Demo/Common/Minimal/BlockQ.c"
    demo.parent.mkdir(parents=True)
    demo.touch()
    with pytest.raises(RuntimeError, match="no group 7 of demos; choose one of 1 to 6"):
        configure(tmp_path / "build", tmp_path, "-DGROUP=7", *choice("hardware", "bus"))


@pytest.mark.wide
@GIVEN
@pytest.mark.parametrize(("kernel", "attachment", "platform", "hardware"), EVERY)
@pytest.mark.parametrize("group", GROUPS)
def test_the_demos_go_on_without_an_error(
    tmp_path: Path, group: int, kernel: str, attachment: str, platform: str, hardware: str
):
    configure(tmp_path, os.environ[ENVIRONMENT], f"-DGROUP={group}", *choice(kernel, attachment))
    cmake("--build", tmp_path)
    result = simulator.run(tmp_path / "demos", platform, hardware=hardware, max_cycles=MAX_CYCLES)
    expected = [f"{name} passes at tick {tick}" for tick in (3000, 6000) for name in GROUPS[group]]
    assert result.output.splitlines() == expected
    assert result.exit_code == 0
