# SPDX-License-Identifier: Apache-2.0
"""What results depend on: sources, Python packages, tools and libraries."""

from __future__ import annotations

import inspect
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

from isochron import building, imports, versions
from isochron.building import firmware, freertos, platforms
from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.systems import systems

PYTHON_SOURCES = "src"
FOLDERS = (PYTHON_SOURCES, "firmware", "hardware", "simulator", "systems", "tests")
_PINNED = re.compile(r"^([\w.-]+)==", re.MULTILINE)


@dataclass(frozen=True)
class Fingerprint:
    """A digest, or a version, of each thing by its name."""

    parts: tuple[tuple[str, str], ...]

    def differences(self, other: Fingerprint) -> list[str]:
        """Return the names of what the other one has, and differs here."""
        ours = dict(self.parts)
        return [name for name, fingerprint in other.parts if ours.get(name) != fingerprint]

    @property
    def state(self) -> str:
        """All of it as one short name."""
        return building.digest(self.parts)


def fingerprint() -> Fingerprint:
    """Return the fingerprint of this process, the same on every machine that is set up alike."""
    return Fingerprint((*sources().parts, *_tools()))


def sources() -> Fingerprint:
    """Return that part of the fingerprint which changes most easily."""
    return Fingerprint(tuple((f"sources in {folder}", _sources(folder)) for folder in FOLDERS))


def of_work(work: Callable[..., Any], folders: Iterable[str]) -> Fingerprint:
    """Return what the results of some work depend on, and of the sources no more than that.

    Args:
        work: a function of a module of ours: this module counts, with all that it imports, and the
            files of data beside them.
        folders: further sources that it reads, folders or files, by their names in the checkout.
    """
    code = imports.with_data(imports.files(Path(inspect.getfile(work))))
    read = tuple((f"sources in {folder}", _digest(folder)) for folder in folders)
    return Fingerprint((("code", _digest_of(code)), *read, *_tools()))


def _tools() -> Iterator[tuple[str, str]]:
    yield "Python", sys.version
    yield "Python packages", _packages()
    yield "FreeRTOS", _said(lambda: freertos.version(freertos.provide()))
    yield "gcc", _said(lambda: building.identity("gcc"))
    yield "cross compiler and libraries", _said(_cross_compiler)
    for system in systems():
        yield from ((tool.title, _said(tool.identity)) for tool in system.tools)
        yield from system.inputs().items()


def _cross_compiler() -> str:
    libraries = [path for platform in platforms.PLATFORMS for path in firmware.libraries(platform)]
    return building.identity(firmware.compiler(), *libraries)


def _sources(folder: str) -> str:
    now = _digest(folder)
    if folder == PYTHON_SOURCES and now != _IMPORTED:
        return f"{now}, but the process began with {_IMPORTED}"
    return now


def _digest(folder: str) -> str:
    return _digest_of(_files(ROOT / folder))


def _files(folder: Path) -> Iterator[Path]:
    if folder.is_file():
        yield folder
    for place, folders, names in os.walk(folder):
        folders[:] = [
            name for name in folders if name != "__pycache__" and name[-9:] != ".egg-info"
        ]
        yield from (path for name in names if (path := Path(place, name)).is_file())


def _digest_of(files: Iterable[Path]) -> str:
    words = (f"{path.relative_to(ROOT)} {building.content(path)}" for path in files)
    return building.digest(sorted(words))


def _packages() -> str:
    names = _PINNED.findall((ROOT / "requirements.lock").read_text())
    return building.digest(f"{name} {_version(name)}" for name in names)


def _version(package: str) -> str:
    try:
        return versions.package(package)
    except PackageNotFoundError:
        return "none"


def _said(ask: Callable[[], str]) -> str:
    """Return what is asked for, or that it is not there: then it may not be needed."""
    try:
        return ask()
    except (IsochronError, OSError):
        return "none"


_IMPORTED = _digest(PYTHON_SOURCES)
"""What is in the memory of this process."""
