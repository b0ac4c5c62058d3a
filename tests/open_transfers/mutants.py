# SPDX-License-Identifier: Apache-2.0
"""Protocols with one fault, and a scenario that finds each."""

from open_transfers.history import (
    BACK,
    COUNT,
    DELETE_QUEUE,
    DELETE_TASK,
    FRONT,
    OVERWRITE,
    PEEK,
    READS,
    RECEIVE,
    RESET,
    SELECT,
    Call,
)
from open_transfers.protocol import Protocol
from open_transfers.scenarios import scenario, waits
from open_transfers.world import READER, WRITER, Scenario, Transfer, World


class CancelMovesNoProgramCounter(Protocol):
    def cancel(self, world: World, side: int, owner: int) -> None:
        world.records[side] = None


class HalfCommitIsForgotten(Protocol):
    def commit_for(self, world: World, side: int, owner: int) -> None:
        self.cancel(world, side, owner)


class ClearIsNotMoved(Protocol):
    def end_clear(self, world: World, side: int, owner: int) -> None:
        world.records[side] = None


class RobbedCopierGoesOn(Protocol):
    def rob(self, world: World, transfer: Transfer) -> None:
        pass


class RobbedOwnerIsDone(Protocol):
    def rob(self, world: World, transfer: Transfer) -> None:
        world.move(transfer.copier, "done" if transfer.copier == transfer.owner else "open")


class ReadersAreCancelled(Protocol):
    def may_cancel(self, world: World, side: int, owner: int) -> bool:
        return world.actors[owner].cancelled < world.scenario.patience


class SendsAreCancelledForEver(Protocol):
    def may_cancel(self, world: World, side: int, owner: int) -> bool:
        return side == WRITER


class OverwritingInPlaceIsASend(Protocol):
    def side(self, world: World, call: Call) -> int:
        return READER if call.kind in READS else WRITER


class RecordIsStoredBehindTheCommand(Protocol):
    def store_record(self, world: World, number: int) -> None:
        pass

    def plan(self, world: World, number: int) -> None:
        super().store_record(world, number)
        super().plan(world, number)


class CallDoesNotAskAgain(Protocol):
    """It copies, though others have cleared its record: one that has waited, or has not."""

    def __init__(self, waited: bool) -> None:
        self.waited = waited

    def do_begin(self, world: World, number: int) -> None:
        waited = world.call(number).ticks != 0
        if waited == self.waited and not self.is_own(world, number):
            super().store_record(world, number)
        super().do_begin(world, number)


class FirstCommandWaitsInTime(Protocol):
    """So its time is noted in another step."""

    def do_command(self, world: World, number: int) -> None:
        call = world.call(number)
        if not self.is_there(world, call):
            world.actors[number].none_since = world.now
        self.issue(world, number, call.ticks)

    def do_blocked(self, world: World, number: int) -> None:
        super().note_time(world, number)
        super().do_blocked(world, number)


class SecondCommandIsAStepOfItsOwn(Protocol):
    """Others come between the record or the time and the command."""

    def ask(self, world: World, number: int) -> None:
        super().note_time(world, number)
        world.move(number, "asking")

    def do_asking(self, world: World, number: int) -> None:
        super().ask(world, number)


class SecondRecordIsAStepOfItsOwn(Protocol):
    """Others come between the look at the records and the store."""

    def do_refused(self, world: World, number: int) -> None:
        self.close_own(world, number)
        world.move(number, "storing" if world.call(number).ticks else "none")

    def do_storing(self, world: World, number: int) -> None:
        self.store_record(world, number)
        self.ask(world, number)


class HelperWakesNobody(Protocol):
    def do_helped(self, world: World, number: int, side: int) -> None:
        waiting = [actor for actor in world.actors if actor.waits == "waits"]
        super().do_helped(world, number, side)
        for actor in waiting:
            actor.waits = "waits"


class TimeBeginsAnew(Protocol):
    """Each wait is as long as the first."""

    def note_time(self, world: World, number: int) -> None:
        world.actors[number].began = world.now


class TimeBeginsWithTheCall(Protocol):
    def store_record(self, world: World, number: int) -> None:
        super().store_record(world, number)
        super().note_time(world, number)


class TimeBeginsWithTheWait(Protocol):
    """It is noted behind RESULT, and some may have passed since the command."""

    def note_time(self, world: World, number: int) -> None:
        pass

    def do_result(self, world: World, number: int) -> None:
        super().do_result(world, number)
        if world.actors[number].at == "blocked":
            super().note_time(world, number)


