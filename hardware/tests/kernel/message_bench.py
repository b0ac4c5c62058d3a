# SPDX-License-Identifier: Apache-2.0
"""Messages: items of queues in the kernel's memory, rule by rule."""

import cocotb

from kernel.model import AGAIN, FOREVER, Result
from kernel.model.queues import (
    CHANGES,
    FRONT,
    JOINS,
    NOBODY,
    PEEKED,
    SENT,
)
from kernel.script import HIGH, LOW, MIDDLE, PRIORITIES, Script, directed

OK, FAIL = Result.OK, Result.FAIL
Q, MEMORY = 2, 4
BACK = RECEIVE = OVERWRITE = 1
TO_FRONT = PEEK = 2


async def _begin(dut, length: int = 2, words: int = 1) -> Script:
    """LOW runs, and there is an empty queue of messages."""
    script = Script(dut)
    await script.start(PRIORITIES, LOW)
    assert await script.call("queue_create", Q, length | words << 16) == OK
    return script


async def _put(script: Script, first: int, words: int = 1, isr: bool = False) -> None:
    for number in range(words):
        await script.driver.word(number, first + number, isr)


async def _get(script: Script, words: int = 1, isr: bool = False) -> list[int]:
    return [await script.driver.word(number, isr=isr) for number in range(words)]


@cocotb.test()
async def sizes(dut) -> None:
    """What has room is a queue of messages; what has none is refused."""
    script = Script(dut)
    await script.start(PRIORITIES, LOW)
    for words in range(1, 5):
        most = 8 // words
        assert await script.call("queue_create", Q, most + 1 | words << 16) == Result.ERROR_ARGUMENT
        assert await script.call("queue_create", Q, most | words << 16) == OK
        for number in range(most):
            await _put(script, 16 * number, words)
            assert await script.call("queue_send", Q, 0, BACK) == OK
        assert await script.call("queue_send", Q, 0, BACK) == FAIL
        for number in range(most):
            assert await script.call("queue_receive", Q, 0, RECEIVE) == OK
            assert await _get(script, words) == [16 * number + word for word in range(words)]
        assert await script.call("queue_receive", Q, 0, RECEIVE) == FAIL
        assert await script.call("object_delete", Q) == OK
    too_long = (0x8000 | words << 16 for words in range(1, 5))
    for argument in (1 | 5 << 16, 1 | 1 << 19, 0 | 1 << 16, *too_long):
        assert await script.call("queue_create", Q, argument) == Result.ERROR_ARGUMENT
    await script.settle()


@directed(_begin, 3)
async def front_peek_overwrite_and_reset(script: Script) -> None:
    """Each kind of transfer, around the end of the queue's memory."""
    for shift in range(4):
        for item, kind in ((1, BACK), (2, BACK), (3, TO_FRONT)):
            await _put(script, item)
            assert await script.call("queue_send", Q, 0, kind) == OK
        for expected in (3, 1, 2):
            for kind in (PEEK, RECEIVE):
                await _put(script, 0xDEAD)
                assert await script.call("queue_receive", Q, 0, kind) == OK
                assert await _get(script) == [expected]
        assert await script.call("queue_receive", Q, 0, PEEK) == FAIL
        for _ in range(shift):  # so that the queue begins elsewhere
            assert await script.call("queue_send", Q, 0, BACK) == OK
            assert await script.call("queue_receive", Q, 0, RECEIVE) == OK
    assert await script.call("queue_send", Q, 0, BACK) == OK
    assert await script.call("object_reset", Q) == OK
    await _put(script, 77)
    assert await script.call("queue_send", Q, 0, BACK) == OK
    assert await script.call("queue_receive", Q, 0, RECEIVE) == OK
    assert await _get(script) == [77]
    assert await script.call("object_delete", Q) == OK
    assert await script.call("queue_create", Q, 1 | 1 << 16) == OK
    for item in (5, 6):
        await _put(script, item)
        assert await script.call("queue_overwrite", Q, 0, OVERWRITE) == OK
    assert await script.call("queue_receive", Q, 0, RECEIVE) == OK
    assert await _get(script) == [6]


@directed(_begin)
async def a_waiting_receiver_is_woken(script: Script) -> None:
    """A send wakes the best receiver, which finds the message in its own words when it runs."""
    await script.begin(HIGH)
    assert await script.call("queue_receive", Q, 9, RECEIVE) is None
    await _put(script, 41)
    assert await script.call("queue_send", Q, 0, BACK) is None, "HIGH is above"
    await script.goes_on(HIGH, OK)
    assert await _get(script) == [41]


