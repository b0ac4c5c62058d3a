# SPDX-License-Identifier: Apache-2.0
"""Build the firmware of the machine with FreeRTOS below Linux: FreeRTOS is Linux's SBI."""

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from pathlib import Path

from systems.linux.lab import kernel
from systems.linux.lab.kernel import LINUX
from systems.time_manager.lab import alchemy

from isochron import building
from isochron.building import firmware, freertos, platforms
from isochron.paths import ROOT

ADDRESS = 0x8000_0000
"""Where the machine begins."""
LINUX_ADDRESS = 0x8040_0000
"""Where the kernel is, and firmware/machine.h says so, too."""

FOLDER = LINUX / "firmware"
TIME_MANAGER = ROOT / "systems/time_manager"
PLATFORM = "vexriscv"
"""Whose compiler options are the core's, too."""
_ATTACHMENT = ROOT / "firmware/attachments/bus"
DEFINES = {
    **firmware.KERNELS["isochron"].defines,
    "configISOCHRON_GUEST": "1",
    "configHW_ACCELERATION_BASE_ADDRESS": "0xF0100000",
    "configCPU_CLOCK_HZ": "100000000",
    "NDEBUG": "1",
}
"""Options of FreeRTOSConfig.h, over those of the reference SoC."""
KERNEL_TASKS = 32
_HEAP_OF_A_WAITER = 552
"""Bytes."""


@dataclass(frozen=True)
class Application:
    """Tasks beside Linux's."""

    sources: tuple[Path, ...]
    include: tuple[Path, ...] = ()
    defines: Mapping[str, str] = field(default_factory=dict)
    """Options of FreeRTOSConfig.h, over ``DEFINES``."""
    heap: int = 20 * 1024
    """Bytes, without those of the tasks that only wait."""


def _on_alchemy(
    sources: Sequence[Path], include: Sequence[Path], defines: Mapping[str, str] | None = None
) -> Application:
    layer = firmware.layer(alchemy.NAME)
    return Application(
        (*sources, *(path for path in layer.sources if path.name != "pause.c")),
        (*layer.include, *include),
        {
            "configISOCHRON_TIME_MANAGER_BASE_ADDRESS": "0xF0030000",
            "configNUM_THREAD_LOCAL_STORAGE_POINTERS": "1",
            "configUSE_TIME_SLICING": "0",
            **(defines or {}),
        },
    )


def _written_for_xenomai() -> Application:
    own, example = LINUX / "pipes", TIME_MANAGER / "examples/control_loop"
    sources = sorted({*own.glob("*.c")} - {own / "plot.c"})
    return _on_alchemy([example / "main.c", *sources], [example, own])


def _check_of_alchemy(program: Path) -> Application:
    common = ROOT / "firmware/laboratory/tests/common"
    found = _on_alchemy(
        [program, LINUX / "alchemy/checks.c"],
        [program.parent / "parts", common],
        {
            "configUSE_MUTEXES": "1",
            "INCLUDE_xTaskAbortDelay": "1",
            "INCLUDE_xTaskGetHandle": "1",
            "TEST_WITHOUT_INTERRUPTS": "1",
        },
    )
    return replace(found, heap=50 * 1024)


CHECKED, MOTOR, PIPES, PERIODS = "checked", "motor", "pipes", "periods"
APPLICATIONS: Mapping[str, Application] = {
    CHECKED: Application((FOLDER / "main.c",)),
    MOTOR: Application((LINUX / "motor/control.c", LINUX / "motor/model.c"), (LINUX / "motor",)),
    PIPES: _written_for_xenomai(),
    PERIODS: _on_alchemy(
        [LINUX / "periods/tasks.c"],
        [LINUX / "periods"],
        {"configMINIMAL_STACK_SIZE": "80", "INCLUDE_uxTaskGetStackHighWaterMark": "1"},
    ),
}
"""Those of the checks and most measurements, of two tutorials, and of periodic tasks."""
_NOT_BELOW = ("costs", "main_program", "tasks", "time", "time_slices")
"""They count the cycles of calls, start alarms long before FreeRTOS starts, have 64 tasks at once,
know the SoC's clock, and have switches in software."""
CHECKS_OF_ALCHEMY = {
    f"alchemy-{path.stem}": _check_of_alchemy(path)
    for path in sorted((TIME_MANAGER / "firmware/tests").glob("*.c"))
    if path.stem not in _NOT_BELOW
}
"""Those that check each function of the alchemy layer."""


