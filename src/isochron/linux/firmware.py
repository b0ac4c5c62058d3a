# SPDX-License-Identifier: Apache-2.0
"""Build the firmware of the machine with FreeRTOS below Linux: FreeRTOS is Linux's SBI."""

from __future__ import annotations

from pathlib import Path

from isochron import building
from isochron.building import firmware, freertos, platforms
from isochron.linux import kernel
from isochron.linux.kernel import LINUX
from isochron.paths import ROOT

ADDRESS = 0x8000_0000
"""Where the machine begins."""
LINUX_ADDRESS = 0x8040_0000
"""Where the kernel is, and linux/firmware/machine.h says so, too."""

_FOLDER = LINUX / "firmware"
_PLATFORM = "vexriscv"
_ATTACHMENT = ROOT / "firmware/attachments/bus"
ELF = kernel.BUILD / "firmware/firmware.elf"
DEFINES = {
    **firmware.KERNELS["isochron"].defines,
    "configISOCHRON_GUEST": "1",
    "configHW_ACCELERATION_BASE_ADDRESS": "0xF0100000",
    "configCPU_CLOCK_HZ": "100000000",
    "configTOTAL_HEAP_SIZE": "( 24 * 1024 )",
    "NDEBUG": "1",
}
"""Options of FreeRTOSConfig.h, over those of the reference SoC."""


def build() -> Path:
    """Return the firmware, built when a file of it has changed: what is loaded at ``ADDRESS``.

    Raises:
        FirmwareError, ToolMissing, freertos.FreeRtosError: as ``isochron.building.firmware.build``.
    """
    stock = freertos.provide()
    own = sorted([*_FOLDER.glob("*.c"), *_FOLDER.glob("*.S")])
    include = [_FOLDER, firmware.BOARD / "include", firmware.KERNEL / "include", _ATTACHMENT]
    include += [ROOT / "firmware/time_manager/include", *firmware.freertos_include(stock)]
    sources = [*own, *firmware.kernel_sources(stock)]
    objects = firmware.compile_bare(sources, include, DEFINES, platform=_PLATFORM)
    target = platforms.find(_PLATFORM)
    script = _FOLDER / "link.ld"
    parts = [*objects, *firmware.libraries(_PLATFORM)]
    command: list[str | Path] = [firmware.compiler(), f"-march={target.march}"]
    command += [f"-mabi={target.mabi}", "-nostdlib", "-Wl,--gc-sections", "-Wl,--fatal-warnings"]
    command += [f"-Wl,-T,{script}", *parts]
    building.link(command, [script, *parts], ELF, firmware.BuildFailed)

    def convert(partial: Path) -> None:
        copy: list[str | Path] = [firmware.compiler("objcopy"), "-O", "binary", ELF, partial]
        building.execute(copy, firmware.BuildFailed)

    image = ELF.with_suffix(".bin")
    return building.made(image, [building.identity(firmware.compiler("objcopy"))], [ELF], convert)
