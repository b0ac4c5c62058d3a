# SPDX-License-Identifier: Apache-2.0
"""Watches the hybrid cycle by cycle and keeps the golden model in step with it."""

from collections import Counter, deque

import cocotb
from cocotb.triggers import FallingEdge

from hybrid.layout import COMMANDS, REPORTS, unpack
from hybrid.model import STATES, Model

REST, LINK = 0, 4
"""Of the sequencer's stages, the one in which no message moves, and the last one of a message."""


def _words(memory) -> list[int | None]:
    """Return a memory's words; nothing for those never written."""
    return [int(word.value) if word.value.is_resolvable else None for word in memory.memory_q]


class Observer:
    """Applies to the model what the device does, when it does it, and compares.

    ``latency`` counts, for each kind of message, the cycles from the last word's handshake to the
    reply's first word, or without reply to the end of service, of messages that met an idle device.
    """

    def __init__(self, dut, model: Model) -> None:
        self.dut = dut
        self.model = model
        self.words: list[tuple[int, int]] = []
        self.messages: deque[tuple[str, list[tuple[int, int]], int | None]] = deque()
        self.served = 0
        self.replies: deque[list[int]] = deque()
        self.cycle = 0
        self.latency: dict[str, Counter[int]] = {}
        self.happened: Counter[str] = Counter()
        self.waiting: tuple[str, int] | None = None  # a reply's kind and when it was asked for
        self.last_done = self.last_begin = self.searched = 0
        self.taken_in_search = False  # who was taken in the last cycle, rather than from the queue
        self.together = 0  # who have become ready at this tick
        self.alone = False  # nothing has come in this tick's way
        self.message_waited = False  # the next one, with room, was there in the pause
        self.captured: int | None = None
        self.by_line: int | None = None  # who becomes ready in this cycle, since its line has risen
        self.risen_at: int | None = None  # when a line rose that nothing keeps from being served
        self.dirty = True
        self.trace: deque[str] = deque(maxlen=60)

    def start(self) -> None:
        """Watch from now on; a difference fails the test."""
        cocotb.start_soon(self._watch())

    async def _watch(self) -> None:
        while True:
            await FallingEdge(self.dut.clk_i)
            self.cycle += 1
            try:
                self._step()
            except (AssertionError, IndexError):
                self.dut._log.error("cycle %d\n%s", self.cycle, "\n".join(self.trace))
                raise

    def _step(self) -> None:
        dut, model = self.dut, self.model
        stage = int(dut.u_sequencer.stage_q.value)
        model.entering = bool(dut.u_sequencer.looked_q.value)
        model.looking = bool(dut.searching.value or dut.waiting.value)
        model.note()
        # What a message does in its Link stage the model has done in Unlink.
        if stage != LINK:
            assert bool(dut.interrupt_o.value) == model.interrupt, "interrupt"
        if dut.s_axis_tvalid.value and dut.s_axis_tready.value:
            self._word()
        self._due()
        runs = model.current
        if dut.act.value or dut.rotate.value:
            self._serve()
        switches = bool(dut.rotate.value) and model.current != runs
        assert bool(dut.switch_o.value) == switches, "another task starts to run"
        if self.model.risen:
            self._lines()
        self._background()
        self._check_who_is_queued()
        self._check_what_lists_assume()
        if dut.message_done.value:
            self._finish()
        if dut.tick_begins.value:
            model.begin()
            self.last_begin = self.cycle
        if dut.look_for.value:
            assert model.again or dut.tick_requests.value, "looks who is due for no reason"
            self.happened["looked again"] += int(model.again)
            model.look()
            self._note(f"looks who is due at {model.target}")
        if dut.tick_shown.value:
            self.happened["tick"] += 1
            if dut.rotate.value:
                self.happened["READ showed a tick"] += 1
            else:
                assert model.may_show, "the tick is visible too early"
                model.show()
            self._note(f"tick {model.now}")
        if dut.tick_requests.value:
            model.tick()
        assert model.passing == bool(dut.passing.value and not dut.tick_shown.value) or (
            dut.tick_begins.value
        ), "a tick passes"
        if dut.tick.value:
            model.arrives()
        if dut.m_axis_tvalid.value and self.waiting:
            kind, since = self.waiting
            self._measure(kind, self.cycle - since)
            self.waiting = None
        enters = dut.u_sequencer.drain_q.value or dut.u_sequencer.line_q.value
        settled = stage == REST and not enters and not dut.init.value
        if settled and self.dirty:
            self._compare()
            self.dirty = False

    def _due(self) -> None:
        """Those due: who was found or was queued becomes ready or is reported."""
        dut, model, sequencer = self.dut, self.model, self.dut.u_sequencer
        if sequencer.drain_q.value:
            t = int(sequencer.id_q.value)
            self.happened["expiry"] += 1
            self.together += 1
            if self.taken_in_search:
                model.take(t)
            else:
                model.drain()
            assert model.tasks[t].state == "ready", "another one is due"
            self._note(f"task {t} is due")
        self.taken_in_search = bool(dut.search.value)
        if self.searched and not dut.searching.value:
            self._measure("search", self.searched)
            self.searched = 0
            model.searched()
        if sequencer.reported_d.value and not sequencer.reported_q.value:
            model.drain()
            self.happened["reported"] += 1
            self._note(f"reported {model.reported}")

    def _lines(self) -> None:
        """A line has risen, and its task becomes ready two cycles later if it can."""
        dut, model, lines = self.dut, self.model, self.dut.gen_lines.u_lines
        assert bool(dut.u_sequencer.line_q.value) == (self.by_line is not None), "by its line"
        if self.by_line is not None:
            assert int(dut.u_sequencer.id_q.value) == self.by_line, "the line is another one's"
            model.wake(self.by_line)
            self.happened["line"] += 1
            self.alone = False
            self._note(f"task {self.by_line} had its line")
            if self.risen_at is not None:
                self._measure("line", self.cycle - self.risen_at)
            self.by_line = self.risen_at = None
        busy = dut.u_sequencer.busy_q.value or dut.u_sequencer.look_for_o.value
        if model.line_event() is None or busy or model.suspended:
            self.risen_at = None
        if dut.u_sequencer.line_look_o.value:
            self.by_line = model.look_at_line()
            if self.by_line is None:
                self.happened["nobody waits"] += 1
                self.risen_at = None
            self.alone = False
            self.dirty = True
        elif not busy and not model.suspended and not dut.u_sequencer.line_q.value:
            assert model.line_event() is None, "a line is not served"
        edges = int(lines.sync_q.value) & ~int(lines.last_q.value)
        for line in range(len(model.risen)):
            if edges >> line & 1:
                if model.line_event() is None and self.by_line is None:
                    self.risen_at = self.cycle
                model.risen[line] = True

    def _background(self) -> None:
        """Measure what is in no message's way: the pause, a tick, until all due at it are ready."""
        dut = self.dut
        waits = self._asks_for_tick() and self._leaves_open()
        self.happened["a reading waits"] += bool(waits and dut.message_valid.value)
        if dut.u_sequencer.accept.value:
            assert not waits, "a tick is told before all who are due at it are ready"
            if self.last_done and self.message_waited:
                self._measure("pause", self.cycle - self.last_done - 1)
        if self.cycle == self.last_done + 3:
            self.message_waited = bool(dut.message_valid.value and dut.room.value and not waits)
        if dut.look_for.value and dut.tick_requests.value:
            self._measure("tick", self.cycle - self.last_begin + 1)
        if dut.look_for.value:
            self.searched = 0
        else:
            self.searched += int(dut.search.value)
        if dut.tick_begins.value:
            self.together, self.alone = 0, True
        elif dut.u_sequencer.busy_q.value or dut.waiting.value:
            self.alone = False
        elif self.alone and not dut.look_for.value and not dut.more.value:
            self._measure("all ready", self.cycle - self.last_begin)
            self.happened[f"{self.together} together"] += 1
            self.alone = False

    def _leaves_open(self) -> bool:
        """A tick is visible, and some who are due at it are not ready: a READ has shown it."""
        return self.model.open and not self.model.passing

    def _asks_for_tick(self) -> bool:
        """The next message does."""
        kind, words, _ = self.messages[0] if self.messages else ("", [], None)
        if kind != "report" or len(words) != 1:
            return False
        return unpack("scheduler", words[0][1])["report"] == REPORTS["tick"]

    def _check_who_is_queued(self) -> None:
        timers = self.dut.u_timers
        if timers.push.value:
            assert self.dut.search.value, "who is due is queued twice"
            self.model.queue(int(timers.walk_q.value))

    def _check_what_lists_assume(self) -> None:
        """One change at a time, and of the one that was captured; the proof rests on it."""
        lists = self.dut.u_lists
        acts = [lists.capture_i, lists.unlink_i, lists.enter_i, lists.rotate_i]
        assert sum(bool(signal.value) for signal in acts) <= 1, "two changes at once"
        if lists.unlink_i.value:
            assert self.captured == int(lists.task_i.value), "who leaves was not captured"
        if any(signal.value for signal in acts):
            self.captured = int(lists.node_i.value) if lists.capture_i.value else None

    def _measure(self, kind: str, cycles: int) -> None:
        self.latency.setdefault(kind, Counter())[cycles] += 1

    def _note(self, text: str) -> None:
        self.dirty = True
        self.trace.append(f"{self.cycle}: {text}")

    def _word(self) -> None:
        dut = self.dut
        self.words.append((int(dut.s_axis_tdest.value), int(dut.s_axis_tdata.value)))
        if dut.s_axis_tlast.value:
            # What is measured is a message that finds nothing in its way.
            pauses = int(dut.u_sequencer.recovery_q.value) or dut.init.value
            met_idle = not pauses and not int(dut.replies.value) and not self._leaves_open()
            since = self.cycle if met_idle else None
            self.messages.append((self._kind(self.words), self.words, since))
            self.words = []

    @staticmethod
    def _kind(words: list[tuple[int, int]]) -> str:
        names = {code: name for name, code in COMMANDS.items()}
        return "delay" if words[0][0] else names.get(words[0][1] & 15, "undefined")

    def _serve(self) -> None:
        kind, words, since = self.messages[0]
        reply = self.model.message(words)
        self._note(f"{kind} {[(d, hex(w)) for d, w in words]} -> {[hex(w) for w in reply]}")
        if reply:
            self.replies.append(reply)
            self.happened["reply"] += 1
            if since is not None:
                self.waiting = (f"{kind}, reply", since)

    def _finish(self) -> None:
        kind, _, since = self.messages.popleft()
        self.served += 1
        self.last_done = self.cycle
        self.message_waited = False
        self.happened[kind] += 1
        self.dirty = True
        if since is not None:
            # Of the message: the Rotate stage is READ's own.
            self._measure(f"{kind}, end", self.cycle - since)

    def _compare(self) -> None:
        """Every task's fields, every list's order and cursor."""
        dut, model = self.dut, self.model
        deadlines = _words(dut.u_timers.u_deadlines)
        lines = _words(dut.gen_lines.u_lines.u_tasks) if model.risen else []
        bits = (len(model.risen) - 1).bit_length() or 1
        for t, word in enumerate(lines):
            line = word & (1 << bits) - 1 if word >> bits else None
            assert model.tasks[t].line == line, f"line of task {t}"
        for t, (task, fields) in enumerate(zip(model.tasks, _words(dut.u_fields), strict=True)):
            state, delayed, reports = fields >> 8, fields >> 7 & 1, fields >> 6 & 1
            names = [name for bit, name in zip((8, 4, 2, 1), STATES, strict=True) if state & bit]
            assert names == [task.state], f"state of task {t}"
            assert fields & 63 == task.priority, f"priority of task {t}"
            assert delayed == task.delayed, f"task {t} is delayed"
            if task.delayed:
                assert deadlines[t] == task.deadline, f"deadline of task {t}"
                assert reports == task.reports, f"reports of task {t}"
        self._compare_ready()
        self._compare_delayed()
        assert int(dut.current.value) == model.current, "running task"

    def _compare_ready(self) -> None:
        lists, count = self.dut.u_lists, len(self.model.tasks)
        width = (count - 1).bit_length()
        words, bits = _words(lists.u_lists), _words(lists.u_passed)
        following, previous = _words(lists.u_next), _words(lists.u_previous)
        first: dict[int, int] = {}
        for level, ready in enumerate(self.model.ready):
            after = 0 if ready.cursor is None else ready.tasks.index(ready.cursor) + 1
            order = ready.tasks[after:] + ready.tasks[:after]
            flags = words[level] >> 2 * width
            occupied, several, on_task, turn = (flags >> at & 1 for at in (3, 2, 1, 0))
            assert (occupied, several) == (len(order) > 0, len(order) > 1), f"size of level {level}"
            assert on_task == (ready.cursor is not None), f"cursor of level {level}"
            if not order:
                continue
            first[order[0]] = level
            ahead, behind = words[level] >> width & count - 1, words[level] & count - 1
            at = (order[-1:] + order)[-2 if on_task else -1], order[-1 if on_task else 0]
            assert (ahead, behind) == at, f"where the next one enters level {level}: {order}"
            ring = set(zip(order, order[1:] + order[:1], strict=True)) - {at}
            assert {(t, following[t]) for t in order if t != ahead} == ring, f"order of {level}"
            assert {(previous[t], t) for t in order if t != behind} == ring, f"backwards, {level}"
            assert [bits[t] ^ turn for t in ready.tasks] == [
                int(at < after) for at in range(len(order))
            ], f"who was passed in level {level}"
        leaves, levels = int(lists.first_q.value), int(lists.first_level_q.value)
        width = (len(self.model.ready) - 1).bit_length()
        assert first == {
            t: levels >> t * width & (1 << width) - 1 for t in range(count) if leaves >> t & 1
        }, "leaves"

    def _compare_delayed(self) -> None:
        timers, delayed = self.dut.u_timers, self.model.delayed
        assert bool(timers.occupied_q.value) == bool(delayed), "delayed"
        if delayed:
            ends = int(timers.head_q.value), int(timers.tail_q.value)
            assert ends == (delayed[0], delayed[-1]), "first and last delayed"
            following, previous = _words(timers.u_next), _words(timers.u_previous)
            assert [following[t] for t in delayed[:-1]] == delayed[1:], "order of blocking"
            assert [previous[t] for t in delayed[1:]] == delayed[:-1], "backwards"