@directed(_begin, 1)
async def an_overwriting_wakes_a_receiver(script: Script) -> None:
    """It leaves room for no sender."""
    await script.begin(HIGH)
    assert await script.call("queue_receive", Q, 9, RECEIVE) is None
    await _put(script, 12)
    assert await script.call("queue_overwrite", Q, 0, OVERWRITE) is None, "HIGH is above"
    await script.goes_on(HIGH, OK)
    assert await _get(script) == [12]


@directed(_begin)
async def a_refused_message_wakes_nobody(script: Script) -> None:
    """It takes its two passes all the same, and is an error once."""
    assert await script.call("queue_create", MEMORY, 1) == OK
    await script.begin(HIGH)
    assert await script.call("queue_receive", Q, 9, RECEIVE) is None
    assert await script.call("queue_send", MEMORY, 0, BACK) == Result.ERROR_OBJECT
    await script.driver.load("error")
    assert await script.runs() == LOW
    await _put(script, 3)
    assert await script.call("queue_send", Q, 0, BACK) is None
    await script.goes_on(HIGH, OK)
    assert await _get(script) == [3]


@directed(_begin, 1)
async def a_waiting_sender_keeps_its_words(script: Script) -> None:
    """Who waits to send has its message ready, whatever others send meanwhile."""
    await _put(script, 1)
    assert await script.call("queue_send", Q, 0, BACK) == OK
    await script.begin(HIGH)
    await _put(script, 2)
    assert await script.call("queue_send", Q, 9, TO_FRONT) is None
    await _put(script, 3)
    await _put(script, 4, isr=True)
    assert await script.isr("queue_send", Q, 0, BACK) == (FAIL, False)
    assert await script.call("queue_receive", Q, 0, RECEIVE) is None, "HIGH is above"
    await script.goes_on(HIGH, OK)
    await script.wait("suspend", HIGH)
    await script.answer(OK)
    assert await _get(script) == [1], "LOW's own"
    assert await script.isr("queue_receive", Q, 0, RECEIVE) == (OK, False)
    assert await _get(script, isr=True) == [2]
    assert await _get(script) == [1]


@directed(_begin, 1)
async def a_caller_that_does_not_switch_to_the_sender(script: Script) -> None:
    """Who ends its wait, and so makes room for a higher task, is interrupted if it asks again."""
    await script.begin(MIDDLE)
    assert await script.call("queue_receive", Q, FOREVER, RECEIVE) is None
    await _put(script, 1, isr=True)
    assert await script.isr("queue_send", Q, 0, BACK) == (OK, True)
    assert await script.call("resume", HIGH) is None
    assert await script.runs() == HIGH
    await _put(script, 2)
    assert await script.call("queue_send", Q, FOREVER, BACK) is None
    assert await script.runs() == MIDDLE
    for _ in range(2):
        assert not script.driver.dut.switch_request_o.value
        assert await script.driver.load("result") == AGAIN
    await script.interrupt()
    await script.goes_on(HIGH, OK)
    await script.wait("suspend", HIGH)
    await script.answer(OK)
    assert await _get(script) == [1]


@directed(_begin)
async def a_peek_wakes_the_next(script: Script) -> None:
    """A task's peek leaves the message to the next receiver; a routine's wakes nobody."""
    for task in (MIDDLE, HIGH):
        await script.begin(task)
        assert await script.call("queue_receive", Q, 9, PEEK) is None
    await _put(script, 8, isr=True)
    assert await script.isr("queue_send", Q, 0, BACK) == (OK, True)
    assert await script.isr("queue_receive", Q, 0, PEEK) == (OK, False)
    assert await script.isr("yield") == (OK, False)
    await script.interrupt()
    for task in (HIGH, MIDDLE):
        await script.goes_on(task, OK)
        assert await _get(script) == [8]
        await script.wait("suspend", task)


@directed(_begin)
async def a_member_of_a_set(script: Script) -> None:
    """A transfer that begins and ends works, too: the message is that of who ends it."""
    await _put(script, 1)
    await _put(script, 9, isr=True)
    assert await script.call("queue_send", Q) == OK
    assert await script.call("queue_commit", Q, SENT | NOBODY) == OK
    assert await script.isr("queue_send", Q) == (OK, False)
    assert await script.isr("queue_commit", Q, SENT | FRONT) == (OK, False)
    for expected in (9, 1):
        assert await script.call("queue_receive", Q, 0, RECEIVE) == OK
        assert await _get(script) == [expected]


