# SPDX-License-Identifier: Apache-2.0
"""Commands for GDB about the tasks of a program on the hardware kernel or on the hybrid.

    (gdb) source firmware/tools/isochron_gdb.py
    (gdb) isochron-tasks
    (gdb) isochron-backtraces

The first lists them from a running program, the second shows where each one is from a core file of
isochron_core.py.

A native program keeps in memory what the hardware would answer about each task (hardware_top.sv,
link_top.sv): GDB reads that, and calls nothing. On attachments `bus` and `link-bus` it asks, by
stores and loads. Hardware kernel: through the window of interrupt service routines, so no task's
result changes; do not stop in a routine that is about to load ISR_RESULT. Hybrid: by GET; do not
stop between the words of a message, or a message and its reply, which kernel files send with
interrupts masked. Not on `link-cfu`, since GDB executes no instructions of its own.
"""

import re
from pathlib import Path

import gdb

_INCLUDE = Path(__file__).resolve().parents[1] / "kernel/include"
_WIDTH = 10


def _shown(identifier):
    """Return what a native program shows of a task; None of a program on a core."""
    states = gdb.lookup_global_symbol("hardware_task_states")
    return None if states is None else int(states.value()[identifier])


def _load(address):
    data = gdb.selected_inferior().read_memory(address, 4)
    return int.from_bytes(data.tobytes(), "little")


def _store(address, value):
    gdb.selected_inferior().write_memory(address, value.to_bytes(4, "little"))


def _constants(file):
    """Return the numbers of a generated header by their names, without ISOCHRON_."""
    found = re.findall(r"#define ISOCHRON_(\w+) (0x\w+|\d+)$", (_INCLUDE / file).read_text(), re.M)
    return {name: int(value, 0) for name, value in found}


class HardwareKernel:
    """What the hardware kernel knows of a task."""

    waits_for = "object"
    _states = ("running", "ready", "blocked", "suspended", "deleted")
    _deleted = _states.index("deleted")

    def __init__(self, identifier, block, base):
        self.names = _constants("isochron_constants.h")
        if base is None:
            none = self.names["TASK_NOTIFY_NONE_OFFSET"] + 4 * identifier
            base = int(block["uxCommand"]) - none
        self.base = base

    def describe(self, identifier, block):
        """Return state, priority, base priority, and the number of the object it waits for."""
        value = _shown(identifier)
        if value is None:
            value = self._ask(identifier)
        state = self._states[value & 7]
        waits = str(value >> 16 & 0xFF) if state in ("blocked", "suspended") else ""
        return state, value >> 8 & 0xFF, value >> 24, waits

    def _ask(self, identifier):
        _store(self.base + self.names["ISR_TASK_STATE_OFFSET"] + 4 * identifier, 0)
        code = _load(self.base + self.names["ISR_RESULT_OFFSET"]) & 0xF
        exists = code == self.names["RESULT_OK"]
        return _load(self.base + self.names["ISR_VALUE_OFFSET"]) if exists else self._deleted


class Hybrid:
    """What the hybrid knows of a task, and its control block."""

    waits_for = "event list"
    _base = 0xA0000000
    """Its window in the reference SoC."""

    def __init__(self, identifier, block, base):
        names = _constants("isochron_hybrid_constants.h")
        base = self._base if base is None else base
        self.scheduler = base + names["HYBRID_LINK_SCHEDULER_OFFSET"]
        self.reply = base + names["HYBRID_LINK_REPLY_OFFSET"]
        self.get = names["HYBRID_COMMAND_GET"]
        self.fields = _constants("isochron_hybrid_registers.h")
        self.has_base = any(field.name == "uxBasePriority" for field in block.type.fields())

    def describe(self, identifier, block):
        """Return state, priority, base priority, and the event list it is in."""
        value = _shown(identifier)
        if value is None:
            _store(self.scheduler, self.get | identifier << self._field("ID_bp"))
            value = _load(self.reply)
        priority = int(block["uxPriority"])
        base = int(block["uxBasePriority"]) if self.has_base else priority
        container = int(block["xEventListItem"]["pvContainer"])
        if container == int(gdb.parse_and_eval("&xPendingReadyList")):
            return "ready", priority, base, ""
        runs = block.address == gdb.parse_and_eval("pxCurrentTCB")
        state = "running" if runs else self._state(value)
        return state, priority, base, f"{container:#x}" if container else ""

    def _state(self, value):
        for field, state in (
            ("FINISHED", "deleted"),
            ("READY", "ready"),
            ("SUSPENDED", "suspended"),
        ):
            if value & self._field(f"{field}_bm"):
                return state
        return "blocked"

    def _field(self, name):
        return self.fields[f"HYBRID__REPLIES__TASK__{name}"]


class Tasks(gdb.Command):
    """List tasks: identifier, name, state, priority, base priority, waits for, stack pointer.

    On the hardware kernel a blocked task shows the number of the object that it waits for, or last
    waited for if it waits for a tick or a notification; on the hybrid the address of the event list
    that it is in. A star marks the running task. An argument is the hardware's address, if it is
    not where the reference SoC has it."""

    def __init__(self):
        super().__init__("isochron-tasks", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        """Print the list."""
        blocks = gdb.parse_and_eval("pxTasks")
        first, last = blocks.type.range()
        tasks = [(i, blocks[i].dereference()) for i in range(first, last + 1) if int(blocks[i])]
        if not tasks:
            print("there are no tasks")
            return
        names = {field.name for field in tasks[0][1].type.fields()}
        base = int(gdb.parse_and_eval(argument)) if argument else None
        kernel = (HardwareKernel if "uxCommand" in names else Hybrid)(*tasks[0], base)
        waits_for = f"{kernel.waits_for:>{_WIDTH}}"
        print(f"   id  name              state      priority  base  {waits_for}  stack pointer")
        for identifier, block in tasks:
            state, priority, base_priority, waits = kernel.describe(identifier, block)
            print(
                f"{'*' if state == 'running' else ' '} {identifier:3}  "
                f"{block['pcTaskName'].string():16}  {state:9}  {priority:8}  "
                f"{base_priority:4}  {waits:>{_WIDTH}}  {int(block['pxTopOfStack']):#x}"
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
