# SPDX-License-Identifier: Apache-2.0
"""The options `--gdb` and `--jtag` of `isochron run`."""

import shlex
import socket
from collections.abc import Callable
from pathlib import Path

from isochron.building import platforms
from isochron.debugging.link import Link
from isochron.debugging.program import Program
from isochron.debugging.server import Server
from isochron.debugging.target import Target
from isochron.errors import IsochronError
from isochron.paths import ROOT

_HERE = "localhost"
_SCRIPT = ROOT / "firmware/tools/isochron_openocd.cfg"
_RUNNING_IN_SOFTWARE = "pxCurrentTCB"
_SWITCHES_BY_LOAD = "masked_call"
"""A label of the attachment `contexts`."""


def debugger(
    place: str,
    program: Path,
    tell: Callable[[str], None],
    target: Callable[[Path, Link], Target] = Target,
) -> Callable[[socket.socket], None]:
    """Listen at ``[host]:port`` and return what serves a GDB there, given the simulator's socket.

    ``tell`` is called with the command that connects to it. ``target`` makes threads of a program
    that is stopped.
    """
    address = _address("--gdb", place)
    host = place.rpartition(":")[0]

    def listening(number: int) -> None:
        remote = f"target remote {host}:{number}"
        tell(f"waiting for GDB: {shlex.join(['gdb-multiarch', str(program), '-ex', remote])}")

    try:
        warn: Callable[[str], None] = lambda text: tell(f"warning: {text}")  # noqa: E731
        return Server(program, address, listening, warn, target).serve
    except (OSError, OverflowError) as error:
        raise IsochronError(f"--gdb {place}: {error}") from error


def jtag_hardware(place: str, platform: str, hardware: str) -> str:
    """Return the hardware with a debug module that is otherwise the same; refuse what has none.

    A place without a port is refused, too, before a simulator is built.
    """
    _address("--jtag", place)
    name = f"{hardware}-debug"
    if hardware.endswith("-debug"):
        name = hardware
    if platforms.find(platform).core != "ibex" or name not in platforms.HARDWARE:
        having = ", ".join(
            hardware.name for hardware in platforms.HARDWARE.values() if hardware.debug
        )
        raise IsochronError(
            f"--jtag: there is no debug module on {platform} with the hardware {hardware}; "
            f"there is on Ibex with {having}. `--gdb` debugs every one"
        )
    return name


def jtag(place: str, program: Path, tell: Callable[[str], None]) -> socket.socket:
    """Listen at ``[host]:port`` for OpenOCD, and return the socket.

    ``tell`` is called with the command that connects to it.
    """
    address = _address("--jtag", place)
    try:
        listener = socket.create_server(address)
    except (OSError, OverflowError) as error:
        raise IsochronError(f"--jtag {place}: {error}") from error
    host, port = address[0], listener.getsockname()[1]
    words = ["openocd", "-c", openocd_adapter(host, port)]
    debugged = Program(program)
    if debugged.variable(_RUNNING_IN_SOFTWARE):
        words += ["-c", "set KERNEL_BASE 0"]
    if debugged.label(_SWITCHES_BY_LOAD):
        words += ["-c", "set CONTEXTS_BASE 0xA0100000"]
    tell(f"waiting for OpenOCD: {shlex.join([*words, '-f', str(_SCRIPT)])}")
    return listener


def openocd_adapter(host: str, port: int) -> str:
    """Return OpenOCD's commands for the simulated SoC in the place of an adapter."""
    return f"adapter driver remote_bitbang; remote_bitbang host {host}; remote_bitbang port {port}"


def _address(option: str, place: str) -> tuple[str, int]:
    host, _, port = place.rpartition(":")
    if not port.isdecimal():
        raise IsochronError(f"{option} {place} names no port: give one as :3333")
    return host or _HERE, int(port)
