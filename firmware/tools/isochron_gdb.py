# SPDX-License-Identifier: Apache-2.0
"""A command for GDB that lists the tasks of a program on the hardware kernel.

    (gdb) source firmware/tools/isochron_gdb.py
    (gdb) isochron-tasks

It asks the hardware through the window of interrupt service routines, so no task's result
changes: stop anywhere but in an interrupt service routine that is about to load ISR_RESULT. Works
on attachment `bus`, where GDB stores and loads, and on `host`, where it calls the program's own
hardware_store() and hardware_load().
"""

import re
from pathlib import Path

import gdb

_CONSTANTS = Path(__file__).resolve().parents[1] / "kernel/include/isochron_constants.h"
_STATES = ("running", "ready", "blocked", "suspended", "deleted")


class Hardware:
    """The hardware kernel's registers, by the names of isochron_constants.h."""

    def __init__(self, base):
        found = re.findall(r"#define ISOCHRON_(\w+)_OFFSET (\w+)", _CONSTANTS.read_text())
        self.offsets = {name: int(value, 16) for name, value in found}
        self.base = base
        self.native = gdb.lookup_global_symbol("hardware_store") is not None

    def load(self, register):
        """Return the value of a register."""
        offset = self.offsets[register]
        if self.native:
            return int(gdb.parse_and_eval(f"((unsigned (*)(unsigned))hardware_load)({offset})"))
        data = gdb.selected_inferior().read_memory(self.base + offset, 4)
        return int.from_bytes(data.tobytes(), "little")

    def command(self, operation, identifier):
        """Issue a command with argument 0."""
        offset = self.offsets[operation] + 4 * identifier
        if self.native:
            gdb.parse_and_eval(f"((void (*)(unsigned, unsigned))hardware_store)({offset}, 0)")
        else:
            gdb.selected_inferior().write_memory(self.base + offset, bytes(4))


class Tasks(gdb.Command):
    """List tasks: identifier, name, state, priority, base priority, object, stack pointer.

    The object is the number of the one that a blocked task waits for, or last waited for if it
    waits for a tick or a notification. A star marks the running task."""

    def __init__(self):
        super().__init__("isochron-tasks", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        """Print the list."""
        blocks = gdb.parse_and_eval("pxTasks")
        first, last = blocks.type.range()
        tasks = [(i, blocks[i]) for i in range(first, last + 1) if int(blocks[i]) != 0]
        if not tasks:
            print("there are no tasks")
            return
        identifier, block = tasks[0]
        notify = Hardware(0).offsets["TASK_NOTIFY_NONE"]
        hardware = Hardware(int(block["uxCommand"]) - notify - 4 * identifier)
        current = hardware.load("CURRENT")
        print("   id  name              state      priority  base  object  stack pointer")
        for identifier, block in tasks:
            hardware.command("ISR_TASK_STATE", identifier)
            value = hardware.load("ISR_VALUE")
            state = _STATES[min(value & 7, len(_STATES) - 1)]
            waits = (value >> 16 & 0xFF) if state in ("blocked", "suspended") else ""
            print(
                f"{'*' if int(block) & 0xFFFFFFFF == current else ' '} {identifier:3}  "
                f"{block['pcTaskName'].string():16}  {state:9}  {value >> 8 & 0xFF:8}  "
                f"{value >> 24:4}  {waits!s:>6}  {int(block['pxTopOfStack']):#x}"
            )


Tasks()
