# SPDX-License-Identifier: Apache-2.0
"""Build the guests: small programs that run in Linux's place on the firmware."""

from collections.abc import Mapping
from pathlib import Path

from systems.linux.lab import firmware, kernel
from systems.linux.lab.kernel import LINUX

from isochron.building import firmware as compiling
from isochron.building.elf import opened

FOLDER = LINUX / "guests"
COMMON = (
    *("guest.c", "goes_on.c", "hangs.c", "random.c", "translation.c", "work.c"),
    *("start.S", "run_with.S", "call_with_registers.S"),
)
"""What each of them has."""
PERIODS = "periods"
"""The one that is for another firmware than the others, that of the same name."""
_MORE = {PERIODS: [LINUX / "periods/measure.c"]}
"""Further files."""
_OF_THE_FIRMWARE = ("print.c",)


def build(name: str, defines: Mapping[str, str] | None = None) -> Path:
    """Return a guest's image, built when it or the firmware has changed.

    ``name`` is that of a C file in guests, ``defines`` are macros of it, by their names.
    """
    firmware.build()
    own = [FOLDER / f"{name}.c", *_MORE.get(name, []), *(FOLDER / name for name in COMMON)]
    shared = [firmware.FOLDER / name for name in _OF_THE_FIRMWARE]
    include = [FOLDER, firmware.FOLDER, LINUX / "channels", LINUX / "periods"]
    objects = compiling.compile_bare(
        [*own, *shared], include, defines or {}, platform=firmware.PLATFORM
    )
    variant = "".join(f"-{macro}-{value}" for macro, value in (defines or {}).items())
    elf = kernel.BUILD / f"guests/{name}{variant}.elf"
    return firmware.link(objects, FOLDER / "guest.ld", elf, _places_in_the_firmware())


def _places_in_the_firmware() -> list[str]:
    with opened(firmware.DEFAULT.elf) as file:
        text = file.get_section_by_name(".text")
        assert text is not None
        begin, end = text["sh_addr"], text["sh_addr"] + text["sh_size"]
    return [f"firmware_code_begin={begin:#x}", f"firmware_code_end={end:#x}"]
