# SPDX-License-Identifier: Apache-2.0
"""Words of a trace from a serial line, as hardware/soc/soc_trace_line.sv sends them."""

from collections.abc import Iterator
from typing import Protocol

BAUD = 2_000_000
_FIRST = 0x80
"""Bit 7 of a character: it is a word's first one."""
_LENGTH = 5
_COUNT_LSB, _COUNTS = 4, 8
"""Of the count of words in the first character."""
_MOST = 4096


class Port(Protocol):
    """What is needed of pyserial's ``Serial``."""

    def read(self, size: int = 1, /) -> bytes:
        """Return so many bytes, or fewer if they do not come in time."""
        ...

    @property
    def in_waiting(self) -> int:
        """Bytes that are there."""
        ...


class Cable:
    """The words that come by a line, until Ctrl-C."""

    def __init__(self, port: Port) -> None:
        self._port = port
        self._words = 0

    def __len__(self) -> int:
        """Return how many words have come."""
        return self._words

    def __iter__(self) -> Iterator[int | None]:
        """Yield words; None where the count says that some are missing."""
        word: list[int] = []
        expected = 0
        for character in self._characters():
            if character & _FIRST:
                word = []  # if one was not whole, the count tells it
            word.append(character)
            if len(word) != _LENGTH or not word[0] & _FIRST:
                continue
            count = word[0] >> _COUNT_LSB & _COUNTS - 1
            if count != expected:
                yield None
            expected = (count + 1) % _COUNTS
            self._words += 1
            value = word[0] & (1 << _COUNT_LSB) - 1
            for part in word[1:]:
                value = value << 7 | part
            yield value

    def _characters(self) -> Iterator[int]:
        try:
            while True:
                yield from self._port.read(min(max(self._port.in_waiting, 1), _MOST))
        except KeyboardInterrupt:
            return