class Passes(Protocol):
    """One kind of call passes the transfers of one side."""

    def __init__(self, kind: str, side: int) -> None:
        self.kind, self.passed = kind, side

    def meets(self, world: World, call: Call, side: int, owner: int) -> bool:
        if (call.kind, side) == (self.kind, self.passed):
            return False
        return super().meets(world, call, side, owner)


class PlaceIsReadAnew(Protocol):
    """A send to the front may have moved the head meanwhile."""

    def do_copy(self, world: World, number: int) -> None:
        world.actors[number].place = world.slot(number)
        super().do_copy(world, number)


class SetIsToldBefore(Protocol):
    def ends_masked(self, world: World, number: int) -> bool:
        return False

    def ring(self, world: World, owner: int, place: int) -> None:
        super().ring(world, owner, place)
        super().tell_set(world, owner)

    def tell_set(self, world: World, owner: int) -> None:
        pass


class SetIsToldAfterwards(Protocol):
    def ends_masked(self, world: World, number: int) -> bool:
        return False

    def do_clear(self, world: World, number: int) -> None:
        super().tell_set(world, number)
        super().do_clear(world, number)


class HelperTellsNoSet(Protocol):
    def do_helped(self, world: World, number: int, side: int) -> None:
        news = world.news
        super().do_helped(world, number, side)
        world.news = news


class SetIsToldOfAnOverwriting(Protocol):
    """Also of one in place, which is no item more."""

    def tell_set(self, world: World, owner: int) -> None:
        if world.scenario.member and world.call(owner).kind not in READS:
            world.news += 1


class DeletionLeavesTheRecord(Protocol):
    def drop(self, world: World, side: int, transfer: Transfer) -> bool:
        return True


class DeletionLeavesHalfACommit(Protocol):
    def drop(self, world: World, side: int, transfer: Transfer) -> bool:
        world.records[side] = None
        return True


class DeletedHelperKeepsTheTransfer(Protocol):
    def give_back(self, world: World, side: int, transfer: Transfer) -> None:
        pass


class DeletionLeavesHalfAnOverwriting(Protocol):
    def in_place(self, world: World, side: int, owner: int) -> bool:
        return False


class DeletionLeavesTheHelper(Protocol):
    """Somebody copies for the task that is deleted."""

    def drop(self, world: World, side: int, transfer: Transfer) -> bool:
        if transfer.copier == transfer.owner:
            return super().drop(world, side, transfer)
        world.records[side] = None
        return True


class DeletedQueueLeavesTheClear(Protocol):
    def make_way(self, world: World, number: int) -> bool:
        return world.call(number).kind == DELETE_QUEUE or super().make_way(world, number)


TASK = Call(DELETE_TASK, "0")

