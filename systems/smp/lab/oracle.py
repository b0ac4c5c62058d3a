# SPDX-License-Identifier: Apache-2.0
"""FreeRTOS's SMP scheduler as a native program that steps one core at a time."""

import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

from systems.smp.lab.machine import SMP

from isochron.building import compile_object, digest, freertos, link
from isochron.paths import BUILT
from isochron.processes import TEXT

BUILD = BUILT / "smp/oracle"
_SOURCES = SMP / "firmware/oracle"
_KERNEL = ("tasks.c", "queue.c", "list.c")


def build(options: Mapping[str, int]) -> Path:
    """Return the program with these options of FreeRTOSConfig.h."""
    stock = freertos.provide()
    flags = [
        *("-O1", "-g", "-Wall", "-Wextra"),
        *(f"-D{name}={value}" for name, value in sorted(options.items())),
        *(f"-I{_SOURCES}", "-isystem", str(stock / "include")),
    ]
    compiler = ["gcc", "-std=gnu11", *flags]
    sources = [_SOURCES / "oracle.c", *(stock / name for name in _KERNEL)]
    objects = [compile_object(compiler, source, BUILD / "objects") for source in sources]
    target = BUILD / f"oracle-{digest([*flags, *sources])}" / "oracle"
    return link(["gcc", *flags, *objects], objects, target)


def answers(program: Path, events: Iterable[str]) -> list[str]:
    """Return what the program prints about each event: firmware/oracle/oracle.c.

    If it fails an assertion, or cannot do what is asked, it ends there: the last answer says why.
    """
    text = "".join(f"{event}\n" for event in events)
    done = subprocess.run([program], input=text, capture_output=True, check=False, **TEXT)
    *complete, rest = done.stdout.split("end\n")
    return [*complete, *([rest] if done.returncode else [])]
