# SPDX-License-Identifier: Apache-2.0
"""What a program's memory and its kernel's hardware say about the tasks: the one description.

Scripts of GDB (isochron_gdb.py) and the debugger of the simulated SoC (src/isochron/debugging) use
it. Needs nothing but Python. They bring a *target*, an object with

    variable(name)          address and size in bytes of a global variable; None if there is none
    field(structure, path)  offset and size of a member, such as "xEventListItem.pvContainer"; None
    size(structure)         in bytes
    read(address, length)   bytes of the memory
    pointer                 bytes of an address
    state(identifier)       what the hardware says of a task: the VALUE of TASK_STATE, or of the
                            hybrid the reply to GET; None if it does not know the task
    running()               the running task: its identifier on the hardware kernel, else the
                            address of its control block
    label(name)             address of code under a name; None if there is none
    bank(identifier)        program counter and x1 to x31 of a task that has a context
"""

import re
from dataclasses import dataclass
from pathlib import Path

_FIRMWARE = Path(__file__).resolve().parents[1]
_INCLUDE = (
    _FIRMWARE / "kernel/include",
    *_FIRMWARE.parent.glob("systems/*/firmware/include"),
)
SWITCH = "ulIsochronSwitch"
"""What a task on the attachments `bus` and `cfu` has entered that called the kernel and waits."""
_CONTEXTS = "switch_by_call"
"""A label of the attachment `contexts`."""
_FLOAT = "save_float"
"""A label of the attachment `bus` on a core with floating point."""
_FRAME = _FIRMWARE / "attachments/bus/context_frame.h"

_TCB = "tskTaskControlBlock"
_LIST = "xLIST"
_ITEM = "xLIST_ITEM"

PC = 32
"""What the program counter is called among the registers x0 to x31."""
RA = 1
_SP = 2
_S = (8, 9, *range(18, 28))
_T_AND_A = (5, 6, 7, *range(10, 18), 28, 29, 30, 31)
"""In the order of context_frame.h."""
_STOCK_WORDS = 31
"""Of a frame of FreeRTOS's port."""
_MACHINE_MODE = 0x1800
"""MPP of mstatus."""


def constants(file):
    """Return the numbers of a generated header by their names, without ISOCHRON_."""
    (path,) = (folder / file for folder in _INCLUDE if (folder / file).is_file())
    found = re.findall(r"#define ISOCHRON_(\w+) (0x\w+|\d+)$", path.read_text(), re.M)
    return {name: int(value, 0) for name, value in found}


@dataclass(frozen=True)
class Task:
    """A task at one moment."""

    block: int
    """Address of its control block."""
    identifier: int | None
    """In the hardware; None on stock."""
    name: str
    state: str
    priority: int
    base_priority: int
    waits: str
    """What a blocked task waits for, as ``waits_for`` of its kernel says; may be empty."""
    top_of_stack: int