MUTANTS: dict[str, tuple[Protocol, Scenario]] = {
    "cancel moves no program counter": (
        CancelMovesNoProgramCounter(),
        scenario(2, 0, [BACK], [BACK, RECEIVE]),
    ),
    "a half commit is forgotten": (
        HalfCommitIsForgotten(),
        scenario(2, 2, [RECEIVE], [RECEIVE, COUNT]),
    ),
    "clear is not moved": (
        ClearIsNotMoved(),
        scenario(2, 2, [PEEK], [RECEIVE], [RECEIVE], routine=2),
    ),
    "a robbed copier goes on": (RobbedCopierGoesOn(), scenario(2, 2, [RECEIVE], [RECEIVE])),
    "a robbed owner is done": (RobbedOwnerIsDone(), scenario(1, 1, [PEEK], [PEEK])),
    "readers are cancelled": (ReadersAreCancelled(), scenario(1, 1, [RECEIVE], [RECEIVE])),
    "sends are cancelled for ever": (
        SendsAreCancelledForEver(),
        scenario(2, 0, [BACK], [BACK, RECEIVE, BACK], patience=1),
    ),
    "overwriting in place is a send": (
        OverwritingInPlaceIsASend(),
        scenario(1, 1, [OVERWRITE], [RECEIVE]),
    ),
    "the record is stored behind the command": (
        RecordIsStoredBehindTheCommand(),
        scenario(1, 1, [RECEIVE], [RECEIVE]),
    ),
    "a woken call does not ask again": (
        CallDoesNotAskAgain(waited=True),
        scenario(1, 0, [waits(RECEIVE)], [BACK, RECEIVE]),
    ),
    "a call whose record is cleared does not ask again": (
        CallDoesNotAskAgain(waited=False),
        scenario(1, 1, [RECEIVE], [RECEIVE]),
    ),
    "the first command waits in time": (
        FirstCommandWaitsInTime(),
        scenario(1, 0, [waits(RECEIVE, 2)], [BACK, RECEIVE], ticks=3),
    ),
    "the second command is a step of its own": (
        SecondCommandIsAStepOfItsOwn(),
        scenario(1, 0, [waits(RECEIVE, 1)], [BACK, RECEIVE], ticks=2),
    ),
    "the second record is a step of its own": (
        SecondRecordIsAStepOfItsOwn(),
        scenario(1, 0, [waits(RECEIVE, 1)], [waits(RECEIVE, 1)], ticks=1),
    ),
    "a helper wakes nobody": (
        HelperWakesNobody(),
        scenario(1, 1, [RECEIVE], [waits(BACK), PEEK], [PEEK]),
    ),
    "time begins anew": (
        TimeBeginsAnew(),
        scenario(1, 0, [waits(RECEIVE, 2)], [BACK, RECEIVE], ticks=3),
    ),
    "time begins with the call": (
        TimeBeginsWithTheCall(),
        scenario(1, 0, [waits(RECEIVE, 2)], [BACK, RECEIVE], ticks=3),
    ),
    "time begins with the wait": (
        TimeBeginsWithTheWait(),
        scenario(1, 0, [waits(RECEIVE, 2)], [BACK, RECEIVE], ticks=3),
    ),
    "to the front past a reader": (
        Passes(FRONT, READER),
        scenario(3, 1, [RECEIVE], [FRONT, RECEIVE]),
    ),
    "overwriting past a reader": (
        Passes(OVERWRITE, READER),
        scenario(1, 1, [RECEIVE], [OVERWRITE, COUNT]),
    ),
    "receive past a reader": (Passes(RECEIVE, READER), scenario(2, 2, [RECEIVE], [RECEIVE])),
    "peek past a reader": (Passes(PEEK, READER), scenario(2, 2, [RECEIVE], [PEEK])),
    "reset past a reader": (Passes(RESET, READER), scenario(1, 1, [RECEIVE], [RESET, COUNT])),
    "reset past a writer": (Passes(RESET, WRITER), scenario(2, 1, [BACK], [RESET, RECEIVE])),
    "receive past a send to the front": (
        Passes(RECEIVE, WRITER),
        scenario(2, 1, [FRONT], [RECEIVE, COUNT]),
    ),
    "the place is read anew for each word": (
        PlaceIsReadAnew(),
        scenario(2, 1, [FRONT], [PEEK]),
    ),
    "send past a writer": (Passes(BACK, WRITER), scenario(2, 0, [BACK], [BACK])),
    "the set is told before": (
        SetIsToldBefore(),
        scenario(1, 0, [BACK], [SELECT, RECEIVE], member=True),
    ),
    "the set is told afterwards": (
        SetIsToldAfterwards(),
        scenario(1, 0, [BACK], [RECEIVE, SELECT], member=True),
    ),
    "a helper tells no set": (
        HelperTellsNoSet(),
        scenario(2, 0, [BACK], [BACK, SELECT, SELECT], member=True, patience=0),
    ),
    "the set is told of an overwriting in place": (
        SetIsToldOfAnOverwriting(),
        scenario(1, 1, [OVERWRITE], [SELECT, SELECT], member=True),
    ),
    "deletion leaves the record": (
        DeletionLeavesTheRecord(),
        scenario(1, 0, [BACK], [TASK, BACK]),
    ),
    "deletion leaves half a commit": (
        DeletionLeavesHalfACommit(),
        scenario(2, 2, [RECEIVE], [TASK, RECEIVE, COUNT]),
    ),
    "a deleted helper keeps the transfer": (
        DeletedHelperKeepsTheTransfer(),
        scenario(1, 1, [PEEK], [PEEK], [Call(DELETE_TASK, "1"), PEEK]),
    ),
    "deletion leaves half an overwriting": (
        DeletionLeavesHalfAnOverwriting(),
        scenario(1, 1, [OVERWRITE], [TASK, PEEK]),
    ),
    "deletion leaves the helper": (
        DeletionLeavesTheHelper(),
        scenario(1, 1, [RECEIVE], [PEEK], [TASK]),
    ),
    "a deleted queue leaves the clear": (
        DeletedQueueLeavesTheClear(),
        scenario(1, 1, [RECEIVE], [DELETE_QUEUE]),
    ),
}