@directed(_begin)
async def a_queue_in_memory_has_no_messages(script: Script) -> None:
    """Neither a command nor the end of a wait takes one for the other."""
    assert await script.call("queue_create", MEMORY, 1) == OK
    for name in ("queue_send", "queue_receive", "queue_overwrite"):
        assert await script.call(name, MEMORY, 0, 1) == Result.ERROR_OBJECT
    for name, index in (("queue_overwrite", 2), ("queue_send", 3), ("queue_commit", 1)):
        assert await script.call(name, Q, 0, index) == Result.ERROR_OPERATION
    # a message is received that is gone when the receiver runs, and the queue is another one
    await script.begin(MIDDLE)
    assert await script.call("queue_receive", Q, 9, RECEIVE) is None
    await _put(script, 1)
    assert await script.call("suspend_all") == OK
    assert await script.call("queue_send", Q, 0, BACK) == OK
    assert await script.call("object_delete", Q) == OK
    assert await script.call("queue_create", Q, 1) == OK
    assert await script.resume_all() is None
    await script.goes_on(MIDDLE, Result.ERROR_OBJECT)


@directed(_begin, 2, 4)
async def words_at_once(script: Script) -> None:
    """Words are loaded right behind a command, and stored right behind a send; none is mixed."""
    driver = script.driver
    driver.rests = False
    for isr in (False, True):
        for pause in range(8):
            await _put(script, 0x100 + 16 * pause, 4, isr)
            await driver.command("queue_send", Q, 0, isr, BACK)
            await _put(script, 0, 4, isr)
            await driver.command("queue_receive", Q, 0, isr, RECEIVE)
            for _ in range(pause):
                await driver.cycle()
            assert await _get(script, 4, isr) == [0x100 + 16 * pause + word for word in range(4)]
            assert await _get(script, 4, isr) == [0x100 + 16 * pause + word for word in range(4)]


@directed(_begin, 2, 4)
async def the_word_read_ahead(script: Script) -> None:
    """It is not another task's, nor that of the message before."""
    driver = script.driver
    await _put(script, 0x10, 4)
    assert await script.call("queue_send", Q, 0, BACK) == OK
    await _put(script, 0x20, 4)
    assert await driver.word(0) == 0x20
    await script.begin(HIGH)
    assert await driver.word(1) != 0x21
    await script.wait("suspend", HIGH)
    await script.answer(OK)
    assert await driver.word(0) == 0x20
    driver.rests = False
    await driver.command("queue_receive", Q, 0, index=RECEIVE)
    assert await driver.word(1) == 0x11


@directed(_begin, 7)
async def to_the_front_of_an_empty_queue(script: Script) -> None:
    """All of it, before its beginning."""
    for item in range(7):
        await _put(script, item)
        assert await script.call("queue_send", Q, 0, TO_FRONT) == OK
    for item in reversed(range(7)):
        assert await script.call("queue_receive", Q, 0, RECEIVE) == OK
        assert await _get(script) == [item]


@directed(_begin, 1)
async def a_queue_joins_a_set(script: Script) -> None:
    """From then on a send is answered with MEMBER, also of a task that waits; a receive is not."""
    await _put(script, 1)
    assert await script.call("queue_send", Q, 0, BACK) == OK
    await script.begin(HIGH)
    await _put(script, 2)
    assert await script.call("queue_send", Q, 9, BACK) is None
    assert await script.isr("queue_receive", Q, 0, RECEIVE) == (OK, True)
    assert await script.isr("queue_commit", Q, PEEKED | NOBODY | CHANGES | JOINS) == (OK, False)
    assert await script.call("queue_send", Q, 0, BACK) == Result.MEMBER
    assert await script.isr("queue_overwrite", Q, 0, OVERWRITE) == (Result.MEMBER, False)
    assert await script.isr("yield") == (OK, False)
    await script.interrupt()
    await script.goes_on(HIGH, Result.MEMBER)
    assert await script.call("queue_commit", Q, SENT | NOBODY) == OK
    assert await script.call("queue_receive", Q, 0, RECEIVE) == OK
    assert await _get(script) == [2]
    assert await script.isr("queue_commit", Q, PEEKED | NOBODY | CHANGES) == (OK, False)
    assert await script.call("queue_send", Q, 0, BACK) == OK
