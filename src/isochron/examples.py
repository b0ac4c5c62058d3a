# SPDX-License-Identifier: Apache-2.0
"""The programs to copy of firmware/examples and of systems, with the outputs that READMEs show."""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from isochron.building import firmware, package
from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.processes import TEXT

_BLOCK = re.compile(r"```\n\$ (isochron run .*)\n(?:[^`]*\n)??```")


@dataclass(frozen=True)
class Example:
    """A folder of examples, as examples.toml beside it describes it."""

    folder: Path
    summary: str
    options: Mapping[str, str] = field(default_factory=dict)
    """Of FreeRTOSConfig.h."""
    kernels: tuple[str, ...] = package.words("KERNELS")
    """Of the CMake package: those that it runs on."""
    attachments: tuple[str, ...] = ()
    """Those that it runs on; empty: all of its kernels."""
    cores: tuple[int, ...] = (1,)
    """Numbers of cores that it is for."""
    layer: str = ""
    """The layer of the CMake package that it is written for; empty: FreeRTOS's API."""
    soc: str = ""
    """What the SoC must have beside a kernel, see ``platforms``; empty: nothing."""

    @property
    def name(self) -> str:
        """What `isochron new` calls it."""
        return self.folder.name

    @property
    def sources(self) -> tuple[Path, ...]:
        """Its C files."""
        return tuple(sorted(self.folder.glob("*.c")))

    @property
    def parts(self) -> firmware.Parts:
        """What is compiled with its first file."""
        layer = firmware.layer(self.layer) if self.layer else firmware.Parts()
        return firmware.Parts((*self.sources[1:], *layer.sources), layer.include)

    def hardware(self, kernel: str) -> str:
        """Return what the SoC must have for it with a kernel of the CMake package."""
        of_kernel = (
            entry.hardware for entry in firmware.KERNELS.values() if entry.package == kernel
        )
        return self.soc or next(of_kernel)

    def choices(self) -> Iterator[tuple[str, str]]:
        """Yield the kernels of the CMake package, each with the attachments, or none of stock."""
        for kernel in self.kernels:
            for attachment in package.words(f"ATTACHMENTS_{kernel}") or ("",):
                if not self.attachments or attachment in (*self.attachments, ""):
                    yield kernel, attachment

    def refuse_other_kernels(self, kernel: str) -> None:
        """Raise IsochronError if it does not run with this kernel of the laboratory."""
        wanted = firmware.KERNELS[kernel]
        fit = [
            entry.name
            for entry in firmware.KERNELS.values()
            if entry.package in self.kernels
            and (not self.attachments or not set(entry.attached).isdisjoint(self.attachments))
        ]
        if wanted.name not in fit:
            raise IsochronError(
                f"the example {self.name} does not run on {kernel}: choose {' or '.join(fit)}"
            )

    def refuse_other_cores(self, number: int) -> None:
        """Raise IsochronError if it is not for so many cores."""
        if number not in self.cores:
            fit = " or ".join(map(str, self.cores))
            raise IsochronError(f"the example {self.name} is for --cores {fit}, not {number}")


@cache
def examples() -> dict[str, Example]:
    """Return the examples by name."""
    by_name = {}
    for folder in firmware.EXAMPLES:
        for name, values in tomllib.loads((folder / "examples.toml").read_text()).items():
            lists = {key: tuple(value) for key, value in values.items() if isinstance(value, list)}
            by_name[name] = Example(folder / name, **{**values, **lists})
    return by_name


def single_files() -> dict[str, str]:
    """Return the programs that are one file and no project, each with what to do with it."""
    files = {path.stem: path.relative_to(ROOT) for path in sorted(firmware.EXAMPLES[0].glob("*.c"))}
    return {name: f"it is one file, {path}: copy that" for name, path in files.items()}


def of_folder(folder: Path) -> Example | None:
    """Return the example whose folder this is."""
    return next(
        (example for example in examples().values() if example.folder == folder.resolve()), None
    )


def pages() -> list[Path]:
    """Return the pages that show outputs of examples."""
    of_examples = [example.folder / "README.md" for example in examples().values()]
    return [*of_examples, ROOT / "docs/tutorials/measure-your-own-call.md"]


def with_outputs(page: str, run: Callable[[str], str]) -> str:
    """Return a README with the output that each of its commands has."""
    return _BLOCK.sub(lambda block: f"```\n$ {block[1]}\n{run(block[1])}```", page)


def output(command: str) -> str:
    """Run a command of a README in the checkout, and return what it prints.

    Raises:
        IsochronError: it failed.
    """
    words = [sys.executable, "-c", "from isochron.cli import main; main()", *command.split()[1:]]
    environment = {**os.environ, "COLUMNS": "100"}
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, **TEXT)
    if done.returncode != 0:
        raise IsochronError(f"{command}: {done.stderr.strip()}")
    lines = [line.rstrip() for line in done.stdout.splitlines()]
    return "".join(f"{line}\n" for line in lines if line)
