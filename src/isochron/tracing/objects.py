# SPDX-License-Identifier: Apache-2.0
"""What a program calls its queues, semaphores, event groups, buffers and timers."""

import re
from collections.abc import Mapping

from isochron.tracing.events import Begin
from isochron.tracing.program import Program

_OF_OBJECT = re.compile(r"[a-z]+(Queue|Semaphore|EventGroup|StreamBuffer|MessageBuffer|Timer)[A-Z]")
"""Functions whose first argument is the handle of an object, if they do not create it."""

_REGISTRY = "xQueueRegistry["
"""Where stock FreeRTOS keeps handles with the names that it was told."""


class Objects:
    """Objects by their handles.

    An object is called as vQueueAddToRegistry() or xTimerCreate() was told, else as the variable in
    which its handle was stored last.
    """

    def __init__(self, program: Program) -> None:
        self._program = program
        self._told: dict[int, str] = {}
        self._kept: dict[int, str] = {}

    def name(self, handle: int) -> str | None:
        """Return an object's name; None if it has none."""
        return self._told.get(handle) or self._kept.get(handle)

    def called(self, function: str, given: Mapping[str, int]) -> None:
        """Learn from a call."""
        values = list(given.values())
        if function == "vQueueAddToRegistry":
            self._told[values[0]] = self._program.text(values[1])
        elif function == "vQueueUnregisterQueue":
            self._told.pop(values[0], None)
        elif function.endswith("Delete") and values:
            self._told.pop(values[0], None)
            self._kept.pop(values[0], None)

    def returned(self, call: Begin, result: int) -> None:
        """Learn from what a call returned."""
        if call.name.startswith("xTimerCreate") and call.values:
            value = next(iter(call.values.values()))
            self._told[result] = self._program.text(value) if isinstance(value, int) else value

    def stored(self, address: int, handle: int) -> None:
        """Learn that a handle is stored at an address."""
        name = self._program.variable(address)
        if name and not name.startswith(_REGISTRY):
            self._kept[handle] = name

    def shown(self, function: str, given: Mapping[str, int]) -> dict[str, int | str]:
        """Return a call's arguments by the parameters' names, an object by its own."""
        shown: dict[str, int | str] = dict(given)
        if shown and takes_object(function):
            first = next(iter(given))
            shown[first] = self.name(given[first]) or given[first]
        return shown

    def waited_for(self, call: Begin) -> str:
        """Return `` on`` the object that a call waits for; nothing if it waits for none."""
        if not call.values or not takes_object(call.name):
            return ""
        first = next(iter(call.values.values()))
        return f" on {first if isinstance(first, str) else hex(first)}"


def takes_object(function: str) -> bool:
    """Return whether a function's first argument is an object's handle."""
    return bool(_OF_OBJECT.match(function)) and "Create" not in function
