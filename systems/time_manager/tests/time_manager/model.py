# SPDX-License-Identifier: Apache-2.0
"""What the time manager must do: the paper's counters, one for each task, and what is refused."""

from dataclasses import dataclass

from soc.lockstep import DeviceModel, Values

from time_manager.registers import OFFSETS, TASK_REGISTERS

LEAST = 4
"""Shortest delay in cycles: a shorter one takes so long."""
TOO_LATE = 2
"""A delay that is over so many cycles after another one replaced it, or earlier, still ends."""
PAIRS = ("wake", "waiting", "enable")
"""Registers of two words, with a bit for each task."""
WORD = 0xFFFF_FFFF
WORD_BITS = 32


@dataclass
class Timer:
    """A task's delay."""

    bits: int
    """Of its delays."""
    shift: int = 0
    """It counts so many times 2^shift cycles."""
    exists: bool = True
    high: int = 0
    """High word that waits for its delay."""
    last: int | None = None
    """Cycle in which its last delay is over, as it was asked for."""
    due: int | None = None
    """Cycle in which its bit in WAKE is set; None: it does not wait."""
    ending: int | None = None
    """As ``due``, of a delay that was replaced too late."""


class TimeManager(DeviceModel):
    """The whole, cycle by cycle. Cycle 0 is the first after reset."""

    def __init__(self, tasks: int, width: int, reconfigurable: bool) -> None:
        self.width = width
        self.reconfigurable = reconfigurable
        self.timers = [Timer(width) for _ in range(tasks)]
        self.cycle = 0
        self.wake = 0
        self.time = 0
        self.time_high = 0
        self.reconfigurations = 0
        """Stores of ENABLE and PRECISION so far."""
        self.releases = 0
        """Delays that were over so far."""
        self.held = False
        """A request came in the last cycle: nothing is granted in this one."""

    def outputs(self, inputs: Values) -> Values:
        # While a request holds the bus nobody sees who waits.
        waiting = {} if self.held else {"waiting": self._waiting()}
        return {
            "gnt_o": int(inputs["req_i"] and not self.held),
            **({} if self.held else self.answer(inputs)),
            "interrupt_o": int(self.wake != 0),
            "wake_q": self.wake,
            "time_q": self.time,
            **waiting,
        }

    def step(self, inputs: Values) -> None:
        granted = bool(inputs["req_i"]) and not self.held
        self.held = False
        time, cleared = self.time + 1, 0
        if granted:
            data = self.access(inputs)
            if inputs["we_i"] and data is not None:
                name, index = locate(inputs["addr_i"])
                word = inputs["wdata_i"]
                if name == "time_low":
                    time = self.time_high << 32 | word
                elif name == "time_high":
                    self.time_high = word
                elif name == "wake":
                    cleared = word << 32 * index
                elif name == "high":
                    self.timers[index].high = word
                elif name == "enable":
                    self.reconfigurations += 1
                    cleared = self._enable(index, word)
                elif name == "precision":
                    self.reconfigurations += 1
                    timer = self.timers[index]
                    timer.bits, timer.shift, timer.high = *precision(word), 0
                else:
                    self._replace(name, index, word)
        self.time = time & (1 << self.width) - 1
        self.wake &= ~cleared
        self.cycle += 1
        self._expire()

    def access(self, inputs: Values) -> int | None:
        """Return what a load gives, -1 for an accepted store, None when it is refused."""
        name, index = locate(inputs["addr_i"])
        narrow, word = self.width <= 32, inputs["wdata_i"]
        if name is None or inputs["addr_i"] % 4:
            return None
        if name in ("enable", "precision") and not self.reconfigurable:
            return None
        if name in TASK_REGISTERS:
            return self._access(name, index, inputs)
        if inputs["we_i"]:
            if name in ("identification", "waiting") or (narrow and name == "time_high"):
                return None
            return None if name == "time_low" and narrow and word >> self.width else -1
        loads = {
            "time_low": self.time & WORD,
            "time_high": self.time >> 32,
            "identification": 2 << 24
            | self.reconfigurable << 16
            | self.width << 8
            | len(self.timers),
            "wake": self.wake >> 32 * index & WORD,
            "waiting": self._waiting() >> 32 * index & WORD,
            "enable": self._enabled() >> 32 * index & WORD,
        }
        return loads.get(name)

    def _access(self, name: str, task: int, inputs: Values) -> int | None:
        """As ``access``, of a task's register."""
        if task >= len(self.timers):
            return None
        timer, word = self.timers[task], inputs["wdata_i"]
        if not inputs["we_i"]:
            return timer.bits << 8 | timer.shift if name == "precision" else None
        if name == "precision":
            bits, shift = precision(word)
            possible = bits > 0 and bits + shift <= self.width
            return -1 if possible and timer.due is None else None
        if not timer.exists or (name == "next" and timer.last is None):
            return None
        if name == "high" and timer.bits <= WORD_BITS:
            return None
        bits = timer.bits - WORD_BITS * (name == "high")
        return None if name != "cancel" and word >> bits else -1

    def _enabled(self) -> int:
        return sum(1 << task for task, timer in enumerate(self.timers) if timer.exists)

    def _enable(self, half: int, word: int) -> int:
        """These tasks of 32 exist from now on; return those that do not."""
        for task in range(WORD_BITS * half, min(WORD_BITS * (half + 1), len(self.timers))):
            timer = self.timers[task]
            timer.exists = bool(word >> task % WORD_BITS & 1)
            if not timer.exists:
                self.timers[task] = Timer(timer.bits, timer.shift, exists=False)
        return (~word & WORD) << WORD_BITS * half

    def _waiting(self) -> int:
        return sum(1 << task for task, timer in enumerate(self.timers) if timer.due is not None)

    def _replace(self, name: str, task: int, word: int) -> None:
        timer = self.timers[task]
        self.held = True
        if timer.due is not None and timer.due <= self.cycle + TOO_LATE:
            timer.ending = timer.due
        timer.due = None
        if name == "cancel":
            return
        start = timer.last if name == "next" else self.cycle
        assert start is not None
        timer.last = start + ((timer.high << 32 | word) << timer.shift)
        timer.due = max(timer.last, self.cycle + LEAST)
        timer.high = 0

    def _expire(self) -> None:
        for task, timer in enumerate(self.timers):
            if self.cycle == timer.due:
                timer.due = None
                self.wake |= 1 << task
                self.releases += 1
            if self.cycle == timer.ending:
                timer.ending = None
                self.wake |= 1 << task


def precision(word: int) -> tuple[int, int]:
    """Return the bits and the shift that a word of PRECISION asks for."""
    return word >> 8 & 0x7F, word & 0x3F


def locate(address: int) -> tuple[str | None, int]:
    """Return the register at an address, and which of an array's."""
    for name, offset in OFFSETS.items():
        words = 64 if name in TASK_REGISTERS else 2 if name in PAIRS else 1
        if offset <= address < offset + 4 * words:
            return name, (address - offset) // 4
    return None, 0