@dataclass(frozen=True)
class Firmware:
    """What the firmware is built as."""

    application: str = CHECKED
    """Of APPLICATIONS, or of CHECKS_OF_ALCHEMY."""
    code_in_ram: bool = False
    """Its code is in the RAM and goes through the cache, rather than beside it."""
    waiters: int = 0
    """Tasks that only wait, beside the others."""
    kernel_tasks: int = KERNEL_TASKS
    """Of the hardware kernel."""
    software_time: bool = False
    """A task of software counts timers down in the time manager's place."""
    time_base: int = 0
    """Of the alchemy layer, as its time_base.h numbers them."""

    @property
    def elf(self) -> Path:
        """Where it is, once it is built."""
        application, *numbers = astuple(self)
        choice = "-".join([application, *(f"{value:d}" for value in numbers)])
        return kernel.BUILD / f"firmware/{choice}.elf"


DEFAULT = Firmware()


def build(choice: Firmware = DEFAULT) -> Path:
    """Return the firmware, built when a file of it has changed: what is loaded at ``ADDRESS``."""
    stock = freertos.provide()
    application = {**APPLICATIONS, **CHECKS_OF_ALCHEMY}[choice.application]
    common = {*FOLDER.glob("*.c"), *FOLDER.glob("*.S")} - {*APPLICATIONS[CHECKED].sources}
    own = [*sorted(common), *application.sources]
    include = [
        FOLDER,
        *application.include,
        LINUX / "channels",
        firmware.BOARD / "include",
        firmware.KERNEL / "include",
        _ATTACHMENT,
    ]
    include += [TIME_MANAGER / "firmware/include", *firmware.freertos_include(stock)]
    sources = [*own, *firmware.kernel_sources(stock)]
    heap = application.heap + _HEAP_OF_A_WAITER * choice.waiters
    defines = {
        **DEFINES,
        **application.defines,
        "configTOTAL_HEAP_SIZE": f"{heap}U",
        "configMAX_HW_ACCELERATION_TASKS": f"{choice.kernel_tasks}",
        "WAITERS": f"{choice.waiters}U",
        "SOFTWARE_TIME": f"{choice.software_time:d}",
        alchemy.TIME_BASE: f"{choice.time_base}",
    }
    objects = firmware.compile_bare(sources, include, defines, platform=PLATFORM)
    symbols = ["code_in_ram=1"] if choice.code_in_ram else []
    return link(objects, FOLDER / "link.ld", choice.elf, symbols)


def link(objects: Sequence[Path], script: Path, target: Path, symbols: Sequence[str] = ()) -> Path:
    """Link a program of this machine, and return its image: what is loaded.

    ``symbols`` are NAME=VALUE, for those that it has not itself.
    """
    platform = platforms.find(PLATFORM)
    parts = [*objects, *firmware.libraries(PLATFORM)]
    command: list[str | Path] = [firmware.compiler(), f"-march={platform.march}"]
    command += [f"-mabi={platform.mabi}", "-nostdlib", "-Wl,--gc-sections", "-Wl,--fatal-warnings"]
    command += [f"-Wl,--defsym={symbol}" for symbol in symbols]
    command += [f"-Wl,-T,{script}", *parts]
    building.link(command, [script, *parts], target)

    def convert(partial: Path) -> None:
        copy: list[str | Path] = [firmware.compiler("objcopy"), "-O", "binary", target, partial]
        building.execute(copy)

    image = target.with_suffix(".bin")
    return building.made(
        image, [building.identity(firmware.compiler("objcopy"))], [target], convert
    )
