# SPDX-License-Identifier: Apache-2.0
"""Commands for GDB about the tasks of a program on the GIC kernel, at QEMU's stub or another's.

    (gdb) source systems/gic/firmware/tools/gic_gdb.py
    (gdb) gic-tasks
    (gdb) gic-backtraces

All is read from memory: no function of the program is called, and no register is changed. GDB shows
the cores as threads. A task that a core runs has no name there; here it is the one with a star.
"""

import re
import sys
from pathlib import Path

import gdb

sys.path.insert(0, str(Path(__file__).resolve().parents[4] / "firmware/tools"))
import gdb_elsewhere

_PRIORITY = 0xFF
"""The priority that a task runs with, in its word of priorities (priorities.h)."""
_FRAME = (*(f"r{number}" for number in range(13)), "lr", "pc", "cpsr")
"""What dispatch.S keeps on the stack of a task that does not run, from its top on."""
_WORD = 4


class Task:
    """A control block, and what it says."""

    def __init__(self, block, cores):
        """``cores``: all of the kernel's."""
        self._block = block
        self.name = block["pcName"].string()
        self.priority = int(block["uxPriority"]) & _PRIORITY
        own = int(block["pxCore"]) if _has(block, "pxCore") else int(cores[0].address)
        self.core = next((core for core in cores if int(core.address) == own), None)
        """Nothing while it is on its way from one to another."""

    @property
    def state(self):
        """As eTaskGetState() says it."""
        container = int(self._block["xItem"]["pvContainer"])
        if container == _address("xGicGone") or self._is_to_be_freed(container):
            return "deleted"
        if not container and not self._waits_for_object:
            return "suspended"
        if self.core is not None and int(_task_of(self.core)) == int(self._block):
            return "running"
        return "ready" if container == int(self._block["pxGroup"]) else "blocked"

    @property
    def wakes_at(self):
        """The tick of its core at which its wait ends; None if it does not wait, or for ever."""
        if self.core is None:
            return None
        item = self._block["xItem"]
        lists = [int(delayed.address) for delayed in _elements(self.core["xDelayed"])]
        return int(item["xItemValue"]) if int(item["pvContainer"]) in lists else None

    @property
    def is_in_core(self):
        """Whether its registers are the core's: it runs, and no routine does."""
        return self.core is not None and int(self.core["pxCurrent"]) == int(self._block)

    def registers(self):
        """Return the registers with which it goes on, by GDB's names."""
        top = int(self._block["pxTopOfStack"])
        frame = gdb.selected_inferior().read_memory(top, _WORD * len(_FRAME)).tobytes()
        words = memoryview(frame).cast("I")
        return {**dict(zip(_FRAME, words, strict=True)), "sp": top + _WORD * len(_FRAME)}

    @property
    def _waits_for_object(self):
        return _has(self._block, "pxLock") and bool(self._block["pxLock"])

    def _is_to_be_freed(self, container):
        return self.core is not None and container == int(self.core["xDeleted"].address)


def tasks():
    """Return all tasks, in the order of their interrupts; an error names what is missing."""
    try:
        table = gdb.parse_and_eval("pxGicTasks")
        all_cores = gdb.parse_and_eval("xGicCores")
    except gdb.error as error:
        raise gdb.GdbError("the program is not on the GIC kernel, or has no symbols") from error
    cores = [core["xCore"] for core in _elements(all_cores)]
    blocks = [entry.dereference() for entry in _elements(table) if int(entry)]
    nobody = _address("xGicNoTask")
    return [
        Task(block.address, cores)
        for block in blocks
        if int(block.address) != nobody and not (_is_device(block) or _is_routine(block))
    ]


def _elements(array):
    first, last = array.type.range()
    return [array[place] for place in range(first, last + 1)]


def _has(block, field):
    return any(each.name == field for each in block.dereference().type.fields())


def _address(name):
    symbol = gdb.lookup_global_symbol(name) or gdb.lookup_static_symbol(name)
    return int(symbol.value().address) if symbol else None


def _routine(block):
    """Return what a routine's control block is in, as routines.h has it."""
    kind = gdb.lookup_type("GicRoutine_t")
    (field,) = (each for each in kind.fields() if each.name == "xTask")
    place = int(block.address) - field.bitpos // 8
    return gdb.Value(place).cast(kind.pointer()).dereference()


def _is_routine(block):
    return int(block["pxGroup"]) == int(_routine(block)["xGroup"].address)


def _is_device(block):
    """Whether it is no control block, but begins as one does (GicDevice_t)."""
    return int(block["pxGroup"]) == int(block["pulPending"].address)


def _task_of(core):
    """Return the task that a core runs, below the routines that have begun."""
    current = core["pxCurrent"]
    while int(current) and _is_routine(current.dereference()):
        current = _routine(current.dereference())["pxInterrupted"]
    return current


class Tasks(gdb.Command):
    """List the tasks: name, core, state, priority, the tick of its core at which its wait ends.

    A star marks the tasks that the cores run."""

    def __init__(self):
        super().__init__("gic-tasks", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        """Print the list."""
        print(f"  {'name':16}  core  {'state':9}  priority  wakes at tick")
        for task in tasks():
            core = "-" if task.core is None else int(task.core["ulNumber"])
            wakes_at = "" if task.wakes_at is None else task.wakes_at
            star = "*" if task.state == "running" else " "
            about = f"{core:>4}  {task.state:9}  {task.priority:8}  {wakes_at}"
            print(f"{star} {task.name:16}  {about}".rstrip())


class Backtraces(gdb.Command):
    """Show the backtrace of every task under its name."""

    def __init__(self):
        super().__init__("gic-backtraces", gdb.COMMAND_STACK)
        self._elsewhere = gdb_elsewhere.Elsewhere()

    def invoke(self, argument, from_tty):
        """Print them."""
        selected = gdb.selected_thread()
        threads = {thread.num: thread for thread in gdb.selected_inferior().threads()}
        for task in tasks():
            state = task.state
            print(f"{task.name}, {state}:")
            if task.is_in_core:
                threads[int(task.core["ulNumber"]) + 1].switch()
                print(_of_task(gdb.execute("backtrace", to_string=True)), end="")
                selected.switch()
            elif state != "deleted":
                print(_of_task(self._elsewhere.interrupted(task.registers(), 2)), end="")


def _of_task(backtrace):
    """Return it without what is below a task's own function: where that would return to."""
    end = int(gdb.parse_and_eval("&prvReturned"))
    return re.sub(rf"^#\d+ +{end:#010x} (?s:.*)", "", backtrace, flags=re.M)


Tasks()
Backtraces()
