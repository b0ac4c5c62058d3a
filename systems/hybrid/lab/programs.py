# SPDX-License-Identifier: Apache-2.0
"""The programs of firmware/laboratory/tests and its own that run on the hybrid, natively."""

from dataclasses import replace

from systems.hybrid.lab.kernel_files import FIRMWARE, NAME

from isochron.running.checks import MISFITS, WRAP, Case, native_programs

KERNEL = NAME
NOT_HERE = {
    "native/control": "is about a register that the hybrid has not",
    "native/creation": "binds interrupt lines to objects, which the hybrid cannot",
    "native/member_ticks": "is about ticks of which each task is an event of its own",
    "native/misuse": "is about commands that the hardware kernel refuses",
    "native/monitor_calls": "is about the monitor, which the hybrid has not",
    "native/monitor_hook": "is about the monitor, which the hybrid has not",
}
"""Programs that are not for the hybrid, beside those of ``tests/isochron``, and why."""


def cases() -> list[Case]:
    """Return the programs, some of them with several options."""
    shared = [name for name in native_programs() if not name.startswith("isochron/")]
    own = sorted((FIRMWARE / "tests").glob("*.c"))
    misfits = ("configMAX_HW_ACCELERATION_TASKS", "configMAX_PRIORITIES")
    found = [
        *(Case(name) for name in shared if name not in NOT_HERE),
        *(Case(f"{KERNEL}/{path.stem}", path=path) for path in own),
        Case("slicing", {"configUSE_TIME_SLICING": "0"}),
        *(Case(name, WRAP) for name in ("start", "tickless", "timers")),
        *(Case("start", {name: MISFITS[name][0]}, MISFITS[name][1]) for name in misfits),
    ]
    return [replace(case, kernel=KERNEL) for case in found]
