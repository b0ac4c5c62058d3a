#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes a core file for GDB of what isochron_dump.c printed: one thread for each task.

    isochron_core.py OUTPUT CORE
    gdb-multiarch PROGRAM.elf CORE

OUTPUT is the text of the console, with whatever else the program printed; the last dump counts. A
thread's number is the task's identifier plus 1. Contexts whose stack pointer is not in the dumped
memory have no task. The running task is not in it: it printed the dump. Needs nothing but Python.
"""

import argparse
import struct
import sys
from pathlib import Path

_LOADED, _NOTE, _CORE, _RISCV = 1, 4, 4, 243
_PRSTATUS = 1
_HEADER = struct.Struct("<16sHHIIIIIHHHHHH")
_SEGMENT = struct.Struct("<8I")
_REGISTERS = struct.Struct("<32I")
_PID_OFFSET, _REGISTERS_OFFSET, _STATUS_SIZE = 24, 72, 204
"""Of prstatus for RV32, as GDB and BFD know it."""
_SP = 2


class BadDump(Exception):
    """The text has no whole dump."""


def parse(text):
    """Return the memory as (address, bytes), and pc and x1 to x31 by task.

    Raises BadDump when there is no whole dump in the text.
    """
    _, begun, rest = text.rpartition("dump range ")
    body, ended, _ = rest.partition("dump end")
    if not begun or not ended:
        raise BadDump("there is no whole dump, from 'dump range' to 'dump end', in the text")
    first, *lines = body.splitlines()
    start, end = (int(word, 16) for word in first.split())
    memory, contexts = bytearray(end - start), {}
    for line in lines:
        match line.split():
            case ["dump", "memory", address, *words]:
                offset = int(address, 16) - start
                data = b"".join(int(word, 16).to_bytes(4, "little") for word in words)
                memory[offset : offset + len(data)] = data
            case ["dump", "context", task, *words] if len(words) == _REGISTERS.size // 4:
                contexts[int(task)] = [int(word, 16) for word in words]
            case _:
                raise BadDump(f"this line is not one of a dump: {line!r}")
    stacks = range(start, end + 1)
    return (start, bytes(memory)), {
        task: words for task, words in contexts.items() if words[_SP] in stacks
    }


def _thread(task, words):
    status = bytearray(_STATUS_SIZE)
    struct.pack_into("<I", status, _PID_OFFSET, task + 1)
    _REGISTERS.pack_into(status, _REGISTERS_OFFSET, *words)
    return struct.pack("<3I8s", len("CORE") + 1, len(status), _PRSTATUS, b"CORE") + status


def core(memory, contexts):
    """Return an ELF core file of a bare-metal RV32."""
    address, data = memory
    notes = b"".join(_thread(task, words) for task, words in contexts.items())
    at = _HEADER.size + 2 * _SEGMENT.size
    identity = b"\x7fELF" + bytes((1, 1, 1)) + bytes(9)
    return b"".join(
        (
            _HEADER.pack(
                *(identity, _CORE, _RISCV, 1, 0, _HEADER.size, 0, 0),
                *(_HEADER.size, _SEGMENT.size, 2, 0, 0, 0),
            ),
            _SEGMENT.pack(_NOTE, at, 0, 0, len(notes), 0, 0, 1),
            _SEGMENT.pack(_LOADED, at + len(notes), address, 0, len(data), len(data), 6, 1),
            notes,
            data,
        )
    )


def main():
    """Read the text, write the core file; the process ends with 1 if there is no dump."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("output", type=Path, help="what the program printed")
    parser.add_argument("core", type=Path, help="file to write")
    arguments = parser.parse_args()
    try:
        memory, contexts = parse(arguments.output.read_text())
    except (BadDump, OSError) as error:
        sys.exit(f"isochron_core.py: {error}")
    arguments.core.write_bytes(core(memory, contexts))


if __name__ == "__main__":
    main()
