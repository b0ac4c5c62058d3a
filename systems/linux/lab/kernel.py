# SPDX-License-Identifier: Apache-2.0
"""Build Linux, and a module of ours, from Debian's package of the kernel's source."""

import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from isochron import building
from isochron.errors import IsochronError, ToolMissing
from isochron.paths import BUILT, ROOT
from isochron.processes import TEXT

LINUX = ROOT / "systems/linux"
BUILD = BUILT / "linux"
ARCHIVE = Path("/usr/src/linux-source-6.12.tar.xz")
"""Where Debian's package linux-source-6.12 puts the source."""
PREFIX = "riscv64-linux-gnu-"
DEFAULT_CONFIGURATION = "arch/riscv/configs/nommu_virt_defconfig"

OF_THE_TIME_MANAGER = {
    "preempt": "PREEMPT: a task is preempted wherever no lock is held",
    "preempt-rt": "PREEMPT_RT: most locks can be preempted, too",
}
"""The kernels without MMU, whose device is the time manager."""
BELOW = "below"
KERNELS = {**OF_THE_TIME_MANAGER, BELOW: "with MMU, a task of FreeRTOS below it"}
"""The kernels by name: kernel has a file with the options of each."""

REGISTERS = ROOT / "systems/time_manager/firmware/include/isochron_time_manager_constants.h"
"""What the driver and the library know of the registers."""


_MODULES = (
    {"isochron-time.ko": LINUX / "driver", "isochron-time-example.ko": LINUX / "driver"},
    {
        "isochron-time.ko": LINUX / "driver",
        "isochron-attacks.ko": LINUX / "attacks",
        "isochron-rt.ko": LINUX / "channels",
    },
)
"""Those of the kernels without MMU, and with FreeRTOS below, where the driver finds no device."""

_ENVIRONMENT = {
    "ARCH": "riscv",
    "CROSS_COMPILE": PREFIX,
    # The same image from the same inputs.
    "KBUILD_BUILD_TIMESTAMP": "1970-01-01",
    "KBUILD_BUILD_USER": "isochron",
    "KBUILD_BUILD_HOST": "isochron",
}

# Compiled for no kernel here, and most of the archive.
_LEFT_OUT = (
    "*/Documentation/*.rst",
    "*/Documentation/*.yaml",
    "*/Documentation/*.txt",
    "*/arch/[!r]*/*.[chS]",
    "*/arch/[!r]*/boot/dts/*",
    "*/drivers/gpu/*.[ch]",
    "*/drivers/media/*.[ch]",
    "*/drivers/net/*.[ch]",
    "*/sound/*.[ch]",
    "*/tools/testing/*",
)


@dataclass(frozen=True)
class Kernel:
    """A kernel that was built."""

    name: str
    folder: Path

    @property
    def image(self) -> Path:
        """What is loaded to the start of the RAM."""
        return self.folder.with_name(f"{self.folder.name}.image")

    @property
    def headers(self) -> Path:
        """The kernel's headers for programs."""
        return self.folder / "usr/include"


def version() -> str:
    """Return the version of Debian's package that the kernels are built from."""
    package = ARCHIVE.name.removesuffix(".tar.xz")
    return building.said("dpkg-query", "--show", "--showformat=${Version}", package)


def source() -> Path:
    """Return the folder of the kernel's source, unpacked when it was not yet.

    Raises:
        ToolMissing: the package is not installed.
    """
    if not ARCHIVE.is_file():
        raise ToolMissing(
            f"{ARCHIVE} is missing: run `make linux`, or install Debian's package linux-source-6.12"
        )
    folder = BUILD / ARCHIVE.name.removesuffix(".tar.xz")

    def unpack(partial: Path) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        left_out = [f"--exclude={pattern}" for pattern in _LEFT_OUT]
        place: list[str | Path] = ["--directory", folder, "--strip-components=1"]
        building.execute(["tar", "--extract", "--file", ARCHIVE, *place, *left_out])
        partial.write_text(version())

    stamp = folder.with_name(f"{folder.name}.version")
    building.made(stamp, [*_LEFT_OUT, folder], [ARCHIVE], unpack)
    return folder


