# SPDX-License-Identifier: Apache-2.0
"""Words of the trace on a serial line: the other end makes of its characters the same words."""

import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

from isochron.tracing.cable import Cable

BIT = int(os.environ["BitCycles"])
WORDS = 40
CHARACTERS, BITS = 5, 10
"""Of a word, of a character."""


class Characters:
    """A port at which they have arrived; then the user is tired of it."""

    def __init__(self, characters: list[int]) -> None:
        self._left = bytes(characters)

    @property
    def in_waiting(self) -> int:
        return len(self._left)

    def read(self, size: int = 1, /) -> bytes:
        if not self._left:
            raise KeyboardInterrupt
        read, self._left = self._left[:size], self._left[size:]
        return read


@cocotb.test()
async def every_word_arrives(dut) -> None:
    """One behind the other, and after pauses."""
    Clock(dut.clk_i, 10, unit="ns").start()
    dut.rst_ni.value = 0
    dut.valid_i.value = 0
    dut.word_i.value = 0
    for _ in range(3):
        await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    words = [random.getrandbits(32) for _ in range(WORDS)]
    left, characters = list(words), []
    bits: list[int] = []
    pause = cycle = begun = 0
    while left or len(characters) < CHARACTERS * WORDS:
        dut.valid_i.value = int(bool(left) and pause == 0)
        dut.word_i.value = left[0] if left else 0
        taken = left and pause == 0 and int(dut.ready_o.value)
        if taken:
            left.pop(0)
            pause = random.choice((0, 0, 7, 60))
        elif pause:
            pause -= 1
        await FallingEdge(dut.clk_i)
        cycle += 1
        level = int(dut.tx_o.value)
        if not bits and not level:
            bits, begun = [0], cycle
        elif bits and cycle - begun == BIT * len(bits):
            bits.append(level)
        if len(bits) == BITS and cycle - begun == BIT * BITS - 1:
            assert bits[-1] == 1, "a stop bit"
            characters.append(sum(bit << place for place, bit in enumerate(bits[1:9])))
            bits = []
    assert list(Cable(Characters(characters))) == words
