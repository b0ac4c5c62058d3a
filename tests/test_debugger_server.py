# SPDX-License-Identifier: Apache-2.0
"""GDB's server against a simulator that is made up: whatever comes, it answers and goes on."""

import random
import re
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from isochron import building
from isochron.building import firmware
from isochron.debugging import target as targets
from isochron.debugging.packets import INTERRUPT, Packets
from isochron.debugging.server import Server

PROGRAM = "void _start(void) { for (;;) { } }"
TIMEOUT = 60
RAM, RAM_SIZE = 0x4000_0000, 256 * 1024
NUMBER = "(?:0x[0-9a-f]{1,8}|[0-9]{1,10})"
SAID = re.compile(
    rf"registers|switches|where|continue|back|look-back|step (?:any|[0-9]{{1,10}})|interrupt|detach"
    rf"|kill|(?:state|bank|task-at|break|unbreak) {NUMBER}|(?:set|look|load) {NUMBER} {NUMBER}"
    rf"|(?:un)?watch (?:write|read|access) {NUMBER} {NUMBER}|store {NUMBER} (?:[0-9a-f]{{2}})+"
)
"""What a simulator understands (simulator/debugger.cpp): it fails at anything else."""
LEAVING = re.compile(rb"D(;.*)?|k|vKill.*", re.DOTALL)
GOOD = [
    *("qSupported:multiprocess+;swbreak+", "qAttached:1", "qSymbol::", "qfThreadInfo", "qC", "?"),
    *("qXfer:features:read:target.xml:0,fff", "qXfer:threads:read::0,1000", "qsThreadInfo"),
    *("qThreadExtraInfo,1", "T1", "Hg0", "Hc-1", "g", "p20", "P20=00000040", "m40000000,40"),
    *("M40000000,4:00112233", "X40000000,2:ab", "Z0,40000080,4", "z0,40000080,4", "Z2,40000000,4"),
    *("vCont?", "vCont;c", "vCont;s:1;c", "vCont;r40000080,40000090:1", "c", "s", "bs", "bc"),
    *("qRcmd,6f626a65637473", "qRcmd,7461736b73", "qRcmd,74696d65", "vMustReplyEmpty"),
]


