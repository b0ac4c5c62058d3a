# SPDX-License-Identifier: Apache-2.0
"""Genuine uC/OS-II, from the user's tree, on our port."""

from systems.comparison.lab import genuine

SOURCE = genuine.Source(
    name="ucos2",
    title="uC/OS-II V2.93.01",
    environment="UCOS2_PATH",
    url="https://github.com/weston-embedded/uC-OS2 (tag v2.93.01)",
    header="Source/ucos_ii.h",
    version={"OS_VERSION": 29300},
    include=("Source",),
    sources=("Source/ucos_ii.c",),
    options=("NDEBUG", "UCOS2_KERNEL_ONLY", "configUSE_TIMERS"),
    digested=("Source/*.[ch]",),
)
