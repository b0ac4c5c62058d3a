# SPDX-License-Identifier: Apache-2.0
"""An installed command works from anywhere on the checkout that it was installed from."""

import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from isochron import doctor
from isochron.paths import ROOT


def installed(folder: Path) -> Path:
    """Install the package as `pipx install .` does, without what it depends on."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    offline = ["--quiet", "--no-deps", "--no-index"]
    venv = folder / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    wheel = ["wheel", "--no-build-isolation", "--wheel-dir", folder]
    subprocess.run([*pip, *wheel, *offline, ROOT], check=True)
    (made,) = folder.glob("isochron-*.whl")
    where = ["--python", venv / "bin/python", "install"]
    subprocess.run([*pip, *where, *offline, made], check=True)
    return venv / "bin/isochron"


def said(folder: Path, *command: str | Path) -> tuple[int, str, str]:
    """Return exit code, output and errors of a command in a folder outside of the checkout."""
    packages = sysconfig.get_path("purelib")  # what the package depends on
    environment = {**os.environ, "PYTHONPATH": packages}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.wide
def test_an_installed_command_makes_builds_and_runs_a_project_anywhere(tmp_path: Path) -> None:
    command = installed(tmp_path)
    code, output, errors = said(tmp_path, command, "new", "my-app")
    assert code == 0, errors
    assert "isochron run build/bus/my-app" in output
    for step in (["--preset", "bus"], ["--build", "--preset", "bus"]):
        assert said(tmp_path / "my-app", "cmake", *step)[0] == 0
    code, output, errors = said(tmp_path / "my-app", command, "run", "build/bus/my-app")
    assert code == 0, errors
    assert output.startswith("tick 10: hello from quick\n")

    (package,) = (tmp_path / "venv").rglob("isochron/__init__.py")
    package.write_text(package.read_text().replace(str(ROOT), "/nowhere"))
    code, _, errors = said(tmp_path, command, "new", "other")
    assert code == 1
    assert "works in its checkout, but /nowhere/src/isochron is not there any more" in errors
    assert "install it again" in errors
    assert "Traceback" not in errors

    (metadata,) = (tmp_path / "venv").rglob("isochron-*.dist-info/METADATA")
    needed = re.findall(r"^Requires-Dist: (\S+)==(\S+)$", metadata.read_text(), re.MULTILINE)
    assert dict(needed) == doctor.pinned()  # so that all is there for isochron doctor
