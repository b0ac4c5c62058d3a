# SPDX-License-Identifier: Apache-2.0
"""Find the FreeRTOS kernel, or fetch it.

The official kernel comes inside the crate ``freertos-next``, locked by checksum in
``firmware/freertos-crate/Cargo.lock``. ``FREERTOS_KERNEL_PATH``, or ``--freertos`` of a command,
names another copy instead.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from isochron import building
from isochron.building import package
from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.processes import TEXT

CRATE = ROOT / "firmware/freertos-crate"
VENDOR = ROOT / "build/freertos"
VENDORED_KERNEL = VENDOR / "freertos-next/FreeRTOS-Kernel"
VERSIONS = package.words("FREERTOS_VERSIONS")
"""The kernel's versions (``tskKERNEL_VERSION_NUMBER``) that are taken; the crate has the first."""
_VERSIONS = " or ".join(VERSIONS)
ENVIRONMENT = "FREERTOS_KERNEL_PATH"
CARGO_MINIMUM = (1, 85)
"""The first Cargo that knows the edition that the crate is written in (2024)."""
_DEFAULT = re.compile(r"^#ifndef (\w+)\n +#define \1 +(\S+)\n#endif$", re.MULTILINE)
CARGO_CURE = "install Debian's package cargo-web, or a newer Rust from https://rustup.rs"


class FreeRtosError(IsochronError):
    """FreeRTOS is missing or is not the version wanted; the message says what to do."""


def version(kernel: Path) -> str:
    """Return the version of the FreeRTOS kernel in a folder, such as ``V11.2.0``.

    Raises:
        FreeRtosError: the folder does not hold a FreeRTOS kernel.
    """
    header = kernel / "include/task.h"
    if not (kernel / "tasks.c").is_file() or not header.is_file():
        raise FreeRtosError(f"{kernel} is not a FreeRTOS kernel: it has no tasks.c, include/task.h")
    match = re.search(r'tskKERNEL_VERSION_NUMBER\s+"([^"]+)"', header.read_text(**TEXT))
    if match is None:
        raise FreeRtosError(f"{header} does not define tskKERNEL_VERSION_NUMBER")
    return match[1]


def unlike_defaults(options: Mapping[str, str], configuration: Path) -> dict[str, str]:
    """Return the options that a FreeRTOSConfig.h would not set to the same by itself.

    Without the others whatever is compiled is the same, and is compiled once.
    """
    defaults = _defaults(configuration, building.content(configuration))
    return {name: value for name, value in options.items() if defaults.get(name) != value}


@cache
def _defaults(configuration: Path, _content: str) -> dict[str, str]:
    """Return what options are if nobody sets them, where that depends on nothing."""
    return dict(_DEFAULT.findall(configuration.read_text(**TEXT)))


def check(kernel: Path) -> Path:
    """Return the folder if it holds a kernel of one of ``VERSIONS``.

    Raises:
        FreeRtosError: no FreeRTOS kernel there, or another version.
    """
    version_found = version(kernel)
    if ".".join(version_found.split(".")[:2]) not in VERSIONS:
        raise FreeRtosError(f"{kernel} holds FreeRTOS {version_found}; {_VERSIONS} is needed")
    return kernel


def locate() -> Path | None:
    """Return the kernel's folder if it is there already, else None.

    Raises:
        FreeRtosError: ``FREERTOS_KERNEL_PATH`` is set, but is not the kernel wanted.
    """
    named = os.environ.get(ENVIRONMENT)
    if named:
        try:
            return check(Path(named).expanduser().resolve())
        except FreeRtosError as error:
            raise FreeRtosError(
                f"{ENVIRONMENT}: {error}. Unset it to use the copy that is fetched with Cargo"
            ) from error
    if (VENDORED_KERNEL / "tasks.c").is_file():
        return check(VENDORED_KERNEL)
    return None


def provide() -> Path:
    """Return the kernel's folder; fetch the kernel first if it is not there."""
    return locate() or fetch()


def fetch() -> Path:
    """Fetch the kernel with ``cargo vendor`` into ``build/freertos`` and return its folder.

    Raises:
        FreeRtosError: no Cargo, one too old, or the download failed.
    """
    cargo = find_cargo()
    partial = VENDOR.with_name(VENDOR.name + ".partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.parent.mkdir(parents=True, exist_ok=True)
    command = [cargo, "vendor", "--quiet", "--locked", str(partial)]
    done = subprocess.run(command, cwd=CRATE, capture_output=True, **TEXT)
    if done.returncode != 0:
        raise FreeRtosError(
            f"{' '.join(command)} failed in {CRATE}:\n{done.stderr.strip()}\n"
            f"Check the network, or set {ENVIRONMENT} to a FreeRTOS-Kernel {_VERSIONS} folder"
        )
    shutil.rmtree(VENDOR, ignore_errors=True)
    partial.rename(VENDOR)
    return check(VENDORED_KERNEL)


def find_cargo() -> str:
    """Return the path of a Cargo that is new enough.

    Raises:
        FreeRtosError: there is none, or it is too old.
    """
    cargo = shutil.which("cargo")
    if cargo is None:
        raise FreeRtosError(
            f"cargo, which fetches FreeRTOS, is not installed: {CARGO_CURE}, "
            f"or set {ENVIRONMENT} to a FreeRTOS-Kernel {_VERSIONS} folder"
        )
    done = subprocess.run([cargo, "--version"], capture_output=True, **TEXT)
    match = re.match(r"cargo (\d+)\.(\d+)", done.stdout)
    if match is None or (int(match[1]), int(match[2])) < CARGO_MINIMUM:
        text = done.stdout.strip() or done.stderr.strip() or "no version"
        wanted = ".".join(map(str, CARGO_MINIMUM))
        raise FreeRtosError(f"{cargo} is too old ({text}; {wanted} is needed): {CARGO_CURE}")
    return cargo
