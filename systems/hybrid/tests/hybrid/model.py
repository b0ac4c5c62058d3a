# SPDX-License-Identifier: Apache-2.0
"""The hybrid's golden model: FreeRTOS's lists as lists, and what each message does to them."""

from dataclasses import dataclass

from kernel.model.records import ReadyList

from hybrid.layout import ADJUSTS, COMMANDS, ERRORS, REPORTS, TIMERS, pack, unpack

STATES = ("blocked", "suspended", "finished", "ready")
MASK = (1 << 32) - 1
DELAY_MASK = (1 << 24) - 1
VERSION = 2
TWO_WORDS = ("period", "adjust", "line")
_NAMES = {code: name for name, code in COMMANDS.items()}
_OF_TASK = ("write", "priority", "release", "start", "get", "line")


@dataclass
class Task:
    """What is kept for a task."""

    state: str = "finished"
    priority: int = 0
    pointer: int = 0
    delayed: bool = False
    reports: bool = False
    deadline: int = 0  # low bits
    missed: bool = False  # a step of the tick jumped onto its deadline, or past it
    line: int | None = None  # the interrupt line that it waits for


class Refused(Exception):
    """A message is refused; the argument is the error's name."""


class Model:
    """State and messages. What time does comes step by step: begin(), look(), take() for each task
    that is due, searched(), drain() for each task that could not be taken, show()."""

    def __init__(self, tasks: int, priorities: int, pipelined: bool, lines: int = 0) -> None:
        self.tasks = [Task() for _ in range(tasks)]
        self.ready = [ReadyList() for _ in range(priorities)]
        self.pipelined = pipelined
        self.delayed: list[int] = []  # in the order of blocking
        self.reported: int | None = None
        self.looking = False  # whether the device still looks who is due, which takes it a while
        self.entering = False  # whether one of them may enter its ready list in this cycle
        self.target = 0  # the tick at which
        self.due: list[int] = []  # who was found; some may have left since
        self.passing = False  # a tick passes, but is not visible yet
        self.entered = self.again = self.taken = False
        self.current = 0
        self.now = 0  # never wraps; the visible tick is its low part
        self.pended = 0
        self.started = self.suspended = self.yield_pending = False
        self.asked = False  # a switch is requested
        self.wanted = False  # one will be when all who are due are ready
        self.preemption = self.time_slicing = True
        self.hook_enabled = False
        self.hooks = 0
        self.risen = [False] * lines  # since LINE has taken that
        self.waiters: list[int | None] = [None] * lines  # who began to wait since it rose
        self.error = {"count": 0, "timers": 0, "id": 0, "command": 0, "code": 0}

    # -- lists -----------------------------------------------------------------------------------
    def _leave(self, t: int) -> None:
        task = self.tasks[t]
        task.line = None
        if task.state == "ready":
            self.ready[task.priority].remove(t)
        elif task.delayed:
            self.delayed.remove(t)
            task.delayed = False
            if self.reported == t:
                self.reported = None

    def _make_ready(self, t: int) -> None:
        self._leave(t)
        self.tasks[t].state = "ready"
        self.ready[self.tasks[t].priority].add(t)

    # -- time ------------------------------------------------------------------------------------
    def arrives(self) -> None:
        """The prescaler's tick."""
        self.pended += 1
        if self.hook_enabled:
            self.hooks = min(self.hooks + 1, 15)

    def begin(self) -> None:
        """A tick begins to pass."""
        assert not self.passing
        assert self.pended
        self.pended -= 1
        self.passing = True
        self.entered = self.taken = False

    def tick(self) -> None:
        """What xTaskIncrementTick does but for its loop over those due."""
        if self.preemption:
            self.asked |= self.yield_pending | (self.time_slicing and self._several())

    def look(self) -> None:
        """The device begins to look who is due."""
        self.target = (self.now + self.passing) & DELAY_MASK
        self.again = False
        self.due = []

    def queue(self, t: int) -> None:
        """It has found one who is due, and makes the task ready later."""
        assert self._is_due(t), "who is not due is queued"
        self.due.append(t)

    def take(self, t: int) -> None:
        """It has found one who is due, and makes the task ready."""
        assert t == next(t for t in self.delayed if self._is_due(t)), "out of order"
        assert not self.tasks[t].reports, "a time-out became ready without software"
        assert self.preemption, "READ could choose among some of those due"
        self._expire(t)

    def searched(self) -> None:
        """It has looked; who is due still was reported, came behind one, or in a suspension."""
        left = [t for t in self.delayed if self._is_due(t)]
        assert [t for t in self.due if self._is_due(t)] == left, "not all who are due are queued"

    def _is_due(self, t: int) -> bool:
        return self.tasks[t].delayed and self.tasks[t].deadline == self.target

    def show(self) -> None:
        """The tick is visible: everybody whom it makes ready is, or one is reported."""
        assert self.passing
        self.passing = False
        self.now += 1

    @property
    def may_show(self) -> bool:
        """Whether nothing is left to do for the tick, and nobody has to hear of it first."""
        return not self.suspended and not self.open and (self.taken or not self.stands)

    def _several(self) -> bool:
        return len(self.ready[self.tasks[self.current].priority].tasks) > 1

    def drain(self) -> None:
        """The first task that is queued becomes ready or is reported."""
        assert not (self.passing and self.suspended), "a tick passes in a suspension"
        t = self.due.pop(0)
        while not self._is_due(t):
            t = self.due.pop(0)
        if self.tasks[t].reports:
            assert self.reported is None
            self.reported = t
        else:
            self._expire(t)

    def _expire(self, t: int) -> None:
        self.entered = True
        self._make_ready(t)
        current = self.tasks[self.current].priority
        if self.preemption:
            self.wanted |= self.tasks[t].priority > current or (
                self.time_slicing and self.tasks[t].priority == current and self._several()
            )

    # -- interrupt lines -------------------------------------------------------------------------
    def line_event(self) -> int | None:
        """Return the line that is served next: it has risen, and somebody waited for it."""
        both = zip(self.risen, self.waiters, strict=True)
        found = [line for line, (risen, waiter) in enumerate(both) if risen and waiter is not None]
        return found[0] if found else None

    def look_at_line(self) -> int | None:
        """The device serves it; returns the task that becomes ready, if it waits still."""
        assert not self.suspended, "a line makes a task ready in a suspension"
        line = self.line_event()
        assert line is not None
        t, self.waiters[line] = self.waiters[line], None
        assert t is not None
        return t if self.tasks[t].line == line else None

    def wake(self, t: int) -> None:
        """Its line makes a task ready."""
        self._make_ready(t)
        current = self.tasks[self.current].priority
        self.asked |= self.preemption and self.tasks[t].priority > current

    # -- what can be seen --------------------------------------------------------------------------
    @property
    def working(self) -> bool:
        """Ticks or tasks are being worked off."""
        return (
            (self.pended > 0 and self.started and not self.suspended)
            or (self.open and not (self.passing and self.suspended))
            or (self.line_event() is not None and not self.suspended)
            or (self.passing and not self.suspended and not self.stands)
        )

    @property
    def open(self) -> bool:
        """Somebody may be due and neither ready nor reported."""
        return (self.looking or self.again) and self.reported is None

    @property
    def requested(self) -> bool:
        """A tick wants a switch, and all whom it makes ready are."""
        more = self.looking or self.again or self.entering
        return self.asked or (self.wanted and not more)

    def note(self) -> None:
        """A cycle begins: what is requested now stays requested until a switch."""
        self.asked = self.requested
        self.wanted &= not self.asked

    @property
    def stands(self) -> bool:
        """The interrupt is raised for a switch or a report."""
        wanted = self.requested or self.reported is not None
        return self.started and not self.suspended and wanted

    @property
    def hook_call(self) -> bool:
        return self.hook_enabled and self.hooks > 0 and (self.suspended or self.pended == 0)

    @property
    def interrupt(self) -> bool:
        return self.stands or self.hook_call

    def chosen(self) -> int | None:
        """The task that READ would choose."""
        levels = [level for level in self.ready if level.tasks]
        return levels[-1].after_cursor() if levels else None

    # -- messages ----------------------------------------------------------------------------------
    def message(self, words: list[tuple[int, int]]) -> list[int]:
        """Serve a message of (TDEST, word) pairs and return its reply's words."""
        dest, first = words[0]
        fields = unpack("timers" if dest == TIMERS else "scheduler", first)
        try:
            if dest == TIMERS:
                if len(words) != 1:
                    raise Refused("length")
                self._delay(fields)
                return []
            return self._to_scheduler(fields, words)
        except Refused as refusal:
            self.error = {
                "count": min(self.error["count"] + 1, 255),
                "timers": int(dest == TIMERS),
                "id": fields["id"],
                "command": 0 if dest == TIMERS else fields["command"],
                "code": ERRORS[str(refusal)],
            }
            return []

    def _to_scheduler(self, fields: dict[str, int], words: list[tuple[int, int]]) -> list[int]:
        name = _NAMES.get(fields["command"], "")
        two_words = name in TWO_WORDS and (name != "line" or bool(self.risen))
        longest = 2 if two_words or name == "write" else 1
        shortest = 2 if two_words else 1
        if not shortest <= len(words) <= longest or words[-1][0] == TIMERS:
            raise Refused("length")
        if not name or (name == "line" and not self.risen):
            raise Refused("command")
        if name in _OF_TASK and fields["id"] >= len(self.tasks):
            raise Refused("task")
        data = words[1][1] if len(words) > 1 else None
        return getattr(self, f"_{name}")(fields, data) or []

    def _live(self, fields: dict[str, int]) -> Task:
        if fields["id"] >= len(self.tasks) or self.tasks[fields["id"]].state == "finished":
            raise Refused("task")
        return self.tasks[fields["id"]]

    def _level(self, fields: dict[str, int]) -> int:
        if fields["priority"] >= len(self.ready):
            raise Refused("argument")
        return fields["priority"]

    def _delay(self, fields: dict[str, int]) -> None:
        task, t = self._live(fields), fields["id"]
        task.line = None
        if task.delayed:
            if self.reported == t:
                self.reported = None
        else:
            self._leave(t)
            task.state, task.delayed = "blocked", True
            self.delayed.append(t)
        task.reports = bool(fields["event"])
        task.deadline = (self.now + max(fields["ticks"], 1)) & DELAY_MASK
        task.missed = False
        self.again |= self.passing and fields["ticks"] <= 1

    def _read(self, _fields: dict[str, int], _data: int | None) -> list[int]:
        if self.suspended:
            self.yield_pending = True
            return [self.tasks[self.current].pointer]
        t = self.chosen()
        if t is None:
            return [0]
        self.ready[self.tasks[t].priority].cursor = t
        self.current = t
        self.asked = self.wanted = self.yield_pending = False
        if self.passing and self.entered:
            self.show()
        return [self.tasks[t].pointer]

    def _write(self, fields: dict[str, int], data: int | None) -> None:
        states = [name for name in STATES if fields[name]]
        level = self._level(fields)
        if len(states) != 1:
            raise Refused("argument")
        t = fields["id"]
        if data is None:
            self._live(fields)
        else:
            self.tasks[t].pointer = data
        self._leave(t)
        self.tasks[t].state, self.tasks[t].priority = states[0], level
        if states[0] == "ready":
            self.ready[level].add(t)

    def _priority(self, fields: dict[str, int], _data: int | None) -> None:
        task, level = self._live(fields), self._level(fields)
        if task.state == "ready":
            self._leave(fields["id"])
            self.ready[level].add(fields["id"])
        task.priority = level

    def _release(self, fields: dict[str, int], _data: int | None) -> None:
        if self.reported != fields["id"]:
            raise Refused("state")
        self._expire(fields["id"])

    def _start(self, fields: dict[str, int], _data: int | None) -> None:
        if self.started or self.tasks[fields["id"]].state != "ready":
            raise Refused("state")
        self.started, self.current = True, fields["id"]

    def _suspend(self, _fields: dict[str, int], _data: int | None) -> None:
        self.suspended = True

    def _resume(self, _fields: dict[str, int], _data: int | None) -> None:
        self.suspended = False

    def _yield(self, _fields: dict[str, int], _data: int | None) -> None:
        self.yield_pending = True

    def _get(self, fields: dict[str, int], _data: int | None) -> list[int]:
        task = self.tasks[fields["id"]]
        return [
            pack(
                "task",
                **{name: int(task.state == name) for name in STATES},
                priority=task.priority,
                run=int(self.started and self.current == fields["id"]),
                delayed=int(task.delayed),
                event=int(task.delayed and task.reports),
                expired=int(
                    self._is_due(fields["id"])
                    and (self.looking or self.reported is not None)
                    and not self.passing
                ),
                line=int(task.line is not None),
                id=fields["id"],
                command=COMMANDS["get"],
            )
        ]

    def _report(self, fields: dict[str, int], _data: int | None) -> list[int]:
        if fields["report"] == REPORTS["tick"]:
            self._check_read()
            return [self.now & MASK, self.now >> 32]
        if fields["report"] == REPORTS["identification"]:
            sizes = {"tasks": len(self.tasks), "priorities": len(self.ready)}
            sizes["lines"] = len(self.risen)
            return [pack("identification", version=VERSION, pipelined=int(self.pipelined), **sizes)]
        if fields["report"] == REPORTS["error"]:
            error, self.error = self.error, dict.fromkeys(self.error, 0)
            return [pack("error", **error)]
        reply = [
            pack(
                "status",
                error=int(self.error["count"] > 0),
                hook=int(self.hook_call),
                current=self.current,
                others=int(self._several()),
                started=int(self.started),
                suspended=int(self.suspended),
                busy=int(self.working),
                yield_pending=int(self.yield_pending),
                requested=int(self.requested),
                expired=int(self.reported is not None),
                ticks_pended=int(self.pended > 0 or self.passing),
                task=self.reported or 0,
            )
        ]
        self.taken |= self.stands
        return reply

    def _check_read(self) -> None:
        """Who is due at the tick that is read is ready, but for those behind a reported one."""
        if self.reported is None:
            late = [t for t in self.delayed if self.tasks[t].deadline == self.now & DELAY_MASK]
            assert all(self.tasks[t].missed for t in late), f"read before {late} were ready"

    def _period(self, _fields: dict[str, int], _data: int | None) -> None:
        """The prescaler is not modelled: its ticks are observed."""

    def _configure(self, fields: dict[str, int], _data: int | None) -> None:
        self.preemption = bool(fields["preemption"])
        self.time_slicing = bool(fields["time_slicing"])
        self.hook_enabled = bool(fields["tick_hook"])
        if not self.hook_enabled:
            self.hooks = 0

    def _adjust(self, fields: dict[str, int], data: int | None) -> None:
        assert data is not None
        if fields["adjust"] == ADJUSTS["set"]:
            if self.started:
                raise Refused("state")
            self.now = self.now & ~MASK | data
        elif fields["adjust"] == ADJUSTS["pend"]:
            self.pended += data
        elif fields["adjust"] == ADJUSTS["step"]:
            if not self.suspended:
                raise Refused("state")
            for t in self.delayed:
                left = (self.tasks[t].deadline - self.now) & DELAY_MASK
                self.tasks[t].missed |= left <= data
            self.now += data
        else:
            raise Refused("command")

    def _line(self, fields: dict[str, int], data: int | None) -> list[int]:
        assert data is not None
        task, t, wait = self._live(fields), fields["id"], unpack("line", data)
        line = wait["line"]
        if line >= len(self.risen):
            raise Refused("argument")
        if task.state != "ready":
            raise Refused("state")
        if self.risen[line]:
            self.risen[line] = False
            return [1]
        if wait["endless"]:
            self._leave(t)
            task.state = "blocked"
        elif wait["ticks"]:
            self._delay({**fields, "ticks": wait["ticks"], "event": 0})
        else:
            return [0]
        task.line = line
        self.waiters[line] = t
        return [0]

    def _hook(self, _fields: dict[str, int], _data: int | None) -> None:
        self.hooks = max(self.hooks - 1, 0)
