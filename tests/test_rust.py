# SPDX-License-Identifier: Apache-2.0
"""The Rust example: a program by a FreeRTOS crate, built by Cargo on an overlay."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from isochron import overlay
from isochron.building import freertos
from isochron.paths import ROOT
from isochron.running import simulator

EXAMPLE = ROOT / "firmware/examples/rust"
README = (EXAMPLE / "README.md").read_text()


@pytest.mark.wide
def test_the_rust_example_prints_what_its_readme_shows(tmp_path: Path):
    folder = tmp_path / "rust"
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("target", "FreeRTOS-Kernel"))
    overlay.make(folder / "FreeRTOS-Kernel", "bus")
    environment = {key: value for key, value in os.environ.items() if key != "RUSTFLAGS"}
    environment |= {"RUSTC": "/usr/bin/rustc", "RUSTC_BOOTSTRAP": "1"}
    command = [freertos.find_cargo(), "build", "--release", "--locked"]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    shown = re.search(r"prints\n```\n(.*?)```", README, re.DOTALL)
    assert shown
    (program,) = re.findall(r"isochron run (\S+)", README)
    result = simulator.run(folder / program)
    assert (result.output, result.exit_code) == (shown[1], 0)
