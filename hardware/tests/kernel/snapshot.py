# SPDX-License-Identifier: Apache-2.0
"""Reads the device's lists out of its memories and compares them with the golden model."""

from kernel.enumerations import CHAINS, KINDS, NOTIFY, PLACES, WAITS
from kernel.model import Model
from kernel.model.monitor import Monitor, Watched


def _bits(value: int, *widths: int) -> list[int]:
    """Split a packed word into fields, the most significant first."""
    fields = []
    for width in reversed(widths):
        fields.append(value & ((1 << width) - 1))
        value >>= width
    return fields[::-1]


def block(dut, scope: str, name: str):
    """Return a block of a scope; plain Verilog has no scopes, and their names before it."""
    within = getattr(dut, scope, None)
    return getattr(dut, f"{scope}_{name}") if within is None else getattr(within, name)


class Snapshot:
    """The device's state at a moment when nothing is in progress."""

    def __init__(self, dut, model: Model) -> None:
        self.dut = dut
        self.model = model
        self.n_tasks = len(model.tasks)
        self.n_priorities = len(model.ready)

    @staticmethod
    def _read(memory, index: int) -> int:
        return int(memory.memory_q[index].value)

    def _walk(self, marker: int) -> list[int]:
        """Return the tasks of a state list, and check its links in both directions."""
        lists = self.dut.u_state_lists.u_lists
        tasks: list[int] = []
        before, node = marker, self._read(lists.u_next, marker)
        while node < self.n_tasks:
            assert self._read(lists.u_previous, node) == before, "backward link"
            tasks.append(node)
            assert len(tasks) <= self.n_tasks, "endless list"
            before, node = node, self._read(lists.u_next, node)
        assert node == marker, "end of the list"
        assert self._read(lists.u_previous, marker) == before, "backward link of the marker"
        return tasks

    def _ring(self, first: int) -> list[int]:
        """Return the tasks of an event chain from its first one on."""
        chains = self.dut.u_objects.u_chains
        tasks = [first]
        while (task := self._read(chains.u_next, tasks[-1])) != first:
            assert self._read(chains.u_previous, task) == tasks[-1], "backward link of a chain"
            tasks.append(task)
            assert len(tasks) <= self.n_tasks, "endless chain"
        return tasks

    def compare(self) -> None:
        """Compare everything."""
        self._compare_lists()
        self._compare_objects()
        self._compare_tasks()
        scheduler, model = block(self.dut.u_running, "gen_core", "u_scheduler"), self.model
        assert int(scheduler.current_q.value) == model.current, "running task"
        for name in ("started", "suspended", "resuming", "yield_pending", "requested"):
            value = bool(getattr(scheduler, f"{name}_q").value)
            assert value == getattr(model, name), f"{name} is {value}"

    def _compare_lists(self) -> None:
        lists, model = self.dut.u_state_lists.u_lists, self.model
        top = self.n_tasks
        ready = int(lists.u_ready.ready_q.value)
        for priority, level in enumerate(model.ready):
            assert self._walk(top + priority) == level.tasks, f"ready list {priority}"
            cursor = self._read(lists.u_cursor, priority)
            expected = top + priority if level.cursor is None else level.cursor
            assert cursor == expected, f"cursor {priority}: {cursor}, expected {expected}"
            assert bool(ready >> priority & 1) == bool(level.tasks), f"ready bit {priority}"
        delayed = self._walk(top + self.n_priorities)
        due = self._walk(top + self.n_priorities + 1)
        # The order among unequal deadlines appears when they expire; here, that none is missing.
        assert sorted(delayed + due) == sorted(model.delayed), "delayed tasks"
        assert all(model.tasks[t].deadline == model.now + 1 for t in due), "due tasks"
        if lists.selection_valid_q.value:
            assert int(lists.selection_q.value) == model.selection(), "selection"

    def _compare_objects(self) -> None:
        objects, model = self.dut.u_objects, self.model
        chains, records = objects.u_chains, objects.u_records
        width = (self.n_priorities - 1).bit_length()
        for o, record in enumerate(model.objects):
            kind, upper, count = _bits(self._read(records.u_memory, o), 3, 16, 16)
            assert KINDS[kind] == record.kind, f"object {o} kind"
            if record.kind == "group":
                assert (upper & 0xFF) << 16 | count == record.count, f"bits of group {o}"
            elif kind:
                assert count == record.count, f"object {o} count"
            if record.kind in ("semaphore", "queue"):
                assert upper == record.maximum, f"object {o} maximum"
            elif record.kind == "mutex" and not count:
                holder = upper & 0x7F if upper >> 15 else None
                assert holder == record.holder, f"object {o} holder"
            waiting = self._read(chains.u_waiting, o)
            waiters = []
            for priority in reversed(range(self.n_priorities)):
                if waiting >> priority & 1:
                    waiters += self._ring(self._read(chains.u_head, o << width | priority))
            assert waiters == record.waiters, f"waiters of object {o}"
        pended = bool(chains.pended_any_q.value)
        tasks = self._ring(int(chains.pended_first_q.value)) if pended else []
        assert tasks == model.pended, "pended tasks"

    def _compare_tasks(self) -> None:
        tasks = self.dut.u_tasks
        for t, task in enumerate(self.model.tasks):
            endless, inherited, aborted, chain, alive, place, waiting = _bits(
                self._read(tasks.u_control, t), 1, 1, 1, 2, 1, 2, 3
            )
            assert bool(alive) == task.alive, f"task {t} alive"
            assert PLACES[place] == task.place, f"task {t} place"
            assert CHAINS[chain] == task.chain, f"task {t} chain"
            how = task.how if task.waiting == "notify" else task.waiting
            assert waiting == WAITS[how], f"task {t} waits"
            if task.waiting != "none":
                assert bool(endless) == task.forever, f"task {t} waits for ever"
            if task.alive:
                assert self._read(tasks.u_priority, t) == task.priority, f"task {t} priority"
                width = (self.n_priorities - 1).bit_length()
                held_width = len(self.dut.u_tasks.u_standing.memory_q[0]) - 2 * width
                standing = _bits(self._read(tasks.u_standing, t), width, width, held_width)
                assert standing == [task.base, task.event, task.held], f"task {t} standing"
                assert bool(aborted) == task.aborted, f"task {t} aborted"
                if task.waiting in ("object", "send", "look"):
                    assert bool(inherited) == task.inherited, f"task {t} inherited"
                for i, notification in enumerate(task.notifications[: self.model.indices]):
                    at = t if self.model.indices == 1 else 4 * t + i
                    state, value = _bits(self._read(tasks.u_notification, at), 2, 32)
                    found = (NOTIFY[state], value)
                    assert found == (notification.state, notification.value), (
                        f"task {t} notification {i}"
                    )


