# SPDX-License-Identifier: Apache-2.0
"""A program comes into a board by its serial line, though the line damages and loses characters."""

import os
import pty
import subprocess
import tty
from itertools import accumulate
from pathlib import Path

import pytest
import serial
from typer.testing import CliRunner

from isochron.boards import build, contents, loader, loading, self_test, simulation
from isochron.boards.build import Image
from isochron.boards.catalogue import boards
from isochron.building import firmware
from isochron.building.elf import WrongElf
from isochron.cli import app
from isochron.errors import IsochronError
from isochron.paths import ROOT

BOARD = simulation.fast(boards()["ulx3s-25f"])
IMAGE = Image(BOARD, "isochron")
ENDLESS = 1_000_000_000
"""Cycles, more than a test simulates."""
HELLO = "firmware/examples/hello/main.c"
PATIENCE = 100
"""Seconds in which a simulator answers, however busy the machine is."""


class Board:
    """A port with a board that answers at once; what it is told of ``spoilt`` frames is lost."""

    def __init__(self, ram_bytes: int = BOARD.ram_bytes, spoilt: tuple[int, ...] = ()) -> None:
        self.ram = bytearray(ram_bytes)
        self.started: int | None = None
        self.went = False
        self._spoilt = spoilt
        self._frames = 0
        self._answers = b""

    def reset_input_buffer(self) -> None:
        self._answers = b""

    def write(self, data: bytes, /) -> int:
        assert not self.went, "its program runs"
        if data == loading.GO:
            self.went = self.started is not None
            return len(data)
        address, block = int.from_bytes(data[1:5], "little"), data[7:-4]
        assert data == loading.frame(address, block)
        at = address - contents.RAM_BASE
        if block:
            self.ram[at : at + len(block)] = block
        elif address:
            self.started = address
        self._frames += 1
        if self._frames not in self._spoilt:
            self._answers = b"a question\n\x06" + loading.answer(data, len(self.ram))
        return len(data)

    def read(self, size: int = 1, /) -> bytes:
        read, self._answers = self._answers[:size], self._answers[size:]
        return read


def serve(board: Board, port: int) -> None:
    """Be the board at a port, an open file, until its program goes."""
    with open(port, "rb", closefd=False) as line:
        while not board.went:
            frame = line.read(1)
            if frame != loading.GO:
                frame += line.read(6)
                frame += line.read(int.from_bytes(frame[5:7], "little") + 4)
            board.write(frame)
            os.write(port, board.read(99))


@pytest.fixture(scope="module")
def elf() -> Path:
    return simulation.program(IMAGE)


def test_a_program_is_in_the_ram_as_a_bitstream_has_it(elf: Path):
    board, told = Board(spoilt=(1, 3, 4, 9)), []
    size = loading.load(board, elf, lambda *progress: told.append(progress))
    words = contents.image(elf, BOARD.ram_bytes)
    assert board.ram == b"".join(word.to_bytes(4, "little") for word in words)
    assert board.started == contents.ENTRY
    assert board.went
    blocks = (
        min(loading.BLOCK, len(data) - at)
        for _, data in contents.segments(elf)
        for at in range(0, len(data), loading.BLOCK)
    )
    assert told == [(done, size) for done in accumulate(blocks)]


def test_what_does_not_fit_is_refused_with_the_size_of_the_ram(elf: Path, monkeypatch):
    with pytest.raises(IsochronError, match=r"needs [\d,]+ bytes of RAM, and the board has 65,536"):
        loading.load(Board(), firmware.build(HELLO, "isochron"))
    monkeypatch.setattr(loader, "BYTES", 60_000)
    with pytest.raises(
        IsochronError, match=r"65,536 bytes of RAM the last 60,000 are the loader's"
    ):
        loading.load(Board(), elf)
    with pytest.raises(WrongElf):
        loading.load(Board(), ROOT / HELLO)


def test_a_line_without_a_loader_is_told_with_its_causes(elf: Path):
    with pytest.raises(IsochronError, match="is this the board's port"):
        loading.load(Board(spoilt=tuple(range(99))), elf)

    class Chatter(Board):
        def read(self, size: int = 1, /) -> bytes:
            return b"tick "[:size]

    with pytest.raises(IsochronError, match="a program is running already"):
        loading.load(Chatter(), elf)


def test_a_port_that_is_not_there_or_goes_away_is_told(elf: Path, tmp_path: Path, monkeypatch):
    done = CliRunner().invoke(app, ["board", "load", str(tmp_path / "tty"), str(elf)])
    assert isinstance(done.exception, IsochronError)
    assert "name the board's serial port" in str(done.exception)
    ours, theirs = pty.openpty()

    class Pulled(serial.Serial):
        def write(self, data: bytes, /) -> int | None:
            os.close(ours)
            return super().write(data)

    monkeypatch.setattr(serial, "serial_for_url", Pulled)
    done = CliRunner().invoke(app, ["board", "load", os.ttyname(theirs), str(elf)])
    os.close(theirs)
    assert isinstance(done.exception, IsochronError)
    assert "whether the cable is plugged in" in str(done.exception)


class Noisy(serial.Serial):
    """A port that damages or loses some of what is sent, until the self-test has ended.

    The answers to two frames that start the program do not arrive.
    """

    faults = 0
    starts = 0
    """Frames that start the program."""

    def __init__(self, port: str, **_: object) -> None:
        super().__init__(port, timeout=PATIENCE)
        self._count, self._heard = 0, b""

    def write(self, data: bytes, /) -> int | None:
        Noisy.starts += data == loading.frame(contents.ENTRY, b"")
        arrived = bytearray()
        for character in data:
            self._count += 1
            damaged, lost = self._count % 4_001 == 0, self._count % 6_007 == 0
            Noisy.faults += damaged or lost
            if not lost:
                arrived.append(character ^ 0x20 if damaged else character)
        return super().write(arrived)

    def read(self, size: int = 1, /) -> bytes:
        if self._heard.endswith(b"self-test: end\n"):
            raise KeyboardInterrupt
        read = super().read(size)
        if 0 < Noisy.starts <= 2 and read == b"\x06":
            return b"\x15"
        self._heard += read
        return read


@pytest.mark.wide
def test_over_a_bad_line_a_program_is_loaded_and_takes_the_cycles_of_one_that_was_there(
    elf: Path, tmp_path: Path, monkeypatch
):
    """The board's report compares them with a simulator whose RAM had the program."""
    program = self_test.build("isochron", BOARD.ram_bytes, tests=("semaphore-actions",))
    build.write_hex(loader.image(elf, BOARD), tmp_path / "ram.hex")
    command = simulation.command(IMAGE, simulation.of_rtl(IMAGE), ENDLESS)
    monkeypatch.setattr(serial, "serial_for_url", Noisy)
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    ends = {"stdin": ours, "stdout": ours, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, cwd=tmp_path, **ends) as process:
        try:
            loaded = CliRunner().invoke(app, ["board", "load", os.ttyname(theirs), str(program)])
        finally:
            process.kill()
    os.close(ours)
    os.close(theirs)
    assert loaded.exit_code == 0, loaded.output
    assert f"{program.name} runs" in loaded.output
    assert Noisy.faults > 5
    assert Noisy.starts >= 3
    log = tmp_path / "board.log"
    log.write_bytes(loaded.stdout_bytes)
    done = CliRunner().invoke(app, ["board", "report", str(log)])
    assert done.exit_code == 0, done.output
    assert "All 16 samples are equal" in done.output
