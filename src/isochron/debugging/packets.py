# SPDX-License-Identifier: Apache-2.0
"""Packets of GDB's remote protocol over a connection."""

from __future__ import annotations

import socket

INTERRUPT = b"\x03"
"""Ctrl-C: a byte outside of packets."""
_ESCAPE = 0x7D
_FLIP = 0x20
_CHECK_DIGITS = 2


class ConnectionLost(Exception):
    """GDB is gone."""


class Packets:
    """Packets to and from GDB, with acknowledgements until it wants none."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.acknowledges = True
        self._received = b""

    def receive(self) -> bytes:
        """Return the next packet, or ``INTERRUPT``."""
        while True:
            packet = self._next()
            if packet is not None:
                return packet
            self._read()

    def send(self, packet: bytes) -> None:
        """Send a packet."""
        escaped = bytearray()
        for byte in packet:
            if byte in b"#$}*":
                escaped += bytes((_ESCAPE, byte ^ _FLIP))
            else:
                escaped.append(byte)
        try:
            self.connection.sendall(b"$%b#%02x" % (bytes(escaped), sum(escaped) & 0xFF))
        except OSError as error:
            raise ConnectionLost from error

    @property
    def waits(self) -> bool:
        """There is something to receive already."""
        return bool(self._received)

    def _read(self) -> None:
        try:
            data = self.connection.recv(0x10000)
        except OSError as error:
            raise ConnectionLost from error
        if not data:
            raise ConnectionLost
        self._received += data

    def _next(self) -> bytes | None:
        """Return what has been received as a whole; None: something is missing."""
        self._received = self._received.lstrip(b"+-")
        if self._received.startswith(INTERRUPT):
            self._received = self._received[1:]
            return INTERRUPT
        body, end, rest = self._received.partition(b"#")
        if not end or len(rest) < _CHECK_DIGITS:
            return None
        self._received = rest[_CHECK_DIGITS:]
        if self.acknowledges:
            self.connection.sendall(b"+")
        return _unescaped(body.partition(b"$")[2])


def _unescaped(body: bytes) -> bytes:
    plain = bytearray()
    flip = 0
    for byte in body:
        if byte == _ESCAPE and not flip:
            flip = _FLIP
        else:
            plain.append(byte ^ flip)
            flip = 0
    return bytes(plain)
