# SPDX-License-Identifier: Apache-2.0
"""Objects in software: what ``tasks.c`` does for their waiters and for those who hold mutexes."""

from __future__ import annotations

from kernel.model.objects import Objects
from kernel.model.records import Refused, Result


class SoftwareObjects(Objects):
    """Commands that a device has if it knows objects in software."""

    software_objects = False  # it does

    def _op_wait(self, i: int, argument: int, source: str) -> tuple[int, int]:
        """vTaskPlaceOnEventList, with the list in memory: it is sorted by the value"""
        task = self.tasks[self.current]
        self._check_wait()
        if not argument:
            return Result.FAIL, task.event
        task.chain = "software"
        self._block(argument, switch=False)
        return Result.OK, task.event

    def _op_wake(self, i: int, argument: int, source: str) -> tuple[int, int]:
        """xTaskRemoveFromEventList, of a task that may not wait any more"""
        if self.tasks[i].chain != "software":
            return Result.FAIL, 0
        self._wake(i, source, at_once=bool(argument & 1))
        return Result.OK, 0

    def _op_lend(self, i: int, argument: int, source: str) -> tuple[int, int]:
        return Result(self._inherit(i)), 0

    def _op_mutex_taken(self, i: int, argument: int, source: str) -> tuple[int, int]:
        if self.someone_runs:
            self._count_held()
        return Result.OK, 0

    def _op_disinherit(self, i: int, argument: int, source: str) -> tuple[int, int]:
        if i != self.current or not self.tasks[i].held:
            raise Refused(Result.ERROR_OWNER)
        return Result(self._disinherit()), 0

    def _op_disinherit_timeout(self, i: int, argument: int, source: str) -> tuple[int, int]:
        if argument >= len(self.ready):
            raise Refused(Result.ERROR_ARGUMENT)
        self._disinherit_after_timeout(i, argument)
        return Result.OK, 0
