# SPDX-License-Identifier: Apache-2.0
"""Backtraces of tasks that do not run: for GDB's Python, whatever the processor is.

GDB is told that such a task has called the frame where the processor is. So no register of the
processor is changed.
"""

import re

import gdb
from gdb.unwinder import Unwinder, register_unwinder


class Elsewhere(Unwinder):
    """Shows, as what called the frame where the processor is, a task that does not run."""

    def __init__(self):
        super().__init__("isochron-task")
        self._registers = {}
        self._here = None
        register_unwinder(None, self)

    def callers(self, registers):
        """Return the backtrace of a task that has called something, numbered from 1.

        ``registers`` has their values by GDB's names; pc is behind the call.
        """
        try:
            self._go_to(registers)
            return gdb.execute("backtrace", to_string=True).partition("\n")[2]
        finally:
            self._go_to({})

    def interrupted(self, registers, further):
        """Return the backtrace of a task that goes on at pc, numbered from 0.

        GDB takes a caller's program counter for that behind a call, and looks one byte before it:
        so it is shown one that is ``further`` by some bytes, within the same instruction.
        """
        pc = registers["pc"]
        shown = self.callers({**registers, "pc": pc + further})
        shown = shown.replace(f"{pc + further:#010x}", f"{pc:#010x}", 1)
        return re.sub(r"^#(\d+)", lambda number: f"#{int(number[1]) - 1}", shown, flags=re.M)

    def _go_to(self, registers):
        """Show a task with these registers; without any, what there is."""
        gdb.invalidate_cached_frames()
        self._here = None
        self._registers = {}
        frame = gdb.newest_frame()
        self._here = int(frame.read_register("pc")), int(frame.read_register("sp"))
        self._registers = registers
        gdb.invalidate_cached_frames()

    def __call__(self, pending):
        """Tell GDB the caller's registers, if this is the frame where the processor is."""
        pc, sp = pending.read_register("pc"), pending.read_register("sp")
        if not self._registers or (int(pc), int(sp)) != self._here:
            return None
        # Any stack is above address 0, whichever task's it is: GDB stops at one that is not above.
        unwound = pending.create_unwind_info(_Frame(gdb.Value(0).cast(sp.type), pc))
        word = gdb.lookup_type("unsigned int")
        for name, value in self._registers.items():
            unwound.add_saved_register(name, gdb.Value(value).cast(word))
        return unwound


class _Frame:
    """What GDB knows a frame by."""

    def __init__(self, sp, pc):
        self.sp = sp
        self.pc = pc
