# SPDX-License-Identifier: Apache-2.0
"""The golden model follows a kernel of several cores: what the hardware decides, in that order.

It learns of transfers on the buses, of lines and of time, and says where the hardware differs.
"""

from collections import Counter

from kernel.registers import ISR_WORDS, OFFSETS, OPERATIONS, SEVERAL_CORES, WORDS, WORK

from cores.commands import AGAIN, LATER, TRANSFERS, Commands
from cores.scheduler import Options

_ENDLESS = (1 << 32) - 1
_OPERATIONS = {code: name for name, code in OPERATIONS.items()}
_WHOLE = {(OPERATIONS[name], index): called for called, (name, index) in TRANSFERS.items()}


def command_at(offset: int) -> tuple[bool, str, int] | None:
    """Return what a store to this offset asks for: a routine does, the command, its number."""
    if offset >> 17 & 1:
        return None
    operation = offset >> 10 & 0x3F
    name = _WHOLE.get((operation, offset >> 18)) or _OPERATIONS[operation]
    return bool(offset >> 16 & 1), name, offset >> 2 & 0xFF


class Follower:
    """The model, and what cores have been told."""

    def __init__(self, options: Options) -> None:
        self.model = Commands(options)
        self.results: dict[int, int] = {}
        """Of the commands of tasks."""
        self.routines: dict[int, tuple[int, bool]] = {}
        """Of the last command of a core's service routine: code, and whether it has to switch."""
        self.routine_words = [[0] * 4 for _ in range(options.cores)]
        self.holder: int | None = None
        """The core that has the lock of sections."""
        self.nesting = 0
        self.steps = 0
        self.seen: Counter[str] = Counter()
        self.what = ""

    def pointer(self, task: int) -> int:
        """Return what the software has stored of a task: its TASK_POINTER."""
        raise NotImplementedError

    def locked(self, core: int) -> None:
        """A core's section has begun."""

    def note(self, what: str) -> None:
        """Something was decided."""
        self.what = what
        self.seen[what.split()[0]] += 1
        self.steps += 1

    def again(self, core: int) -> bool:
        """Tell what a load of RESULT does: in a section only who waits has to switch."""
        if self.holder == core:
            return not self.model.current(core).ready
        return self.model.again(core)

    # -- what no core has asked for ----------------------------------------------------------------
    def decided(self, source: str, kind: int, number: int, task: int) -> None:
        """Do what a line or time has decided."""
        model = self.model
        by_core = source in ("task", "isr")
        assert self.holder is None or by_core, "time and lines wait for a section"
        if source == "line":
            self.note("line")
            model.line(number)
        elif source == "time" and kind == WORK["expire"]:
            expired = model.expire()
            self.note(f"expire {expired}")
            assert task == expired
        elif source == "time" and kind == WORK["slice"]:
            self.note(f"slice {number}")
            model.slice_over(number)
        elif source == "time" and kind == WORK["tick_end"]:
            self.note("tick")
            model.tick_ends()

    # -- transfers ---------------------------------------------------------------------------------
    def granted(self, core: int, offset: int, data: int | None, word: int) -> None:
        """Do what a transfer has done, and see what it says; ``data`` is what a store stores."""
        model = self.model
        task = model.cores[core].task
        said = f"core {core}: {word:#x} after {self.steps} steps, the last {self.what}"
        if command := command_at(offset):
            assert data is not None
            self._commanded(core, *command, -1 if data == _ENDLESS else data)
        elif offset == OFFSETS["result"]:
            if self.again(core):
                assert word == AGAIN, said
            elif task in model.waits:
                self.note(f"complete {core}: task {task}")
                self.results[task] = model.complete(core)
                wanted = AGAIN if self.again(core) else self.results[task]
                assert word == wanted, f"{said}, expected {wanted:#x}"
            else:
                assert word == self.results[task], f"{said}, expected {self.results[task]}"
        elif offset == SEVERAL_CORES["lock"]:
            assert word == (AGAIN if model.cores[core].scheduled else 0), said
            if self.nesting == 0:
                self.locked(core)
            self.holder = core
            self.nesting += 1
            self.note(f"lock {core}")
        elif offset == SEVERAL_CORES["unlock"]:
            self.nesting -= 1
            last = self.nesting == 0
            assert word == (AGAIN if last and model.cores[core].pending else 0), said
            self.holder = None if last else core
        elif offset == SEVERAL_CORES["running"]:
            tasks = [word >> 8 * number & 0xFF for number in range(4)]
            assert tasks == [*(state.task | 0x80 for state in model.cores), 0, 0, 0][:4], said
        elif offset in WORDS or offset in ISR_WORDS:
            words = self.routine_words[core] if offset in ISR_WORDS else model.words[task]
            index = (offset - (ISR_WORDS if offset in ISR_WORDS else WORDS)[0]) // 4
            if data is None:
                assert word == words[index], f"{said}, expected {words[index]:#x}"
                self.seen["word"] += 1
            else:
                words[index] = data
        elif offset == OFFSETS["isr_result"]:
            code, woken = self.routines[core]
            assert word & 0xF == code, said
            assert bool(word >> 8 & 1) == woken, said
        elif offset == OFFSETS["current"]:
            assert word == self.pointer(task), said
        elif offset == OFFSETS["dispatch"]:
            if model.requested(core):
                self.note(f"dispatch {core}")
                model.dispatch(core)
            assert word == self.pointer(model.cores[core].task), said

    def _commanded(self, core: int, isr: bool, name: str, number: int, argument: int) -> None:
        model = self.model
        task = model.cores[core].task
        self.note(f"{'routine_' * isr}{name} {core}: {number}, {argument} of task {task}")
        if isr:
            self.routines[core] = model.routine_command(
                core, name, number, argument, self.routine_words[core]
            )
        else:
            code = model.command(core, name, number, argument)
            self.seen["later"] += code == LATER
            self.results[task] = code
