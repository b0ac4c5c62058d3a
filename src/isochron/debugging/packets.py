# SPDX-License-Identifier: Apache-2.0
"""Packets of GDB's remote protocol over a connection."""

import socket

INTERRUPT = b"\x03"
"""Ctrl-C: a byte outside of packets."""
_BEGIN = b"$"
_ESCAPE = 0x7D
_FLIP = 0x20
_CHECK_DIGITS = 2
_RECEIVED, _DAMAGED = b"+", b"-"


class ConnectionLost(Exception):
    """GDB is gone."""


class Packets:
    """Packets to and from GDB, with acknowledgements until it wants none."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.acknowledges = True
        self._received = b""
        self._sent = b""

    def send(self, packet: bytes) -> None:
        """Send a packet."""
        escaped = bytearray()
        for byte in packet:
            if byte in b"#$}*":
                escaped += bytes((_ESCAPE, byte ^ _FLIP))
            else:
                escaped.append(byte)
        self._sent = b"$%b#%02x" % (bytes(escaped), sum(escaped) & 0xFF)
        self._write(self._sent)

    @property
    def waits(self) -> bool:
        """There is something to receive already."""
        return bool(self._received)

    def _write(self, data: bytes) -> None:
        try:
            self.connection.sendall(data)
        except OSError as error:
            raise ConnectionLost from error

    def read(self) -> None:
        """Wait until GDB sends something, of which ``next`` then knows."""
        try:
            data = self.connection.recv(0x10000)
        except OSError as error:
            raise ConnectionLost from error
        if not data:
            raise ConnectionLost
        self._received += data

    def next(self) -> bytes | None:
        """Return the next packet, or ``INTERRUPT``; None if none has been received as a whole."""
        while self._received:
            if self._received.startswith(_BEGIN):
                body, end, rest = self._received[1:].partition(b"#")
                if not end or len(rest) < _CHECK_DIGITS:
                    return None
                self._received = rest[_CHECK_DIGITS:]
                if self._accepts(body, rest[:_CHECK_DIGITS]):
                    return _unescaped(body)
                continue
            byte, self._received = self._received[:1], self._received[1:]
            if byte == INTERRUPT:
                return INTERRUPT
            if byte == _DAMAGED and self.acknowledges:
                self._write(self._sent)
        return None

    def _accepts(self, body: bytes, check: bytes) -> bool:
        """Say whether a packet came as it was sent; GDB sends it again if not."""
        if not self.acknowledges:
            return True
        right = check.lower() == b"%02x" % (sum(body) & 0xFF)
        self._write(_RECEIVED if right else _DAMAGED)
        return right


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
