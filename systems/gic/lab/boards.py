# SPDX-License-Identifier: Apache-2.0
"""The boards that QEMU plays, and the kernels for them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from isochron.errors import IsochronError


@dataclass(frozen=True)
class Board:
    """A Versatile Express board.

    Attributes:
        cpu: for the compiler's ``-mcpu``.
        ram: address of its RAM.
        gic: addresses of the GIC's interface and distributor.
        options: of QEMU, beside the machine.
    """

    name: str
    description: str
    cpu: str
    ram: int
    gic: tuple[range, range]
    defines: Mapping[str, str] = field(default_factory=dict)
    options: tuple[str, ...] = ()


BOARDS = {
    board.name: board
    for board in (
        Board(
            "vexpress-a15",
            "Cortex-A15 MPCore under QEMU, GICv2 with 256 priorities",
            "cortex-a15",
            0x8000_0000,
            (range(0x2C00_2000, 0x2C00_3000), range(0x2C00_1000, 0x2C00_2000)),
            {"BOARD_A15": "1"},
        ),
        Board(
            "vexpress-a9",
            "Cortex-A9 MPCore under QEMU, GICv1 with 32 priorities",
            "cortex-a9",
            0x6000_0000,
            (range(0x1E00_0100, 0x1E00_0200), range(0x1E00_1000, 0x1E00_2000)),
            # as many interrupts as the other board has and more, for the tasks
            options=("-global", "a9mpcore_priv.num-irq=256"),
        ),
    )
}
CORES = (1, 2, 4)


@dataclass(frozen=True)
class Kernel:
    """A kernel that programs are built with, by the options that select it."""

    name: str
    summary: str
    defines: Mapping[str, str]

    @property
    def scheduled_by_gic(self) -> bool:
        """Whether tasks are interrupts."""
        return self.defines["configUSE_GIC_SCHEDULER"] == "1"


KERNELS = {
    kernel.name: kernel
    for kernel in (
        Kernel(
            "freertos",
            "stock FreeRTOS, port ARM_CA9, generic task selection",
            {"configUSE_GIC_SCHEDULER": "0"},
        ),
        Kernel(
            "freertos-optimised",
            "stock FreeRTOS, port ARM_CA9, the port's bitmap of ready priorities (at most 32)",
            {
                "configUSE_GIC_SCHEDULER": "0",
                "configUSE_PORT_OPTIMISED_TASK_SELECTION": "1",
                "configMAX_PRIORITIES": "30",
            },
        ),
        Kernel(
            "gic",
            "FreeRTOS's thread API, tasks scheduled by the GIC",
            {"configUSE_GIC_SCHEDULER": "1"},
        ),
    )
}


_Named = TypeVar("_Named")


def board(name: str) -> Board:
    """Return the board of this name; raise IsochronError when there is none."""
    return _find(BOARDS, "board", name)


def kernel(name: str) -> Kernel:
    """Return the kernel of this name; raise IsochronError when there is none."""
    return _find(KERNELS, "kernel for the boards", name)


def _find(table: Mapping[str, _Named], what: str, name: str) -> _Named:
    if name not in table:
        raise IsochronError(f"unknown {what} {name!r}: choose one of {', '.join(table)}")
    return table[name]
