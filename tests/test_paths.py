# SPDX-License-Identifier: Apache-2.0
"""An installed package has every file that lies beside its modules in the checkout."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from isochron.paths import ROOT


def test_an_installed_package_has_all_its_files(tmp_path: Path) -> None:
    setup = [sys.executable, "-c", "import setuptools; setuptools.setup()"]
    build = ["egg_info", "--egg-base", tmp_path, "build_py", "--build-lib", tmp_path]
    subprocess.run([*setup, "-q", *build], cwd=ROOT, check=True)
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", "src/isochron"]
    files = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert "src/isochron/cli.py" in files
    for file in files.splitlines():
        assert (tmp_path / Path(file).relative_to("src")).exists(), file
