# SPDX-License-Identifier: Apache-2.0
"""The protocol: what an actor does in one step, an instruction that matters or a masked section."""

from open_transfers.history import (
    BACK,
    COUNT,
    DELETE_QUEUE,
    DELETE_TASK,
    EMPTY,
    FOREVER,
    FRONT,
    FULL,
    OK,
    OVERWRITE,
    PEEK,
    READS,
    RECEIVE,
    RESET,
    SELECT,
    SENDS,
    Call,
    Violation,
)
from open_transfers.world import READER, WORDS, WRITER, Transfer, World

AT_ONCE = (COUNT, RESET, SELECT, DELETE_TASK, DELETE_QUEUE)
"""Calls that copy no item."""
NOTHING_COPIED = ("command", "result", "refused", "blocked", "begin", "none")
"""The record may be stored, and no byte has been copied."""

SAFE = ("idle", "clear", "done", "deleted")
"""No call, or one that has happened: the queue may be deleted."""


class Abandoned(Exception):
    """The program uses a queue that it has deleted: anything may happen, as on FreeRTOS."""


class Protocol:
    """Open transfers."""

    # ------------------------------------------------------------------ who is in whose way

    def meets(self, world: World, call: Call, side: int, owner: int) -> bool:
        """Whether a call may not go on while this transfer is open."""
        kind, other = call.kind, world.call(owner).kind
        if kind in (RESET, DELETE_QUEUE):
            return True
        if side == WRITER:
            return kind in SENDS or (kind == RECEIVE and other == FRONT)  # its head is another
        if other == OVERWRITE:  # in place: for all others the queue is full
            return kind in (OVERWRITE, *READS)
        return kind in (FRONT, OVERWRITE, *READS)

    def make_way(self, world: World, number: int) -> bool:
        """Masked. False: the actor has to copy first, for another."""
        call = world.call(number)
        for side in (READER, WRITER):
            transfer = world.records[side]
            if transfer is None or not self.meets(world, call, side, transfer.owner):
                continue
            if not self.end_transfer(world, side, transfer):
                self.take_over(world, number, side)
                return False
        return True

    def end_transfer(self, world: World, side: int, transfer: Transfer) -> bool:
        """Cancels it, or ends it where only the end is left. False: it has to be copied."""
        world.touch()
        owner = transfer.owner
        at = world.actors[transfer.copier].at
        if at in NOTHING_COPIED:
            world.records[side] = None  # which the owner finds before it copies
        elif at == "commit":
            self.commit_for(world, side, owner)
        elif at == "clear":
            self.end_clear(world, side, owner)
        elif self.may_cancel(world, side, owner):
            world.actors[owner].cancelled += 1
            if world.actors[owner].cancelled > world.scenario.patience:
                raise Violation(f"actor {owner} is cancelled too often")
            self.cancel(world, side, owner)
        else:
            return False
        return True

    def may_cancel(self, world: World, side: int, owner: int) -> bool:
        """A send has not happened before its commit. A receiver's buffer has been written."""
        return side == WRITER and world.actors[owner].cancelled < world.scenario.patience

    def cancel(self, world: World, side: int, owner: int) -> None:
        world.records[side] = None
        world.move(owner, "lost")

    def commit_for(self, world: World, side: int, owner: int) -> None:
        """The ring has moved, and the count has not."""
        self.commit(world, owner)
        self.close(world, side, owner)

    def end_clear(self, world: World, side: int, owner: int) -> None:
        """The owner must not clear a record that is another's by then."""
        self.close(world, side, owner)

    def close(self, world: World, side: int, owner: int) -> None:
        world.touch()
        world.records[side] = None
        world.move(owner, "done")

    def take_over(self, world: World, number: int, side: int) -> None:
        """From now on this actor copies; whoever has done so looks again."""
        transfer = world.records[side]
        assert transfer is not None
        if transfer.copier != number:
            self.rob(world, transfer)
        world.records[side] = Transfer(transfer.owner, number)
        own = transfer.owner == number
        world.move(number, "copy" if own else f"help {side}")
        world.actors[number].place = world.slot(transfer.owner)

    def rob(self, world: World, transfer: Transfer) -> None:
        world.move(transfer.copier, "check" if transfer.copier == transfer.owner else "open")

    # ------------------------------------------------------------------ the end of a transfer

    def ring(self, world: World, owner: int, place: int) -> None:
        """The pointer behind the item moves on."""
        world.touch()
        kind, behind = world.call(owner).kind, (place + 1) % world.scenario.length
        if kind == RECEIVE:
            world.head = behind
        elif kind == FRONT:
            world.head = place
        elif kind != PEEK and world.actors[owner].side == WRITER:
            world.tail = behind

    def commit(self, world: World, owner: int) -> None:
        """QUEUE_COMMIT: the call has happened."""
        world.touch()
        kind = world.call(owner).kind
        if kind == RECEIVE:
            world.count -= 1
        elif kind == OVERWRITE:
            world.count = 1
        elif kind != PEEK:
            world.count += 1
            if world.count > world.scenario.length:
                raise Violation("more items than there is room for")
        self.wake(world, senders=kind == RECEIVE)

    def tell_set(self, world: World, owner: int) -> None:
        """Of an item more, once."""
        call, actor = world.call(owner), world.actors[owner]
        if world.scenario.member and call.kind in SENDS and actor.side == WRITER:
            world.news += 1

    def end(self, world: World, owner: int, place: int) -> None:
        """Masked: all of the end."""
        self.ring(world, owner, place)
        self.tell_set(world, owner)
        self.commit(world, owner)
        self.close(world, world.actors[owner].side, owner)

    def wake(self, world: World, senders: bool) -> None:
        """The best one that waits."""
        for number in reversed(range(len(world.actors))):
            actor = world.actors[number]
            if actor.waits == "waits" and (world.call(number).kind in SENDS) == senders:
                actor.waits = "woken"
                return

    # ------------------------------------------------------------------ a task's steps

    def step(self, world: World, number: int) -> None:
        actor = world.actors[number]
        name, _, side = actor.at.partition(" ")
        if side:
            getattr(self, f"do_{name}")(world, number, int(side))
        else:
            getattr(self, f"do_{name}")(world, number)

    def may_step(self, world: World, number: int) -> bool:
        actor = world.actors[number]
        if actor.at == "idle":
            return actor.call < len(world.scenario.scripts[number]) and not world.queue_deleted
        return actor.at != "deleted" and (actor.at != "blocked" or actor.waits != "waits")

    def do_idle(self, world: World, number: int) -> None:
        world.history.begin(number, world.call(number))
        if number == world.scenario.routine:
            self.routine(world, number)
        else:
            self.do_open(world, number)

    def do_open(self, world: World, number: int) -> None:
        """Masked: whoever is in the way is cancelled or ended, and the record is the actor's.

        What it asks, and how long it may wait, belongs to the same step, unless it asks first.
        """
        world.touch()
        actor, call = world.actors[number], world.call(number)
        asks_first = self.asks_first(world, number)
        if call.kind == DELETE_TASK:
            if self.delete_task(world, number, int(call.value)):
                self.answer(world, number, OK)
            return
        if not self.make_way(world, number):
            return
        if call.kind in AT_ONCE:
            self.answer(world, number, self.at_once(world, call))
            if world.queue_deleted and any(actor.at not in SAFE for actor in world.actors):
                raise Abandoned
            return
        actor.side = self.side(world, call)
        self.store_record(world, number)
        if asks_first:
            world.move(number, "command")
        else:
            self.ask(world, number)

    def asks_first(self, world: World, number: int) -> bool:
        """Whether a call begins with a command of its own step, which does not wait in time: a send
        to the back or a receive that meets nobody."""
        others = world.records[WRITER], world.call(number).kind == RECEIVE and world.records[READER]
        kind = world.call(number).kind
        return world.actors[number].at == "idle" and kind in (BACK, RECEIVE) and not any(others)

    def side(self, world: World, call: Call) -> int:
        """Over an item that others can see it is a reader for them: it is not to be half."""
        in_place = call.kind == OVERWRITE and world.count != 0
        return READER if call.kind in READS or in_place else WRITER

    def store_record(self, world: World, number: int) -> None:
        side = world.actors[number].side
        if world.records[side] is not None:
            raise Violation("a record is stored over another's")
        world.records[side] = Transfer(number, number)

    def do_command(self, world: World, number: int) -> None:
        """The first one: it waits for ever, or not at all."""
        ticks = FOREVER if world.call(number).ticks == FOREVER else 0
        self.issue(world, number, ticks)

    def issue(self, world: World, number: int, ticks: int) -> None:
        """QUEUE_SEND, QUEUE_RECEIVE or QUEUE_OVERWRITE: it finds none, or waits for so long."""
        world.touch()
        actor, call = world.actors[number], world.call(number)
        if actor.waits != "no":
            raise Violation(f"actor {number} issues a command while it waits")
        if not self.is_there(world, call):
            if ticks == 0:
                world.move(number, "refused")
                return
            actor.waits = "waits"
            if ticks != FOREVER:
                actor.deadline = world.now + ticks
                if actor.deadline > (actor.none_since or 0) + call.ticks:
                    raise Violation(f"actor {number} waits for too long")
        world.move(number, "result")

    def ask(self, world: World, number: int) -> None:
        """A command that waits. Its time begins where it finds none."""
        if not self.is_there(world, world.call(number)):
            self.note_time(world, number)
            if world.actors[number].none_since is None:
                world.actors[number].none_since = world.now
        self.issue(world, number, self.ticks_left(world, number))

    def is_there(self, world: World, call: Call) -> bool:
        """An item, or room."""
        if call.kind in READS:
            return world.count > 0
        return call.kind == OVERWRITE or world.count < world.scenario.length

    def note_time(self, world: World, number: int) -> None:
        """When it first found none and waited: kept while it begins again."""
        actor = world.actors[number]
        if actor.began is None:
            actor.began = world.now

    def ticks_left(self, world: World, number: int) -> int:
        ticks, began = world.call(number).ticks, world.actors[number].began
        if ticks == FOREVER or began is None:
            return ticks
        return max(0, ticks - (world.now - began))

    def do_result(self, world: World, number: int) -> None:
        """RESULT: there is one, or the task leaves the processor."""
        actor = world.actors[number]
        if actor.waits != "no":
            world.move(number, "blocked")
            return
        self.plan(world, number)

    def plan(self, world: World, number: int) -> None:
        """Where it copies: right as long as it is in the record."""
        world.touch()
        world.actors[number].place = world.slot(number)
        world.move(number, "begin")

    def do_begin(self, world: World, number: int) -> None:
        """It asks again, if others have cleared its record: what it has found may be gone."""
        if self.is_own(world, number):
            world.move(number, "copy")
        else:
            self.do_open(world, number)

    def is_own(self, world: World, number: int) -> bool:
        """Whether the record is the actor's."""
        return world.records[world.actors[number].side] == Transfer(number, number)

    def do_blocked(self, world: World, number: int) -> None:
        """It was woken, or its time is over."""
        actor = world.actors[number]
        late = actor.waits == "late"
        actor.waits, actor.deadline = "no", None
        if late:
            world.move(number, "none")
        else:
            self.plan(world, number)

    def do_refused(self, world: World, number: int) -> None:
        """RESULT: there was none. Masked, if this was the first command and the call may wait: it
        asks again, and its time begins."""
        actor, ticks = world.actors[number], world.call(number).ticks
        if actor.none_since is None and ticks:
            self.close_own(world, number)
            self.do_open(world, number)
        else:
            world.move(number, "none")

    def do_none(self, world: World, number: int) -> None:
        """Nothing was there, in time."""
        self.close_own(world, number)
        self.answer(world, number, FULL if world.call(number).kind in SENDS else EMPTY)

    def close_own(self, world: World, number: int) -> None:
        """Masked: whoever came meanwhile may have cleared it, and stored their own."""
        world.touch()
        if self.is_own(world, number):
            world.records[world.actors[number].side] = None

    def do_lost(self, world: World, number: int) -> None:
        """Cancelled."""
        self.do_open(world, number)

    def do_copy(self, world: World, number: int) -> None:
        actor = world.actors[number]
        world.copy_word(number, actor.place, actor.word)
        actor.word += 1
        if actor.word == WORDS:
            world.move(number, "end" if self.ends_masked(world, number) else "ring")

    def ends_masked(self, world: World, number: int) -> bool:
        """The set is to be told in the same moment."""
        return world.scenario.member and world.call(number).kind in SENDS

    def do_end(self, world: World, number: int) -> None:
        self.end(world, number, world.actors[number].place)

    def do_ring(self, world: World, number: int) -> None:
        self.ring(world, number, world.actors[number].place)
        world.move(number, "commit")

    def do_commit(self, world: World, number: int) -> None:
        self.commit(world, number)
        world.move(number, "clear")

    def do_clear(self, world: World, number: int) -> None:
        world.touch()
        world.records[world.actors[number].side] = None
        world.move(number, "done")

    def do_done(self, world: World, number: int) -> None:
        self.answer(world, number, self.item(world, number))

    def do_help(self, world: World, number: int, side: int) -> None:
        """Copies for another."""
        actor, transfer = world.actors[number], world.records[side]
        if transfer is None:
            raise Violation(f"actor {number} copies for nobody")
        world.copy_word(transfer.owner, actor.place, actor.word)
        actor.word += 1
        if actor.word == WORDS:
            world.move(number, f"helped {side}")

    def do_helped(self, world: World, number: int, side: int) -> None:
        """Masked: the end, and the owner's program counter last."""
        transfer = world.records[side]
        if transfer is None:
            raise Violation(f"actor {number} ends a transfer of nobody")
        self.end(world, transfer.owner, world.actors[number].place)
        world.move(number, "open")

    def do_check(self, world: World, number: int) -> None:
        """Masked. Another copied when this one ran last, and has not ended: it takes it back."""
        side = world.actors[number].side
        transfer = world.records[side]
        if transfer is None or transfer.owner != number:
            raise Violation(f"actor {number} has lost its transfer")
        self.take_over(world, number, side)

    # ------------------------------------------------------------------ answers

    def item(self, world: World, number: int) -> object:
        """What a call answers that found an item, or room."""
        buffer = world.actors[number].buffer
        if world.call(number).kind not in READS:
            return OK
        if len(set(buffer)) != 1:
            raise Violation(f"actor {number}: an item of two halves, {buffer}")
        return buffer[0]

    def answer(self, world: World, number: int, answer: object) -> None:
        actor, call = world.actors[number], world.call(number)
        if answer in (FULL, EMPTY):
            if set(actor.buffer) != {None}:
                raise Violation(f"actor {number}: a call that failed has changed its buffer")
            if call.ticks and (actor.none_since or 0) + call.ticks > world.now:
                raise Violation(f"actor {number} fails before its time")
        world.history.end(number, answer)
        actor.next_call()

    # ------------------------------------------------------------------ calls of one step

    def at_once(self, world: World, call: Call) -> object:
        """Masked, and nobody is in the way."""
        world.touch()
        if call.kind == COUNT:
            return world.count
        if call.kind == SELECT:
            if world.news == 0:
                return EMPTY
            world.news -= 1
            return OK
        world.head = world.tail = world.count = 0
        if call.kind == RESET:
            self.wake(world, senders=True)
        else:
            world.queue_deleted = True
        return OK

    def delete_task(self, world: World, number: int, task: int) -> bool:
        """Masked. False: the actor has to copy first, what the task has half overwritten."""
        actor = world.actors[task]
        for side in (WRITER, READER):
            transfer = world.records[side]
            if transfer is not None and transfer.owner == task:
                if not self.drop(world, side, transfer):
                    self.take_over(world, number, side)
                    return False
            elif transfer is not None and transfer.copier == task:
                self.give_back(world, side, transfer)
        if actor.at != "idle":
            world.history.delete(task)
        actor.at, actor.waits = "deleted", "no"
        return True

    def drop(self, world: World, side: int, transfer: Transfer) -> bool:
        """The transfer of a task that is deleted. False: it has to be copied."""
        owner, copier = transfer
        at = world.actors[copier].at
        if at == "commit":
            self.commit_for(world, side, owner)
        elif at in ("clear", *NOTHING_COPIED) or not self.in_place(world, side, owner):
            if copier != owner:
                self.rob(world, transfer)
            world.records[side] = None
        else:
            return False
        return True

    def in_place(self, world: World, side: int, owner: int) -> bool:
        return side == READER and world.call(owner).kind == OVERWRITE

    def give_back(self, world: World, side: int, transfer: Transfer) -> None:
        """Who copied for the owner is deleted: the owner does, when it looks, or whoever comes."""
        world.records[side] = Transfer(transfer.owner, transfer.owner)

    # ------------------------------------------------------------------ a routine's call

    def routine(self, world: World, number: int) -> None:
        """All of it is one step; it copies for others what they have not copied."""
        actor, call = world.actors[number], world.call(number)
        while not self.make_way(world, number):
            side = int(actor.at.removeprefix("help "))
            transfer = world.records[side]
            assert transfer is not None
            for word in range(WORDS):
                world.copy_word(transfer.owner, actor.place, word)
            self.end(world, transfer.owner, actor.place)
        if call.kind in AT_ONCE:
            self.answer(world, number, self.at_once(world, call))
            return
        if not self.is_there(world, call):
            self.answer(world, number, FULL if call.kind in SENDS else EMPTY)
            return
        actor.side = self.side(world, call)
        actor.place = world.slot(number)
        for word in range(WORDS):
            world.copy_word(number, actor.place, word)
        self.ring(world, number, actor.place)
        self.tell_set(world, number)
        if call.kind != PEEK:  # a routine's wakes nobody
            self.commit(world, number)
        self.answer(world, number, self.item(world, number))

    # ------------------------------------------------------------------ the clock

    def tick(self, world: World) -> None:
        world.now += 1
        for actor in world.actors:
            deadline = FOREVER if actor.deadline is None else actor.deadline
            if actor.waits == "waits" and deadline <= world.now:
                actor.waits = "late"
