# SPDX-License-Identifier: Apache-2.0
"""The option `--gdb` of `isochron run`."""

from __future__ import annotations

import shlex
import socket
from collections.abc import Callable
from pathlib import Path

from isochron.debugging.server import Server
from isochron.errors import IsochronError

_HERE = "localhost"


class NoSuchPlace(IsochronError):
    """Nobody can listen at the address that was given."""


def debugger(
    place: str, program: Path, tell: Callable[[str], None]
) -> Callable[[socket.socket], None]:
    """Listen at ``[host]:port`` and return what serves a GDB there, given the simulator's socket.

    ``tell`` is called with the command that connects to it.
    """
    host, _, port = place.rpartition(":")
    if not port.isdecimal():
        raise NoSuchPlace(f"--gdb {place} names no port: give one as :3333")

    def listening(number: int) -> None:
        remote = f"target remote {host}:{number}"
        tell(f"waiting for GDB: {shlex.join(['gdb-multiarch', str(program), '-ex', remote])}")

    try:
        address = (host or _HERE, int(port))
        return Server(program, address, listening, lambda text: tell(f"warning: {text}")).serve
    except (OSError, OverflowError) as error:
        raise NoSuchPlace(f"--gdb {place}: {error}") from error
