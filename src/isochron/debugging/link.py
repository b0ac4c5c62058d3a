# SPDX-License-Identifier: Apache-2.0
"""The simulator that is debugged: commands over a socket (simulator/debugger.cpp)."""

import socket
from dataclasses import dataclass
from enum import IntEnum

_REFUSED = "no"


class Look(IntEnum):
    """Parts of the hardware kernel's state (simulator/debugger/debugger_isochron.sv)."""

    OBJECT = 0
    """An object's record: its kind in bits 34:32."""
    LINE = 1
    """LINE_BITS and LINE of an interrupt line."""
    TICK = 2
    PERIOD = 3
    """Cycles per tick."""
    EXPIRY = 4
    """The tick at which a task's delay or time-out ends."""
    WAITS = 5
    """The object that a task waits for; a queue's next one, if it waits to send."""


class LinkLost(Exception):
    """The simulator is gone."""


@dataclass(frozen=True)
class Stopped:
    """The program stopped, at an instruction that is still to be executed."""

    reason: str
    """step, break, watch, interrupt, or begin: the program's first instruction."""
    kind: str = ""
    """Of a watchpoint: write, read or access."""
    address: int = 0
    """Of a watchpoint."""


@dataclass(frozen=True)
class Ended:
    """The program ended."""

    reason: str
    """exit, or how the simulator ended it."""
    code: int


@dataclass(frozen=True)
class Where:
    """How far the program is."""

    cycle: int
    instructions: int
    task: int
    """What tells the running task: its identifier, or what is at ``task_at``."""
    step: int
    """Instructions begun, counted from 1."""


class Link:
    """What a simulator can be asked while its program is stopped, and how it goes on."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self._lines = connection.makefile("rw", encoding="ascii", newline="\n")

    def wait(self) -> Stopped | Ended:
        """Wait for the next stop; raise LinkLost when there is nobody any more."""
        match self._receive().split():
            case ["stopped", "watch", kind, address]:
                return Stopped("watch", kind, int(address, 16))
            case ["stopped", reason]:
                return Stopped(reason)
            case ["ended", reason, code]:
                return Ended(reason, int(code))
            case other:
                raise LinkLost(f"the simulator said {other}")

    def go_on(self) -> None:
        """Run until something stops the program."""
        self._send("continue")

    def step(self, task: int | None) -> None:
        """Execute one instruction of a task, others run meanwhile; None: of whichever runs."""
        self._send(f"step {'any' if task is None else task}")

    def step_back(self) -> None:
        """Go back by one instruction."""
        self._send("back")

    def go_back(self) -> None:
        """Go back to the last place where something stops the program, or to its beginning."""
        self._send("look-back")

    def interrupt(self) -> None:
        """Stop a program that runs."""
        self._send("interrupt")

    def detach(self) -> None:
        """Let the program run to its end by itself."""
        self._send("detach")

    def kill(self) -> None:
        """End the simulator."""
        self._send("kill")

    def where(self) -> Where:
        """Return how far the program is."""
        return Where(*map(int, self._ask("where").split()))

    def registers(self, core: int | None = None) -> list[int]:
        """Return x0 to x31 and the program counter, of one core if there are several."""
        command = "registers" if core is None else f"registers {core}"
        return [int(word, 16) for word in self._ask(command).split()]

    def cores(self) -> tuple[int, list[int]]:
        """Return which of several cores has stopped, and the control block of each one's task.

        0: it runs none yet.
        """
        core, *tasks = map(int, self._ask("cores").split())
        return core, tasks

    def set_register(self, number: int, value: int) -> bool:
        """Change x0 to x31, or by 32 the program counter; return whether the core lets it be."""
        return self._ask(f"set {number} {value:#x}") != _REFUSED

    def look(self, what: Look, index: int = 0) -> int | None:
        """Return a part of the hardware kernel's state; None for what is not there."""
        answer = int(self._ask(f"look {what.value} {index}"))
        return None if answer < 0 else answer

    def switches(self) -> list[tuple[int, int]]:
        """Return cycle and task of the last switches, the latest last."""
        pairs = (word.split(":") for word in self._ask("switches").split())
        return [(int(cycle), int(task)) for cycle, task in pairs]

    def state(self, identifier: int) -> int:
        """Return what the kernel in hardware says of a task."""
        return int(self._ask(f"state {identifier}"), 16)

    def bank(self, identifier: int) -> list[int]:
        """Return program counter and x1 to x31 of a task's context."""
        return [int(word, 16) for word in self._ask(f"bank {identifier}").split()]

    def task_at(self, address: int) -> None:
        """Say that the running task is what a variable's value is, not what the hardware says."""
        self._ask(f"task-at {address:#x}")

    def load(self, address: int, length: int) -> bytes | None:
        """Return bytes of the RAM, fewer at its end, or words of devices; None where is nothing."""
        answer = self._ask(f"load {address:#x} {length}")
        return None if answer == _REFUSED else bytes.fromhex(answer)

    def store(self, address: int, data: bytes) -> bool:
        """Change bytes of the RAM, or a word of a device in a copy of the SoC; return whether."""
        return not data or self._ask(f"store {address:#x} {data.hex()}") != _REFUSED

    def set_breakpoint(self, address: int, wanted: bool) -> None:
        """Stop at an instruction, or not any more."""
        self._ask(f"{'break' if wanted else 'unbreak'} {address:#x}")

    def set_watchpoint(self, kind: str, address: int, length: int, wanted: bool) -> None:
        """Stop behind a load or a store of some bytes, or not any more."""
        self._ask(f"{'watch' if wanted else 'unwatch'} {kind} {address:#x} {length}")

    def _ask(self, command: str) -> str:
        self._send(command)
        return self._receive()

    def _send(self, command: str) -> None:
        try:
            self._lines.write(f"{command}\n")
            self._lines.flush()
        except OSError as error:
            raise LinkLost("the simulator ended") from error

    def _receive(self) -> str:
        try:
            line = self._lines.readline()
        except OSError as error:
            raise LinkLost("the simulator ended") from error
        if not line:
            raise LinkLost("the simulator ended")
        return line.strip()
