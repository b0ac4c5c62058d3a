# SPDX-License-Identifier: Apache-2.0
"""Loads a program into a board by its serial line; ``firmware/loader`` is the other end.

A frame is ``_FRAME``, an address (4 bytes), a length (2), the bytes, and the CRC-32 of all that
is between. What is lost or damaged is sent again.
"""

import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from isochron.boards import contents, loader
from isochron.errors import IsochronError

BLOCK = 512
"""Bytes of a frame at most."""
TRIES = 8
_FRAME, _TAKEN, _REFUSED = b"\x01", b"\x06", b"\x15"
GO = b"\x04"
"""Starts the program at once, when its start was answered."""
_MOST_OTHERS = 2_000
"""Characters before an answer: a question of the loader, or noise."""


class Port(Protocol):
    """What is needed of pyserial's ``Serial``."""

    def read(self, size: int = 1, /) -> bytes:
        """Return so many bytes, or fewer if they do not come in time."""
        ...

    def write(self, data: bytes, /) -> int | None:
        """Send bytes."""
        ...

    def reset_input_buffer(self) -> None:
        """Forget what has come."""
        ...


def load(port: Port, elf: Path, tell: Callable[[int, int], None] = lambda *_: None) -> int:
    """Load a program and start it; return how many bytes it has.

    Args:
        port: the line.
        elf: the program.
        tell: is called with the bytes that are there, and all of them.

    Raises:
        WrongElf, IsochronError: this is no program for the SoC.
        IsochronError: it does not fit the board's RAM;
            there is no loader on the line, or the line loses too much.
    """
    segments = contents.segments(elf)
    ram_bytes = _send(port, 0, b"")
    contents.image(elf, ram_bytes)
    most = contents.RAM_BASE + ram_bytes - loader.BYTES
    for address, data in segments:
        if address + len(data) > most:
            raise IsochronError(
                f"{elf.name} has code or constants up to {address + len(data):#010x}, but of the "
                f"board's {ram_bytes:,} bytes of RAM the last {loader.BYTES:,} are the loader's: "
                "build it smaller, or put it into the bitstream (isochron board bitstream "
                "--program)"
            )
    total, sent = sum(len(data) for _, data in segments), 0
    for address, data in segments:
        for at in range(0, len(data), BLOCK):
            block = data[at : at + BLOCK]
            _send(port, address + at, block)
            sent += len(block)
            tell(sent, total)
    _send(port, contents.ENTRY, b"")
    port.write(GO)
    return total


def frame(address: int, data: bytes) -> bytes:
    """Return a frame."""
    body = address.to_bytes(4, "little") + len(data).to_bytes(2, "little") + data
    return _FRAME + body + _sum(body)


def answer(sent: bytes, ram_bytes: int) -> bytes:
    """Return what the loader answers to a right frame, after the character that says so."""
    ram = ram_bytes.to_bytes(4, "little")
    return ram + _sum(sent[1:-4] + ram)


def _sum(data: bytes) -> bytes:
    return zlib.crc32(data).to_bytes(4, "little")


def _send(port: Port, address: int, data: bytes) -> int:
    """Send a frame until it is taken; return the bytes of the board's RAM."""
    sent, heard = frame(address, data), b""
    for _ in range(TRIES):
        port.reset_input_buffer()
        port.write(sent)
        for _ in range(_MOST_OTHERS):
            character = port.read(1)
            if character in (b"", _REFUSED):
                break
            if character == _TAKEN:
                told = port.read(8)
                ram_bytes = int.from_bytes(told[:4], "little")
                if told == answer(sent, ram_bytes):
                    return ram_bytes
                break
            heard = heard[-60:] + character
    if heard:
        last = heard.decode("latin-1").splitlines()[-1].strip()
        raise IsochronError(
            f"no answer of the loader, but other characters, at last {last!r}: a program is "
            "running already, or the line has another speed; configure the board again with a "
            "bitstream of `isochron board bitstream` without --program"
        )
    raise IsochronError(
        "no answer of the loader: is this the board's port, was the board configured with a "
        "bitstream of `isochron board bitstream` without --program, and has no program been "
        "started since?"
    )