class _Memory:
    """Numbers in a target's memory."""

    def __init__(self, target):
        self._target = target

    def number(self, address, size):
        return int.from_bytes(self._target.read(address, size), "little")

    def pointer(self, address):
        return self.number(address, self._target.pointer)

    def variable(self, name):
        """Return the value of a variable; None if there is none."""
        found = self._target.variable(name)
        return None if found is None else self.number(*found)

    def member(self, structure, address, path):
        """Return the value of a structure's member; None if it has none of this name."""
        field = self._target.field(structure, path)
        return None if field is None else self.number(address + field[0], field[1])

    def name(self, block):
        """Return a task's name, which may hold whatever the program has put there."""
        offset, size = self._target.field(_TCB, "pcTaskName")
        text = self._target.read(block + offset, size).partition(b"\0")[0].decode(errors="replace")
        return "".join(character if character.isprintable() else "?" for character in text)

    def table(self):
        """Return the control blocks in the kernel files' table, by identifier."""
        found = self._target.variable("pxTasks")
        if found is None:
            return {}
        address, size = found
        step = self._target.pointer
        blocks = {i: self.pointer(address + i * step) for i in range(size // step)}
        return {identifier: block for identifier, block in blocks.items() if block}


class HardwareKernel(_Memory):
    """The hardware kernel: it knows all but names and stacks."""

    waits_for = "object"
    _states = ("running", "ready", "blocked", "suspended", "deleted")

    def tasks(self):
        """Return the tasks, by identifier."""
        return [self._task(*item) for item in self.table().items()]

    def _task(self, identifier, block):
        value = self._target.state(identifier)
        value = self._states.index("deleted") if value is None else value
        state = self._states[value & 7]
        waits = str(value >> 16 & 0xFF) if state in ("blocked", "suspended") else ""
        top = self.member(_TCB, block, "pxTopOfStack")
        name = self.name(block)
        return Task(block, identifier, name, state, value >> 8 & 0xFF, value >> 24, waits, top)

    def running(self):
        """Return the running task's control block."""
        return self.table().get(self._target.running())


class _InMemory(_Memory):
    """FreeRTOS's own members of a control block."""

    waits_for = "event list"

    def _event_list(self, block):
        return self.member(_TCB, block, "xEventListItem.pvContainer")

    def _task(self, block, identifier, state):
        priority = self.member(_TCB, block, "uxPriority")
        base = self.member(_TCB, block, "uxBasePriority")
        container = self._event_list(block)
        pending = self._target.variable("xPendingReadyList")
        if pending and container == pending[0]:
            state, container = "ready", 0
        return Task(
            *(block, identifier, self.name(block), state, priority),
            priority if base is None else base,
            f"{container:#x}" if container else "",
            self.member(_TCB, block, "pxTopOfStack"),
        )

    def running(self):
        """Return the running task's control block."""
        return self._target.running()


class Hybrid(_InMemory):
    """The hybrid: states are in hardware, priorities and event lists in memory."""

    def __init__(self, target):
        super().__init__(target)
        self._fields = constants("isochron_hybrid_constants.h")

    def tasks(self):
        """Return the tasks, by identifier."""
        running = self.running()
        return [
            self._task(block, i, "running" if block == running else self._state(i))
            for i, block in self.table().items()
        ]

    def _state(self, identifier):
        value = self._target.state(identifier)
        for field, state in (
            ("FINISHED", "deleted"),
            ("READY", "ready"),
            ("SUSPENDED", "suspended"),
        ):
            if value & self._fields[f"HYBRID_REPLIES_TASK_{field}_MASK"]:
                return state
        return "blocked"


class Stock(_InMemory):
    """FreeRTOS itself: the list that a task is in tells its state."""

    _lists = (
        ("xTasksWaitingTermination", "deleted"),
        ("xSuspendedTaskList", "suspended"),
        ("xDelayedTaskList1", "blocked"),
        ("xDelayedTaskList2", "blocked"),
        ("pxReadyTasksLists", "ready"),
    )
    _WAITING = 1
    """FreeRTOS's taskWAITING_NOTIFICATION."""

    def tasks(self):
        """Return the tasks, in the order of their control blocks."""
        running = self.running()
        states = {}
        for name, state in self._lists:
            found = self._target.variable(name)
            if found is None:
                continue
            address, size = found
            for start in range(address, address + size, self._target.size(_LIST)):
                states.update(dict.fromkeys(self._owners(start), state))
        for block, state in states.items():
            if state == "suspended" and self._waits_for_ever(block):
                states[block] = "blocked"
        if running in states:
            states[running] = "running"
        return [self._task(block, None, states[block]) for block in sorted(states)]

    def _owners(self, address):
        """Return the tasks in a list; none of one that FreeRTOS has not initialised yet."""
        count = self.member(_LIST, address, "uxNumberOfItems")
        item = self.member(_LIST, address, "xListEnd.pxNext")
        for _ in range(count):
            yield self.member(_ITEM, item, "pvOwner")
            item = self.member(_ITEM, item, "pxNext")

    def _waits_for_ever(self, block):
        offset, size = self._target.field(_TCB, "ucNotifyState") or (0, 0)
        waiting = self._WAITING in self._target.read(block + offset, size)
        return waiting or self._event_list(block) != 0


def kernel(target):
    """Return the kernel of a program; None if there is none, or none with debug information."""
    if target.field(_TCB, "pcTaskName") is None:
        return None
    if target.field(_TCB, "uxCommand"):
        return HardwareKernel(target)
    return Hybrid(target) if target.variable("pxTasks") else Stock(target)


def has_started(target):
    """Return whether tasks run, and not main()."""
    found = target.variable("xSchedulerRunning")
    return found is not None and any(target.read(*found))


def saved_registers(target, task):
    """Return the registers of a RISC-V task that does not run, by number.

    Those are missing that a call does not keep. A task that called the kernel is shown where it
    entered the switch.
    """
    if target.label(_CONTEXTS) is not None:
        pc, *others = target.bank(task.identifier)
        return {PC: pc, **dict(enumerate(others, 1))}
    switch = target.label(SWITCH)
    if switch is not None:
        sizes = "SIZE" if target.label(_FLOAT) is None else "SIZE_FLOAT"
        return _of_bus(_Memory(target), task.top_of_stack, switch, sizes)
    return _of_stock(_Memory(target), task.top_of_stack)


def _of_bus(memory, top, switch, sizes):
    text = _FRAME.read_text()
    frame = {name: int(value) for name, value in re.findall(r"#define frame(\w+) +(\d+)", text)}
    interrupted = top & frame["INTERRUPTED_TAG"]
    sp = top & ~(frame["INTERRUPTED_TAG"] | frame["MASKED_TAG"])

    def word(offset):
        return memory.number(sp + offset, 4)

    registers = {number: word(frame["S0"] + 4 * i) for i, number in enumerate(_S)}
    if not interrupted:
        entered = {RA: word(frame["CALLER_RA"]), PC: switch, _SP: sp + frame[f"CALLER_{sizes}"]}
        return {**registers, **entered}
    registers.update({number: word(frame["T0"] + 4 * i) for i, number in enumerate(_T_AND_A)})
    ra, pc = word(frame["RA"]), word(frame["MEPC"])
    return {**registers, RA: ra, PC: pc, _SP: sp + frame[f"INTERRUPTED_{sizes}"]}


def _of_stock(memory, sp):
    """FreeRTOS's portContext.h: mepc, mstatus, x1, x5 to x31, the nesting of critical sections.

    Until V11.2 mstatus comes last. The previous mode, which is M, tells it from a nesting.
    """
    words = [memory.number(sp + 4 * i, 4) for i in range(_STOCK_WORDS)]
    mstatus = _STOCK_WORDS - 1 if words[-1] & _MACHINE_MODE == _MACHINE_MODE else 1
    del words[mstatus]
    order = (PC, RA, *range(5, 32))
    return {**dict(zip(order, words)), _SP: sp + 4 * _STOCK_WORDS}  # noqa: B905
