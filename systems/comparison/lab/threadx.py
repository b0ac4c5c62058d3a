# SPDX-License-Identifier: Apache-2.0
"""Eclipse ThreadX, from the user's tree: its port for RISC-V with GCC, and ours."""

from systems.comparison.lab import genuine

_PORT = (
    *("tx_thread_context_save.S", "tx_thread_interrupt_control.S", "tx_thread_schedule.S"),
    *("tx_thread_stack_build.S", "tx_thread_system_return.S", "tx_timer_interrupt.c"),
)
"""Of its port. The start on a board is ours, and the end of an interrupt, which is for 64 bits."""
_SOURCES = ("common/src/tx_*.c", *(f"ports/risc-v64/gnu/src/{name}" for name in _PORT))

SOURCE = genuine.Source(
    name="threadx",
    title="ThreadX 6.4.2",
    environment="THREADX_PATH",
    url="https://github.com/eclipse-threadx/threadx (tag v6.4.2_rel)",
    header="common/inc/tx_api.h",
    version={
        "THREADX_MAJOR_VERSION": 6,
        "THREADX_MINOR_VERSION": 4,
        "THREADX_PATCH_VERSION": 2,
    },
    include=("common/inc",),
    sources=_SOURCES,
    options=("NDEBUG",),
    digested=("common/inc/*.h", *_SOURCES),
)
