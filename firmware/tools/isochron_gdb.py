# SPDX-License-Identifier: Apache-2.0
"""Commands for GDB about the tasks of a program on the hardware kernel, the hybrid, or stock.

    (gdb) source firmware/tools/isochron_gdb.py
    (gdb) isochron-tasks
    (gdb) isochron-backtraces

The first lists them from a running program, the second shows where each one is, in a core file of
isochron_core.py, too.

A native program keeps in memory what the hardware would answer about each task (hardware_top.sv,
link_top.sv): GDB reads that, and calls nothing. Elsewhere it asks, by stores and loads. Hardware
kernel: through the window of interrupt service routines, so no task's result changes; do not stop
in a routine that is about to load ISR_RESULT. Hybrid: by GET; do not stop between the words of a
message, or a message and its reply, which kernel files send with interrupts masked. Not on
`link-cfu`, since GDB executes no instructions of its own.

The simulated SoC needs none of this: `isochron run --gdb` shows tasks as threads. For it there are
functions by which an editor's watch shows what `monitor` answers, such as $isochron_objects().
"""

import sys
from pathlib import Path

import gdb

sys.path.insert(0, str(Path(__file__).resolve().parent))
import gdb_elsewhere
import isochron_tasks

_WIDTH = 10
_WORD = 4
_BANKS = 0xA0100000
"""Where the reference SoC has the tasks' contexts."""


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
            fields = {} if kind is None else {field.name: field for field in kind.fields()}
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

    def bank(self, identifier):
        """Return program counter and x1 to x31 of a task's context."""
        names = isochron_tasks.constants("isochron_contexts_constants.h")
        start = _BANKS + identifier * names["CONTEXTS_TASK_STRIDE"]
        registers = start + names["CONTEXTS_TASK_REGISTER_OFFSET"]
        pc = _load(start + names["CONTEXTS_TASK_PC_OFFSET"])
        return [pc, *(_load(registers + _WORD * number) for number in range(1, 32))]

    def running(self):
        """Return what tells the running task."""
        current = gdb.lookup_global_symbol("pxCurrentTCB")
        if current is not None:
            return int(current.value())
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
        base = 0xA0000000 if self._base is None else self._base
        place = names["HYBRID_REPLIES_TASK_ID_SHIFT"]
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
        for task in tasks:
            identifier = "" if task.identifier is None else task.identifier
            print(
                f"{'*' if task.state == 'running' else ' '} {identifier:3}  {task.name:16}  "
                f"{task.state:9}  {task.priority:8}  {task.base_priority:4}  "
                f"{task.waits:>{_WIDTH}}  "
                f"{task.top_of_stack:#x}"
            )


class Backtraces(gdb.Command):
    """Show the backtrace of every task under its name.

    From a core file of isochron_core.py, or from a RISC-V processor that a debugger has stopped: no
    register of it is changed. An argument is the hardware's address, if it is not where the
    reference SoC has it."""

    def __init__(self):
        super().__init__("isochron-backtraces", gdb.COMMAND_STACK)
        self._elsewhere = gdb_elsewhere.Elsewhere()

    def invoke(self, argument, from_tty):
        """Print them."""
        inferior = gdb.selected_inferior()
        if inferior.connection is not None and inferior.connection.type == "core":
            self._of_core(inferior)
        else:
            self._of_processor(int(gdb.parse_and_eval(argument)) if argument else None)

    def _of_core(self, inferior):
        blocks = gdb.parse_and_eval("pxTasks")
        for thread in sorted(inferior.threads(), key=lambda each: each.ptid[1]):
            identifier = thread.ptid[1] - 1
            if int(blocks[identifier]):
                print(f"task {identifier}, {blocks[identifier]['pcTaskName'].string()}:")
                thread.switch()
                gdb.execute("backtrace")

    def _of_processor(self, base):
        target = Target(base)
        kernel = isochron_tasks.kernel(target)
        for task in kernel.tasks() if kernel else []:
            print(f"{task.name}, {task.state}:")
            if task.state == "running":
                gdb.execute("backtrace")
            else:
                registers = isochron_tasks.saved_registers(target, task)
                if registers[isochron_tasks.PC] == target.label(isochron_tasks.SWITCH):
                    self._of_caller(registers)
                else:
                    self._of_interrupted(registers)

    def _of_caller(self, registers):
        # At the first instruction of a function its caller has the same registers.
        print(f"#0  {registers[isochron_tasks.PC]:#010x} in {isochron_tasks.SWITCH} ()")
        return_address = registers[isochron_tasks.RA]
        print(self._elsewhere.callers({**_named(registers), "pc": return_address}), end="")

    def _of_interrupted(self, registers):
        print(self._elsewhere.interrupted(_named(registers), 1), end="")


def _named(registers):
    named = {f"x{number}": value for number, value in registers.items()}
    named["pc"] = named.pop(f"x{isochron_tasks.PC}")
    return named


class Answer(gdb.Function):
    """Return what `isochron run --gdb` answers to `monitor` and a word.

    A watch of an editor asks again whenever the program stops."""

    MARK = 0x1F
    """Begins an answer, which is an array of volatile characters: a program has no such one."""

    def __init__(self, word):
        super().__init__(f"isochron_{word}")
        self._word = word

    def invoke(self):
        """Ask."""
        answer = gdb.execute(f"monitor {self._word}", to_string=True).rstrip("\n")
        content = bytes([self.MARK]) + answer.encode()
        kind = gdb.lookup_type("char").volatile().array(len(content) - 1)
        return gdb.Value(content, kind)


class _Text:
    """Shows an answer line by line, without quotes."""

    def __init__(self, answer):
        self._answer = answer

    def to_string(self):
        """Return it."""
        _, last = self._answer.type.range()
        content = bytes(int(self._answer[place]) & 0xFF for place in range(1, last + 1))
        return content.decode()


def _shown(value):
    kind = value.type
    if kind.code != gdb.TYPE_CODE_ARRAY or "volatile char" not in str(kind.target()):
        return None
    first, last = kind.range()
    return _Text(value) if first <= last and int(value[first]) == Answer.MARK else None


Tasks()
Backtraces()
for word in ("tasks", "objects", "lines", "time", "switches", "where"):
    Answer(word)
gdb.pretty_printers.append(_shown)
