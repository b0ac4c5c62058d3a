# SPDX-License-Identifier: Apache-2.0
"""What the laboratory needs, whether it is there, in which version, and what to do if not."""

import importlib.metadata
import platform
import re
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from isochron import versions
from isochron.building import freertos, verilator
from isochron.errors import IsochronError
from isochron.paths import INSTALLED, ROOT
from isochron.processes import TEXT
from isochron.systems import tools

DEBIAN_PACKAGES = ROOT / "scripts/debian-packages.sh"
LOCK = ROOT / "requirements.lock"
PYTHONS = ((3, 11), (3, 13))
"""First and last version of Python supported (scripts/python.sh, pyproject.toml)."""


@dataclass(frozen=True)
class Finding:
    """One thing that is needed."""

    name: str
    purpose: str
    version: str | None
    """None when it is missing or not usable."""
    cure: str = ""

    @property
    def good(self) -> bool:
        """Whether it is there and usable."""
        return self.version is not None


def examine() -> list[Finding]:
    """Look at everything that `isochron bench` and the tests need."""
    if INSTALLED:
        return [*_wheel(), *_debian_packages("programs"), _python(), *_python_packages()]
    return [*_debian_packages("bench"), _python(), *_python_packages(), *_tools()]


def _wheel() -> Iterator[Finding]:
    """What the package is, and how the wheel was built that it comes from."""
    built = versions.wheel()
    version = importlib.metadata.version("isochron")
    yield Finding("isochron", f"of commit {built['isochron']}", version)
    simulators = f"by Verilator {built['verilator']} and {built['compiler']}"
    yield Finding("simulators", simulators, f"for {built['machine']}")
    yield Finding("Ibex", "core of simulators", built["ibex"])
    yield Finding("VexRiscv", "core of simulators", built["vexriscv"])
    yield Finding("CV32E40P", "core of simulators", built["cv32e40p"])
    yield _tool("FreeRTOS", "kernel to compare with, and common files", _freertos)
    yield _tool("RISC-V GCC", "firmware", versions.compiler)


def _debian_packages(group: str) -> Iterator[Finding]:
    """What the set-up's own list says, so that the two cannot disagree."""
    done = subprocess.run([DEBIAN_PACKAGES, group], capture_output=True, **TEXT, check=True)
    for line in done.stdout.splitlines():
        state, package, purpose = line.split("\t")
        present = "present" if state == "present" else None
        cure = f"apt-get install {package}"
        yield Finding(package, purpose, present, cure if INSTALLED else f"make setup, or: {cure}")


def _python() -> Finding:
    first, last = PYTHONS
    version = platform.python_version()
    supported = first <= tuple(map(int, version.split(".")[:2])) <= last
    names = " to ".join(f"{major}.{minor}" for major, minor in PYTHONS)
    return Finding(
        "Python", "laboratory", version if supported else None, f"use Python {names}: make setup"
    )


def _python_packages() -> Iterator[Finding]:
    """The packages that differ from the lock file, or one line when none does."""
    cure = "make setup, or if pipx installed the command: pipx install --force ."
    if INSTALLED:
        cure = "install the wheel again, in an environment of its own: pipx install --force FILE"
    wrong = 0
    for name, wanted in pinned().items():
        installed = _installed_version(name)
        if installed != wanted:
            wrong += 1
            state = f"{installed} is installed" if installed else "not installed"
            yield Finding(name, f"requirements.lock pins {wanted}; {state}", None, cure)
    if not wrong:
        yield Finding("Python packages", "as requirements.lock pins them", f"{len(pinned())}")


def pinned() -> dict[str, str]:
    """Return the version of each Python package that the lock file pins."""
    return dict(re.findall(r"^([\w.-]+)==([^\s\\;]+)", LOCK.read_text(), re.MULTILINE))


def _installed_version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def _tools() -> Iterator[Finding]:
    yield _tool("folder", "of the checkout and of Verilator", _folder)
    yield _tool("Ibex", "reference SoC's core", partial(versions.package, "pythondata-cpu-ibex"))
    for core in ("VexRiscv", "CV32E40P"):
        version = partial(versions.package, f"pythondata-cpu-{core.lower()}")
        yield _tool(core, "reference SoC's core, if it is chosen", version)
    yield _tool("Verilator", "simulator", partial(versions.package, "verilator"))
    yield _tool("RISC-V GCC", "firmware", versions.compiler)
    for tool in tools():
        yield _tool(tool.title, tool.purpose, tool.version)
    yield _tool("FreeRTOS", "kernel to compare with, and common files", _freertos)
    yield Finding("repository", "version in the results", versions.repository())


def _folder() -> str:
    verilator.check_folders()
    return "usable"


def _freertos() -> str:
    folder = freertos.locate()
    if folder is None:
        raise freertos.FreeRtosError("not fetched yet: make setup")
    return freertos.version(folder)


def _tool(name: str, purpose: str, version: Callable[[], str]) -> Finding:
    try:
        return Finding(name, purpose, version())
    except (IsochronError, importlib.metadata.PackageNotFoundError, OSError) as error:
        return Finding(name, purpose, None, str(error))