SCAN = 16
"""Cycles for each task of the device after which the monitor has seen a miss, at the latest."""


def compare_monitor(watch, monitor: Monitor, now: int) -> None:
    """Compare what the monitor keeps for each task; it is at rest, and CYCLES is ``now``."""
    jobs = watch.u_jobs
    for t, task in enumerate(monitor.tasks):
        record = int(jobs.u_records.memory_q[t].value)
        active, late, heavy, overloads, overruns = _bits(record, 1, 1, 1, 16, 16)
        assert bool(active) == task.active, f"task {t} has a job"
        run, _, job, age = _words(watch.u_spans.u_words, t, 4)
        # a span that goes on is kept less when it began, and the monitor's time is a cycle old
        begun = monitor.since - 1 if t == monitor.running else 0
        assert run == (task.run - begun) % 2**64, f"task {t} run time"
        if active:
            assert job == (task.run - task.base - begun) % 2**64, f"task {t} job"
            assert age == (1 - task.release) % 2**64, f"task {t} release"
        budget, deadline = (limit & 0xFFFFFFFF for limit in _words(jobs.u_limits, t, 2))
        longest_run, response = _words(jobs.u_longest, t, 2)
        found = [deadline, budget, response, longest_run]
        kept = [task.deadline, task.budget, task.response, task.longest_run]
        assert found == kept, f"task {t} limits and longest times"
        slack = SCAN * len(monitor.tasks)
        for what, found, ended, flag, limit, spent in (
            ("overruns", overruns, task.overruns, late, task.deadline, now - task.release),
            (
                "overloads",
                overloads,
                task.overloads,
                heavy,
                task.budget,
                _ran(monitor, t, task, now),
            ),
        ):
            missed = active and flag
            assert found == ended + missed, f"task {t} {what}"
            if active:
                assert not missed or 0 < limit < spent, f"task {t} {what} too early"
                assert missed or not 0 < limit < spent - slack, f"task {t} {what} too late"


def _words(memory, task: int, words: int) -> list[int]:
    return [int(memory.memory_q[words * task + i].value) for i in range(words)]


def _ran(monitor: Monitor, t: int, task: Watched, now: int) -> int:
    return monitor.run(t, now) - task.base
