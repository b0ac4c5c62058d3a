# SPDX-License-Identifier: Apache-2.0
"""Which version of everything that decides a figure is in use."""

import importlib.metadata
import json
import subprocess
from collections.abc import Iterator

from isochron import building
from isochron.building import firmware, freertos, simulator_build, verilator
from isochron.errors import IsochronError, ToolMissing
from isochron.paths import INSTALLED, ROOT, WHEEL
from isochron.processes import TEXT
from isochron.systems import tools


def collect() -> dict[str, str]:
    """Return the versions that results depend on, by name."""
    return {
        "isochron": repository(),
        "freertos": freertos.version(freertos.provide()),
        "ibex": package("pythondata-cpu-ibex"),
        "vexriscv": package("pythondata-cpu-vexriscv"),
        "cv32e40p": package("pythondata-cpu-cv32e40p"),
        "verilator": package("verilator"),
        "gcc": compiler(),
        **dict(_of_tools()),
    }


def _of_tools() -> Iterator[tuple[str, str]]:
    for tool in tools():
        try:
            yield tool.name, tool.version()
        except ToolMissing:
            if not tool.optional:
                raise


DIRTY = "-dirty"
"""The end of a commit from which files differ."""


def repository() -> str:
    """Return the commit of this repository, with DIRTY when a file differs from it.

    Pages may differ: what is recorded in them does not depend on them.
    """
    if INSTALLED:
        return wheel()["isochron"]
    git = ["git", "-C", str(ROOT)]
    try:
        commit = _first_line([*git, "describe", "--always"])
    except (OSError, subprocess.CalledProcessError):
        return "unknown (not a git checkout)"
    changed = subprocess.run([*git, "diff", "--quiet", "HEAD", "--", ".", ":!docs"], check=False)
    return commit + (DIRTY if changed.returncode else "")


def refuse_changed(commit: str) -> None:
    """Raise IsochronError if what is to be recorded is of sources that are no commit's."""
    if commit.endswith(DIRTY):
        raise IsochronError(
            f"the sources are {commit}: commit first, and run the same again, which does nothing "
            "twice"
        )


def of_wheel() -> dict[str, str]:
    """Return what a wheel is built of, and by what, by name; see ``wheel``."""
    return {
        "isochron": repository(),
        "ibex": package("pythondata-cpu-ibex"),
        "vexriscv": package("pythondata-cpu-vexriscv"),
        "cv32e40p": package("pythondata-cpu-cv32e40p"),
        "verilator": package("verilator"),
        "compiler": building.said(verilator.GCC, "--version").partition("\n")[0],
        "machine": simulator_build.MACHINE,
        "firmware": firmware.identity(),
    }


def wheel() -> dict[str, str]:
    """Return what the wheel says that isochron was installed from."""
    told: dict[str, str] = json.loads(WHEEL.read_text())
    return told


def package(name: str) -> str:
    """Return the version of an installed Python package."""
    return importlib.metadata.version(name)


def compiler() -> str:
    """Return the cross compiler's version, such as ``12.2.0``."""
    return _first_line([firmware.compiler(), "-dumpfullversion"])


def _first_line(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, **TEXT, check=True)
    return done.stdout.splitlines()[0].strip()
