# SPDX-License-Identifier: Apache-2.0
"""A run whose debugger is silent, gone, wrong or interrupts: how it stops and ends."""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest
from test_debugger import PROGRAM, TIMEOUT, build

from isochron.building import firmware
from isochron.building.elf import WrongElf, opened
from isochron.debugging.command import debugger
from isochron.debugging.link import Link
from isochron.debugging.packets import INTERRUPT, Packets
from isochron.debugging.server import Server
from isochron.debugging.target import Target
from isochron.errors import IsochronError
from isochron.running import simulator


class Client:
    """A debugger that says a packet at a time."""

    def __init__(
        self,
        program: Path,
        run: Callable[..., Any] = simulator.run,
        target: Callable[[Path, Link], Target] = Target,
    ) -> None:
        ports: SimpleQueue[int] = SimpleQueue()
        server = Server(program, ("localhost", 0), ports.put, target=target)
        self.ended: SimpleQueue[Any] = SimpleQueue()
        """What the run returns, or how it was killed."""

        def debugged() -> None:
            try:
                self.ended.put(run(program, debugger=server.serve))
            except simulator.Killed as killed:
                self.ended.put(killed)

        threading.Thread(target=debugged).start()
        connection = socket.create_connection(("localhost", ports.get(timeout=TIMEOUT)), TIMEOUT)
        self.connection = connection
        self._packets = Packets(connection)

    def say(self, packet: str) -> None:
        self._packets.send(packet.encode())

    def ask(self, packet: str) -> str:
        self.say(packet)
        return self.hear().decode()

    def hear(self) -> bytes:
        while (packet := self._packets.next()) is None:
            self._packets.read()
        return packet


def test_an_interrupt_stops_a_program_that_runs() -> None:
    long = {"configUSE_MUTEXES": "1", "SLEEP": "900"}  # it ends after a minute
    client = Client(firmware.build(PROGRAM, "isochron", defines=long))
    client.say("vCont;c")
    client.connection.sendall(INTERRUPT)
    assert client.hear().startswith(b"T02thread:")
    client.say("k")
    assert isinstance(client.ended.get(timeout=TIMEOUT), simulator.Killed)


def test_a_program_that_is_let_alone_runs_to_its_end() -> None:
    client = Client(build("isochron"))
    assert client.ask("D") == "OK"
    assert client.ended.get(timeout=TIMEOUT) == simulator.run(build("isochron"))


@pytest.mark.parametrize("packet", ["k", None], ids=["kill", "gone"])
def test_a_program_ends_with_its_debugger(packet: str | None) -> None:
    client = Client(build("isochron"))
    if packet:
        client.say(packet)
    client.connection.close()
    assert isinstance(client.ended.get(timeout=TIMEOUT), simulator.Killed)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_program_ends_with_a_debugger_that_fails() -> None:
    def fail(_: socket.socket) -> None:
        raise ValueError

    with pytest.raises(simulator.Killed):
        simulator.run(build("isochron"), debugger=fail)


def test_damaged_debug_information_ends_the_run_with_its_error(tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.elf"
    content = bytearray(build("isochron").read_bytes())
    with opened(build("isochron")) as file:
        begin = file.get_section_by_name(".debug_info")["sh_offset"]
    content[begin + 4 : begin + 64] = b"\xff" * 60
    damaged.write_bytes(content)
    ports: SimpleQueue[int] = SimpleQueue()
    server = Server(damaged, ("localhost", 0), ports.put)

    def connect() -> None:
        socket.create_connection(("localhost", ports.get(timeout=TIMEOUT)), TIMEOUT)

    threading.Thread(target=connect).start()
    with pytest.raises(WrongElf, match=r"damaged\.elf is not an ELF file, or a damaged one"):
        simulator.run(damaged, debugger=server.serve)


def test_what_cannot_be_done_is_refused() -> None:
    client = Client(build("isochron"))
    assert client.ask("m90000000,1") == "E01"  # a device has words
    assert client.ask("m90000002,4") == "E01"
    assert client.ask("m00000000,4") == "E01"  # nothing is there
    assert client.ask("M00000000,4:00000000") == "E01"
    assert re.fullmatch("[0-9a-f]{8}", client.ask("m90000000,4"))  # a device, after what is none
    assert client.ask("M4003fffe,4:00000000") == "E01"  # half of it behind the RAM
    assert client.ask("m4003fffe,4") == "0000"  # what there is of it
    assert client.ask("P20=00000000").startswith("E.the core")  # no jump reaches that
    assert client.ask("P20=01000040").startswith("E.the core")  # no instruction is there
    assert client.ask("P21=00000040").startswith("E.the core")  # no such register
    assert client.ask("Hg77") == "E01"
    assert client.ask("T77") == "E01"
    client.say("k")


def start(program: Path) -> tuple[subprocess.Popen[str], socket.socket]:
    """Start `isochron run --gdb` in a session of its own, and connect to it."""
    command = [sys.executable, "-c", "from isochron.cli import main; main()", "run", program]
    process = subprocess.Popen(
        [*command, "--gdb", ":0"],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # As in a terminal, also if these tests run in the background.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stderr is not None
    for line in process.stderr:
        if found := re.search(r"target remote :(\d+)", line):
            return process, socket.create_connection(("localhost", int(found[1])), TIMEOUT)
    raise AssertionError("it did not say where it waits")


@pytest.mark.parametrize("to_group", [True, False], ids=["terminal", "kill"])
def test_ctrl_c_ends_a_run_whose_debugger_is_silent(to_group: bool) -> None:
    process, connection = start(build("isochron"))
    packets = Packets(connection)
    packets.send(b"?")
    while packets.next() is None:
        packets.read()
    if to_group:
        os.killpg(process.pid, signal.SIGINT)
    else:
        process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=TIMEOUT)
    assert process.returncode != 0
    assert "Traceback" not in said
    connection.settimeout(TIMEOUT)
    with suppress(ConnectionResetError):
        assert connection.recv(100) == b""


@pytest.mark.parametrize("place", ["3333x", ":", "localhost", ":70000", "no.such.host.:3333"])
def test_a_place_where_nobody_can_listen_is_refused(place: str, tmp_path: Path) -> None:
    with pytest.raises(IsochronError, match=f"--gdb {re.escape(place)}"):
        debugger(place, tmp_path / "program.elf", print)
