# SPDX-License-Identifier: Apache-2.0
"""Commands for GDB about the tasks of a program on the hardware kernel, the hybrid, or stock.

    (gdb) source firmware/tools/isochron_gdb.py
    (gdb) isochron-tasks
    (gdb) isochron-backtraces

The first lists them from a running program, the second shows where each one is from a core file of
isochron_core.py.

A native program keeps in memory what the hardware would answer about each task (hardware_top.sv,
link_top.sv): GDB reads that, and calls nothing. Elsewhere it asks, by stores and loads. Hardware
kernel: through the window of interrupt service routines, so no task's result changes; do not stop
in a routine that is about to load ISR_RESULT. Hybrid: by GET; do not stop between the words of a
message, or a message and its reply, which kernel files send with interrupts masked. Not on
`link-cfu`, since GDB executes no instructions of its own.

The simulated SoC needs none of this: `isochron run --gdb` shows tasks as threads.
"""

import sys
from pathlib import Path

import gdb

sys.path.insert(0, str(Path(__file__).resolve().parent))
import isochron_tasks

_WIDTH = 10
_WORD = 4


def _load(address):
    data = gdb.selected_inferior().read_memory(address, _WORD)
    return int.from_bytes(data.tobytes(), "little")


def _store(address, value):
    gdb.selected_inferior().write_memory(address, value.to_bytes(_WORD, "little"))


class Target:
    """What isochron_tasks asks for, of the program that GDB has."""

    def __init__(self, base):
        """``base``: the hardware's address if it is not where the reference SoC has it."""
        self._base = base
        self.pointer = gdb.lookup_type("void").pointer().sizeof

    def variable(self, name):
        """Return a variable's address and size; None if there is none."""
        symbol = gdb.lookup_global_symbol(name) or gdb.lookup_static_symbol(name)
        if symbol is None or symbol.addr_class != gdb.SYMBOL_LOC_STATIC:
            return None
        value = symbol.value()
        return int(value.address), value.type.sizeof

    def field(self, structure, path):
        """Return offset and size of a structure's member; None if there is none."""
        offset, kind = 0, self._structure(structure)
        for name in path.split("."):
            fields = {} if kind is None else {one.name: one for one in kind.fields()}
            if name not in fields:
                return None
            offset += fields[name].bitpos // 8
            kind = fields[name].type.strip_typedefs()
        return offset, kind.sizeof

    def size(self, structure):
        """Return the size of a structure."""
        return self._structure(structure).sizeof

    def read(self, address, length):
        """Return bytes of the memory."""
        return gdb.selected_inferior().read_memory(address, length).tobytes()

    def label(self, name):
        """Return the address of code under a name; None if there is none."""
        try:
            return int(gdb.parse_and_eval(f"&'{name}'"))
        except gdb.error:
            return None

    def state(self, identifier):
        """Return what the hardware says of a task; None if it does not know it."""
        shown = gdb.lookup_global_symbol("hardware_task_states")
        if shown is not None:
            return int(shown.value()[identifier])
        if self.field("tskTaskControlBlock", "uxCommand"):
            return self._hardware_kernel(identifier)
        return self._hybrid(identifier)

    def running(self):
        """Return what tells the running task."""
        names = isochron_tasks.constants("isochron_constants.h")
        return _load(self._window(names) + names["CURRENT_ID_OFFSET"])

    def _structure(self, name):
        try:
            return gdb.lookup_type(f"struct {name}")
        except gdb.error:
            return None

    def _hardware_kernel(self, identifier):
        names = isochron_tasks.constants("isochron_constants.h")
        window = self._window(names)
        _store(window + names["ISR_TASK_STATE_OFFSET"] + _WORD * identifier, 0)
        code = _load(window + names["ISR_RESULT_OFFSET"]) & 0xF
        known = code == names["RESULT_OK"]
        return _load(window + names["ISR_VALUE_OFFSET"]) if known else None

    def _window(self, names):
        """Return the hardware kernel's address: each task's command tells it."""
        if self._base is not None:
            return self._base
        identifier, block = next(iter(isochron_tasks.HardwareKernel(self).table().items()))
        offset, size = self.field("tskTaskControlBlock", "uxCommand")
        command = int.from_bytes(self.read(block + offset, size), "little")
        return command - names["TASK_NOTIFY_NONE_OFFSET"] - _WORD * identifier

    def _hybrid(self, identifier):
        names = isochron_tasks.constants("isochron_hybrid_constants.h")
        fields = isochron_tasks.constants("isochron_hybrid_registers.h")
        base = 0xA0000000 if self._base is None else self._base
        place = fields["HYBRID__REPLIES__TASK__ID_bp"]
        message = names["HYBRID_COMMAND_GET"] | identifier << place
        _store(base + names["HYBRID_LINK_SCHEDULER_OFFSET"], message)
        return _load(base + names["HYBRID_LINK_REPLY_OFFSET"])


class Tasks(gdb.Command):
    """List tasks: identifier, name, state, priority, base priority, waits for, stack pointer.

    On the hardware kernel a blocked task shows the number of the object that it waits for, or last
    waited for if it waits for a tick or a notification; else the address of the event list that it
    is in. A star marks the running task. An argument is the hardware's address, if it is not where
    the reference SoC has it."""

    def __init__(self):
        super().__init__("isochron-tasks", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        """Print the list."""
        base = int(gdb.parse_and_eval(argument)) if argument else None
        kernel = isochron_tasks.kernel(Target(base))
        tasks = kernel.tasks() if kernel else []
        if not tasks:
            print("there are no tasks")
            return
        waits_for = f"{kernel.waits_for:>{_WIDTH}}"
        print(f"   id  name              state      priority  base  {waits_for}  stack pointer")
        for one in tasks:
            identifier = "" if one.identifier is None else one.identifier
            print(
                f"{'*' if one.state == 'running' else ' '} {identifier:3}  {one.name:16}  "
                f"{one.state:9}  {one.priority:8}  {one.base_priority:4}  {one.waits:>{_WIDTH}}  "
                f"{one.top_of_stack:#x}"
            )


class Backtraces(gdb.Command):
    """Show the backtrace of every task in a core file of isochron_core.py, under its name.

    Of the attachment `banked`: a task's registers are in its bank, not on its stack."""

    def __init__(self):
        super().__init__("isochron-backtraces", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        """Print them."""
        blocks = gdb.parse_and_eval("pxTasks")
        threads = gdb.selected_inferior().threads()
        for thread in sorted(threads, key=lambda one: one.ptid[1]):
            identifier = thread.ptid[1] - 1
            if int(blocks[identifier]):
                print(f"task {identifier}, {blocks[identifier]['pcTaskName'].string()}:")
                thread.switch()
                gdb.execute("backtrace")


Tasks()
Backtraces()