def build(name: str, on_line: Callable[[str], None] | None = None) -> Kernel:
    """Return the kernel of this name, built when its source or its options have changed.

    ``on_line`` is called with each line that the build prints: one for each file. Raises as
    ``source`` does, and IsochronError with make's messages.
    """
    tree = source()
    kernel = Kernel(name, BUILD / f"kernel-{name}")
    options = [LINUX / f"kernel/{name}.config"]
    if name in OF_THE_TIME_MANAGER:
        options.insert(0, LINUX / "kernel/common.config")

    def make(partial: Path) -> None:
        # make itself goes by times, and knows of no other compiler.
        shutil.rmtree(kernel.folder, ignore_errors=True)
        kernel.folder.mkdir()
        _configure(tree, kernel.folder, options)
        _make(tree, kernel.folder, ["Image", "modules", "headers"], on_line)
        shutil.copy(kernel.folder / "arch/riscv/boot/Image", partial)

    tools = [building.identity(tool) for tool in (f"{PREFIX}gcc", "gcc")]
    words = [DEFAULT_CONFIGURATION, *_ENVIRONMENT.items(), *tools]
    building.made(kernel.image, words, [ARCHIVE, *options], make)
    return kernel


def _configure(tree: Path, folder: Path, options: list[Path]) -> None:
    """Write .config, and see that each of our options is as we want it."""
    if len(options) == 1:
        _make(tree, folder, [f"KCONFIG_ALLCONFIG={options[0]}", "allnoconfig"])
    else:
        _merge(tree, folder, options)
    found = set((folder / ".config").read_text().splitlines())
    for path in options:
        for line in path.read_text().splitlines():
            if "CONFIG_" in line and line not in found and not _is_off(line, found):
                raise IsochronError(
                    f"{path.name}: the kernel's configuration did not take '{line}'"
                )


def _merge(tree: Path, folder: Path, options: list[Path]) -> None:
    """Write .config: the kernel's own for machines without MMU, and our options over it."""
    merge = [tree / "scripts/kconfig/merge_config.sh", "-O", folder, "-m"]
    done = subprocess.run(
        [*map(str, merge), str(tree / DEFAULT_CONFIGURATION), *map(str, options)],
        cwd=tree,
        env={**os.environ, **_ENVIRONMENT},
        capture_output=True,
        **TEXT,
        check=False,
    )
    if done.returncode != 0:
        raise IsochronError(f"merge_config.sh: {done.stdout}{done.stderr}")
    _make(tree, folder, ["olddefconfig"])


def _is_off(line: str, found: set[str]) -> bool:
    """Whether a line switches an option off that this configuration has not at all."""
    words = line.split()
    if len(words) != 5 or words[0] != "#":
        return False
    return not any(other.startswith(f"{words[1]}=") for other in found)


def modules(kernel: Kernel) -> list[Path]:
    """Return our modules for a kernel, each built when a file of it has changed.

    That is the time manager's driver and an example that uses it, or, with FreeRTOS below, the
    driver, that of the channels to its tasks, and what attacks the firmware.

    Raises:
        IsochronError: one does not compile; with the messages.
    """
    return [_module(kernel, *module) for module in _MODULES[kernel.name == BELOW].items()]


def _module(kernel: Kernel, name: str, sources: Path) -> Path:
    files = [*sorted(sources.iterdir()), REGISTERS]
    folder = BUILD / f"module-{kernel.name}-{sources.name}"

    def make(partial: Path) -> None:
        # Kbuild leaves what it makes beside the sources.
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for path in files:
            shutil.copy(path, folder)
        _make(source(), kernel.folder, [f"M={folder}", "modules"])
        shutil.copy(folder / name, partial)

    target = BUILD / f"programs-{kernel.name}" / name
    return building.made(target, [folder], [*files, kernel.image], make)


def _make(
    tree: Path,
    folder: Path,
    arguments: list[str],
    on_line: Callable[[str], None] | None = None,
) -> None:
    """Run the kernel's make; ``folder`` is where it builds."""
    command = ["make", "-C", tree, f"O={folder}", f"-j{os.cpu_count()}", *arguments]
    lines = []
    with subprocess.Popen(
        [str(word) for word in command],
        env={**os.environ, **_ENVIRONMENT},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        **TEXT,
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line)
            if on_line is not None:
                on_line(line.strip())
    if process.returncode != 0:
        raise IsochronError("make of the kernel failed:\n" + "".join(lines[-30:]))
