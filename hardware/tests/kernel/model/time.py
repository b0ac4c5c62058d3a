# SPDX-License-Identifier: Apache-2.0
"""Ticks, and the end of a suspension of the scheduler."""

from kernel.model.scheduling import Scheduling


class Time(Scheduling):
    """What time does, one piece at a time."""

    def due(self) -> int | None:
        """The next task to expire at the tick that has begun."""
        if self.delayed and self.tasks[self.delayed[0]].deadline <= self.now + 1:
            return self.delayed[0]
        return None

    @property
    def begun_ticks(self) -> int:
        """The visible tick, or the one whose tasks become ready before it is visible."""
        return self.now + self.tick_open

    def arrives(self) -> None:
        """A tick of the timer."""
        self.ticks_pended += 1
        if self.hook_enabled:
            self.hooks = min(self.hooks + 1, 15)

    def hook_called(self) -> None:
        """A store to TICK_HOOK."""
        self.hooks = max(self.hooks - 1, 0)

    def idle_ticks(self) -> int:
        """Ticks that can pass before the one at which a delayed task becomes ready."""
        none = (1 << self.timer_width) - 1
        return min([none, *(self.tasks[t].deadline - self.now - 1 for t in self.delayed)])

    def tick_begin(self) -> None:
        """The tasks due at a tick become ready from here on."""
        assert not self.suspended
        assert self.tick_open or self.ticks_pended > 0
        self.tick_open = True

    def tick_begins_anew(self) -> None:
        """The visible tick was stepped: others may be due at the one that had begun."""
        if self.tick_open:
            self.tick_open = self.in_tick = False
            self._expects(False)

    def expire(self) -> int:
        """The first due task becomes ready; returns it."""
        t = self.due()
        assert t is not None, "no task is due"
        higher = self._higher(t)
        self._make_ready(t)
        if higher and self.preemption:
            self._yield(False, of_tick=True)
        self._expects(self.due() is not None)
        return t

    def _expects(self, more: bool) -> None:
        """Whether more tasks become ready at this tick; what is shown once stays so."""
        self.more_due = more
        self.of_tick &= more

    def tick_slice(self) -> None:
        """All due tasks are ready: does the running one have to give way?"""
        assert self.due() is None, "a due task was forgotten"
        level = self.ready[self.tasks[self.current].priority]
        several = len(level.tasks) > 1 and not self.in_tick
        self._expects(False)
        if self.preemption and ((self.time_slicing and several) or self.yield_pending):
            self._yield(False)

    def tick_end(self, taken: bool = False) -> None:
        """The tick is visible: nobody has to give way, or the request to do so is ``taken``."""
        assert self.due() is None, "a due task was forgotten"
        assert not self.more_due, "nobody has looked whether one is left"
        assert taken == self.requested, "the tick can be seen before the switch that it asks for"
        self.ticks_pended -= 1
        self.now += 1
        self.tick_open = self.in_tick = False

    def move_pended(self) -> int:
        """xTaskResumeAll makes a pended task ready; returns it."""
        t = self.pended[0]
        higher = self._higher(t)
        self._make_ready(t)
        if higher:
            self._latch()
        return t

    def resume_step(self) -> None:
        """xTaskResumeAll is done with the tasks, or with the ticks."""
        assert not self.pended
        if self.ticks_pended or self.tick_open:
            self.suspended = False
        else:
            keeps = self.keeps_result
            code = self._resume_end()
            if not keeps:
                self.tasks[self.current].result = (code, 0)
