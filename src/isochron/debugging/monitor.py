# SPDX-License-Identifier: Apache-2.0
"""GDB's command `monitor`: what there is to ask of a stopped program beyond its memory."""

from collections.abc import Callable, Iterator

from isochron.debugging.link import Link, Look
from isochron.debugging.target import Target, descriptions

_NOT_HERE = "the hardware kernel has {what}, and this program is on another kernel: {instead}\n"
_KINDS = ("", "semaphore", "mutex", "queue", "event group")
"""As isochron_pkg::object_kind_e numbers them."""
_MUTEX, _QUEUE, _GROUP = 2, 3, 4
_OWNED = 1 << 15
"""Of a mutex's record: somebody holds it."""


def monitor(command: str, link: Link, target: Target) -> str:
    """Return what a command answers; an unknown one is answered with all that there are."""
    _, answer = _COMMANDS.get(command.strip(), ("", _help))
    if target.lacks and answer not in (_where, _help):
        return f"{target.lacks}\n"
    return answer(link, target)


def _help(link: Link, target: Target) -> str:
    """Return what there is."""
    return "".join(f"monitor {name:9} {text}\n" for name, (text, _) in _COMMANDS.items())


def _tasks(link: Link, target: Target) -> str:
    return "".join(f"{thread.name:16} {thread.description}\n" for thread in target.threads.values())


def _where(link: Link, target: Target) -> str:
    where = link.where()
    return f"cycle {where.cycle:,}, {where.instructions:,} instructions\n"


def _objects(link: Link, target: Target) -> str:
    if not target.on_hardware_kernel:
        return _NOT_HERE.format(
            what="the objects", instead="FreeRTOS keeps them in memory, print *handle shows one"
        )
    return "".join(_object_lines(link, target)) or "there are no objects\n"


def _object_lines(link: Link, target: Target) -> Iterator[str]:
    names = {
        thread.task.identifier: thread.name for thread in target.threads.values() if thread.task
    }
    waits = {identifier: link.look(Look.WAITS, identifier) for identifier in names}

    def waiters(what: str, number: int) -> str:
        waiting = [names[identifier] for identifier, of in waits.items() if of == number]
        return f", {what} {' '.join(waiting)}" if waiting else ""

    number = 0
    while (record := link.look(Look.OBJECT, number)) is not None:
        kind, upper, count = record >> 32, record >> 16 & 0xFFFF, record & 0xFFFF
        if kind == _MUTEX:
            holder = names.get(upper & ~_OWNED, "a deleted task") if upper & _OWNED else "nobody"
            state = "free" if count else f"held by {holder}"
        elif kind == _GROUP:
            state = f"bits {record & 0xFFFFFF:#08x}"
        else:
            state = f"{count} of {upper}"
        senders = waiters("senders wait:", number + 1) if kind == _QUEUE else ""
        if kind:
            yield f"{number:3} {_KINDS[kind]:11} {state}{waiters('waiting:', number)}{senders}\n"
        number += 1


def _lines(link: Link, target: Target) -> str:
    if not target.on_hardware_kernel:
        return _NOT_HERE.format(what="lines", instead="its interrupts call routines")
    fields = descriptions.constants("isochron_constants.h")
    names = {
        thread.task.identifier: thread.name for thread in target.threads.values() if thread.task
    }
    shown, number = "", 0
    while (line := link.look(Look.LINE, number)) is not None:
        bound = {
            name: line & fields[f"LINE_{name}_MASK"]
            for name in ("ENABLE", "TO_TASK", "TO_GROUP", "ID")
        }
        what = f"gives object {bound['ID']}"
        if bound["TO_TASK"]:
            what = f"notifies {names.get(bound['ID'], bound['ID'])}"
        elif bound["TO_GROUP"]:
            what = f"sets bits {line >> 32:#08x} of event group {bound['ID']}"
        shown += f"line {number} {what}\n" if bound["ENABLE"] else ""
        number += 1
    return shown or "no line is bound\n"


def _time(link: Link, target: Target) -> str:
    tick = link.look(Look.TICK)
    if not target.on_hardware_kernel or tick is None:
        return _time_in_memory(target)
    due = {
        thread.name: expiry
        for thread in target.threads.values()
        if thread.task and (expiry := link.look(Look.EXPIRY, thread.task.identifier)) is not None
    }
    shown = f"tick {tick:,}, a tick has {link.look(Look.PERIOD):,} cycles\n"
    ahead = sorted(due, key=lambda name: (due[name] - tick) % 2**32)
    return shown + "".join(f"tick {due[name]:,}: {name}\n" for name in ahead)


def _time_in_memory(target: Target) -> str:
    tick, due = (target.number(name) for name in ("xTickCount", "xNextTaskUnblockTime"))
    if tick is None:
        return "the program has no tick\n"
    shown = f"tick {tick:,}\n"
    return shown + (f"tick {due:,}: the next task that is due\n" if due is not None else "")


def _switches(link: Link, target: Target) -> str:
    names = {target.key(number): thread.name for number, thread in target.threads.items()}
    return "".join(
        f"cycle {cycle:,}: {names.get(task, f'{task:#x}, no task any more')}\n"
        for cycle, task in link.switches()
    )


_COMMANDS: dict[str, tuple[str, Callable[[Link, Target], str]]] = {
    "tasks": ("every task: state, priority, what it waits for", _tasks),
    "objects": ("semaphores, mutexes, queues, event groups: count, holder, who waits", _objects),
    "lines": ("interrupt lines that are bound, and to what", _lines),
    "time": ("the tick, and the ticks at which tasks are due", _time),
    "switches": ("the last switches, the latest last", _switches),
    "where": ("clock cycles and instructions up to here", _where),
    "help": ("this list", _help),
}