class Simulator:
    """Obeys as a simulator does, with a program that stops at once wherever it goes on."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.said: list[str] = []
        self.misunderstood: list[str] = []

    def run(self) -> None:
        lines = self.connection.makefile("rw", encoding="ascii", newline="\n")
        print("stopped begin", file=lines, flush=True)
        for line in lines:
            word, *numbers = line.split()
            self.said.append(line.strip())
            if SAID.fullmatch(line.strip()) is None or not self.in_range(numbers):
                self.misunderstood.append(line)
            if word in ("kill", "detach"):
                break
            if answer := self.answer(word, numbers):
                print(answer, file=lines, flush=True)
        self.connection.shutdown(socket.SHUT_RDWR)

    @staticmethod
    def in_range(numbers: list[str]) -> bool:
        return all(int(word, 16) < 1 << 32 for word in numbers[:2] if word.startswith("0x"))

    @staticmethod
    def answer(word: str, numbers: list[str]) -> str:
        match word:
            case "registers" | "bank":
                return " ".join(["0x40000080"] * 32 + ["0xffffffff"])  # in no range of steps
            case "where":
                return "1 2 0 3"
            case "look":
                return "-1"
            case "load":
                length = min(int(numbers[1]), RAM + RAM_SIZE - int(numbers[0], 16))
                return "00" * length if int(numbers[0], 16) >= RAM and length > 0 else "no"
            case "continue" | "step" | "back" | "look-back":
                return "stopped step"
            case "interrupt":
                return ""
        return "ok"


class Session:
    """A client, the server and the simulator that is made up."""

    def __init__(self, program: Path) -> None:
        ours, simulators = socket.socketpair()
        self.simulator = Simulator(simulators)
        self.warnings: list[str] = []
        ports: list[int] = []
        listening = threading.Event()

        def on_listening(port: int) -> None:
            ports.append(port)
            listening.set()

        server = Server(program, ("localhost", 0), on_listening, self.warnings.append)
        self.serving = threading.Thread(target=server.serve, args=(ours,))
        self.running = threading.Thread(target=self.simulator.run)
        for thread in (self.serving, self.running):
            thread.start()
        assert listening.wait(TIMEOUT)
        self.connection = socket.create_connection(("localhost", ports[0]), TIMEOUT)
        self.packets = Packets(self.connection)

    def hear(self) -> bytes:
        while (packet := self.packets.next()) is None:
            self.packets.read()
        return packet

    def ask(self, packet: bytes | str) -> bytes:
        self.packets.send(packet if isinstance(packet, bytes) else packet.encode())
        return self.hear()

    def end(self) -> None:
        self.packets.send(b"k")
        self.serving.join(TIMEOUT)
        self.running.join(TIMEOUT)
        assert not self.serving.is_alive()
        assert self.simulator.misunderstood == []


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("program")
    source, target = folder / "program.c", folder / "program.elf"
    source.write_text(PROGRAM)
    command = [firmware.compiler(), "-march=rv32im", "-mabi=ilp32", "-nostdlib", source]
    building.execute([*command, "-o", target])
    return target


@pytest.fixture
def session(program: Path) -> Iterator[Session]:
    made = Session(program)
    yield made
    made.end()


@pytest.mark.parametrize(
    "packet",
    [
        *("qRcmd,abc", "qRcmd,zz", "qRcmd", "vCont;s:zz", "vCont;", "vCont", "vCont;q"),
        *("M40000000,1:abc", "M40000000,4:00", "X40000000,4:abc", "qXfer:threads:read::5"),
        *("qXfer:features:read:other.xml:0,10", "m40000000", "m,4", "p", "pzz", "g1", "T", "Hx1"),
        *("m100000000,4", "M100000000,1:00", "X100000000,1:a", "Z0,100000000,4", "mffffffff,2"),
        *("Mffffffff,2:0000", "Z2,1ffffffff,4", "m40000000,100000000", "P20=0", "p123456789"),
    ],
)
def test_what_is_no_packet_is_refused(session: Session, packet: str):
    assert session.ask(packet) == b"E01"
    assert session.ask("?").startswith(b"T05")
    assert not [line for line in session.simulator.said if line.startswith(("load", "store", "br"))]


@pytest.mark.parametrize("packet", ["vMustReplyEmpty", "qCRC:0,1", "G00", "i", "", "b", "Q"])
def test_what_the_server_does_not_know_gets_the_empty_answer(session: Session, packet: str):
    assert session.ask(packet) == b""


def test_a_document_can_be_read_from_its_middle(session: Session):
    first = session.ask("qXfer:threads:read::0,5")
    assert session.ask("qXfer:threads:read::5,1000")[1:].startswith(b" version")
    assert first == b"m<?xml"


def test_monitors_command_need_be_no_text(session: Session):
    assert b"monitor where" in bytes.fromhex(session.ask("qRcmd,ff00fe").decode())


def test_a_packet_that_came_damaged_is_asked_for_again(session: Session):
    session.connection.sendall(b"$?#00")
    assert session.connection.recv(1) == b"-"
    session.connection.sendall(b"$?#3f")
    assert session.connection.recv(1) == b"+"
    answer = session.hear()
    session.connection.sendall(b"-")
    assert session.hear() == answer
    assert session.ask("QStartNoAckMode") == b"OK"
    session.packets.acknowledges = False
    session.connection.sendall(b"$?#00")
    assert session.hear() == answer


def test_bytes_outside_of_packets_are_passed_over(session: Session):
    session.connection.sendall(b"garbage#00+++" + INTERRUPT)
    assert session.ask("qAttached") == b"1"


def test_a_simulator_that_ends_while_gdb_thinks_ends_the_session(program: Path):
    session = Session(program)
    assert session.ask("qAttached") == b"1"
    session.simulator.connection.shutdown(socket.SHUT_RDWR)
    session.serving.join(TIMEOUT)
    assert not session.serving.is_alive()


@pytest.mark.parametrize(
    "count",
    [pytest.param(3_000, id="3000"), pytest.param(100_000, id="100000", marks=pytest.mark.wide)],
)
def test_random_packets_do_not_end_the_session(session: Session, count: int):
    chance = random.Random(count)
    session.ask("QStartNoAckMode")
    session.packets.acknowledges = False
    for _ in range(count):
        packet = damaged(chance.choice(GOOD).encode("latin-1"), chance)
        if LEAVING.fullmatch(packet) is None:
            session.ask(packet)
        if chance.random() < 0.01:
            session.connection.sendall(chance.choice((INTERRUPT, b"+", b"-", b"#00", b"\0")))
    assert session.ask("qAttached") == b"1"


def damaged(packet: bytes, chance: random.Random) -> bytes:
    """Change some bytes of a packet, or put some in, mostly such as it may have."""
    changed = bytearray(packet)
    for _ in range(chance.randint(0, 3)):
        at = chance.randint(0, len(changed))
        byte = chance.choice(b"0123456789abcdefgHmMpPqXzZ:;,=-?\0\xff#$}*")
        changed[at : at + chance.randint(0, 1)] = bytes((byte,)) * chance.choice((1, 1, 1, 9))
        if chance.random() < 0.1:
            del changed[at:]
    return bytes(changed)


def test_a_program_without_debug_information_says_what_is_missing(session: Session):
    text = "the program has no FreeRTOS"
    assert text in bytes.fromhex(session.ask("qRcmd," + b"tasks".hex()).decode()).decode()
    assert session.warnings[0].startswith(text)


@pytest.mark.parametrize(
    ("name", "shown"),
    [(b"a\x01b", "a?b"), (b"gr\xfcn", "gr�n"), ("grün".encode(), "grün"), (b"<&\"'>", "<&\"'>")],
)
def test_a_tasks_name_is_shown_as_far_as_it_is_text(name: bytes, shown: str):
    memory: Any = SimpleNamespace(
        field=lambda structure, path: (0, 16),
        read=lambda address, length: name.ljust(length, b"\0"),
    )
    assert targets.descriptions.HardwareKernel(memory).name(0) == shown
