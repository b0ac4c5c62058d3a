# SPDX-License-Identifier: Apache-2.0
"""Operation codes and register offsets, read from the generated package.

The tests take them from where the decoder takes them, so nothing is written down twice; that the
package agrees with the register description is tested in ``tests/test_registers.py``.
"""

import re

from isochron.paths import ROOT

_FOLDER = ROOT / "hardware/rtl/kernel"
_TEXT = (_FOLDER / "isochron_registers_pkg.sv").read_text()
_OF_TRACE = (_FOLDER / "isochron_trace_registers_pkg.sv").read_text()


def snake(name: str) -> str:
    """Return the name of a constant as Python writes it."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


OPERATIONS = {snake(name): int(code) for name, code in re.findall(r"\bOp(\w+) = 6'd(\d+)", _TEXT)}
"""Operation name, as in the register description, to code."""

WORK = {snake(name): int(code) for name, code in re.findall(r"\bWork(\w+) = 6'd(\d+)", _TEXT)}
"""Name of work that no store asks for to its code, which no command has."""

TRACED = {
    snake(name): int(code) for name, code in re.findall(r"\bTraced(\w+) = 4'd(\d+)", _OF_TRACE)
}
"""What the trace tells of a task, to its code."""

OFFSETS = {
    snake(name): int(offset, 16)
    for name, offset in re.findall(r"unsigned Reg(\w+) = 32'h([0-9A-F]{5});", _TEXT)
}
"""Register name to byte offset from the base address."""

ISR_WINDOW = 0x10000

TASK_OPERATIONS, ISR_OPERATIONS = (
    [code for code in range(64) if int(bits, 16) >> code & 1]
    for bits in re.findall(r"(?:Task|Isr)Operations = 64'h([0-9A-F]{16});", _TEXT)
)
"""Codes that exist in each window."""

MONITOR = {name: OFFSETS.pop(name) for name, offset in [*OFFSETS.items()] if offset >= 0x30000}
"""Registers that the monitor has for each task, to the offset of task 0's."""

MONITOR_GLOBAL = ("cycles", "cycles_high", "monitor_event", "answer_longest", "monitor_high")
"""Those that it has once."""

SEVERAL_CORES = {name: OFFSETS.pop(name) for name in ("lock", "unlock", "running")}
"""Registers that a kernel of several cores has, and no other."""

LINES, LINE_BITS = (
    range(first, first + 32 * 4, 4) for first in map(OFFSETS.pop, ("line", "line_bits"))
)
"""Offsets of the registers that bind interrupt lines, and of the bits that these set."""

WORDS, ISR_WORDS = (range(first, first + 16, 4) for first in map(OFFSETS.pop, ("word", "isr_word")))
"""Offsets of the words of messages, of the running task and of service routines."""

NOTIFICATION_STRIDE = 0x40000


def command_offset(operation: int, identifier: int, isr: bool = False, index: int = 0) -> int:
    """Return a command's byte offset from the base address; ``index`` is a notification's."""
    window = (ISR_WINDOW if isr else 0) + index * NOTIFICATION_STRIDE
    return window + operation * 0x400 + identifier * 4
