# SPDX-License-Identifier: Apache-2.0
"""GDB's remote protocol: what GDB asks, of the simulator.

https://sourceware.org/gdb/current/onlinedocs/gdb.html/Remote-Protocol.html describes the packets.
"""

import re
import select
import socket
from collections.abc import Callable
from pathlib import Path
from xml.sax.saxutils import quoteattr

from isochron.debugging.link import Ended, Link, LinkLost, Stopped
from isochron.debugging.monitor import monitor
from isochron.debugging.packets import INTERRUPT, ConnectionLost, Packets
from isochron.debugging.target import REGISTERS, Target
from isochron.running.simulator import exit_status

_PACKET_SIZE = 0x4000
_END = 1 << 32
"""Behind the last address."""
_OK, _UNKNOWN, _REFUSED = b"OK", b"", b"E01"
_SIGINT, _SIGTRAP, _SIGTERM = 2, 5, 15
_FEATURES = (
    f"PacketSize={_PACKET_SIZE:x};QStartNoAckMode+;vContSupported+;qXfer:features:read+;"
    "qXfer:threads:read+"
)
_BACKWARDS = ";ReverseStep+;ReverseContinue+"
_WATCHPOINTS = {"2": ("write", "watch"), "3": ("read", "rwatch"), "4": ("access", "awatch")}
"""By the number of Z and z: the kind, and what a stop calls it."""
_STOP_NAMES = dict(_WATCHPOINTS.values())
_FLOAT_REGISTERS = (
    *(f"ft{i}" for i in range(8)),
    *("fs0", "fs1"),
    *(f"fa{i}" for i in range(8)),
    *(f"fs{i}" for i in range(2, 12)),
    *(f"ft{i}" for i in range(8, 12)),
)
_FLOAT_STATE = ("fflags", "frm", "fcsr")
"""GDB wants them of a program with floating point; their values are not told."""


def _registers_of_type(kind: str, names: tuple[str, ...]) -> str:
    return "".join(f'<reg name="{name}" bitsize="32" type="{kind}"/>' for name in names)


_BEGIN = (
    '<?xml version="1.0"?><!DOCTYPE target SYSTEM "gdb-target.dtd"><target version="1.0">'
    '<architecture>riscv:rv32</architecture><feature name="org.gnu.gdb.riscv.cpu">'
    + _registers_of_type("int", REGISTERS[:-1])
    + _registers_of_type("code_ptr", REGISTERS[-1:])
    + "</feature>"
)
_FLOAT = (
    '<feature name="org.gnu.gdb.riscv.fpu">'
    + _registers_of_type("ieee_single", _FLOAT_REGISTERS)
    + _registers_of_type("int", _FLOAT_STATE)
    + "</feature>"
)


class Server:
    """One program, and one GDB."""

    def __init__(
        self,
        elf: Path,
        address: tuple[str, int],
        on_listening: Callable[[int], None],
        warn: Callable[[str], None] = lambda _: None,
        target: Callable[[Path, Link], Target] = Target,
    ):
        """Take the port.

        ``on_listening`` is called with it as soon as there is a program, and ``warn`` with what the
        program lacks, when GDB comes.
        """
        self._elf = elf
        self._on_listening = on_listening
        self._warn = warn
        self._target = target
        self._listening = socket.create_server(address)

    def serve(self, simulator: socket.socket) -> None:
        """Serve the first GDB that connects, until it leaves or the program ends."""
        link = Link(simulator)
        with self._listening:
            try:
                stopped = link.wait()
                self._on_listening(self._listening.getsockname()[1])
                ready, _, _ = select.select([self._listening, simulator], [], [])
                if self._listening not in ready:
                    return
                connection, _ = self._listening.accept()
                with connection:
                    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    target = self._target(self._elf, link)
                    if target.lacks:
                        self._warn(target.lacks)
                    _Session(target, link, Packets(connection), stopped).serve()
            except LinkLost:
                return
            except ConnectionLost:
                link.kill()


class _Session:
    def __init__(
        self, target: Target, link: Link, packets: Packets, stopped: Stopped | Ended
    ) -> None:
        self._link = link
        self._packets = packets
        self._last = stopped
        self._target = target
        self._thread = 0
        """That which registers are asked of; 0: the running one."""
        self._over = False
        self._interrupted = False
        """GDB sent Ctrl-C while the program ran."""
        self._documents: dict[str, str] = {}

    def serve(self) -> None:
        while not self._over:
            packet = self._receive()
            if packet != INTERRUPT:  # one that came too late: the program had stopped by itself
                answer = self._answer(packet)
                if answer is not None:
                    self._packets.send(answer)

    def _receive(self) -> bytes:
        """Return the next packet. A simulator that is stopped says nothing, unless it ends."""
        while (packet := self._packets.next()) is None:
            if self._simulator_speaks():
                raise LinkLost("the simulator ended")
            self._packets.read()
        return packet

    def _simulator_speaks(self) -> bool:
        """Wait for the simulator or GDB; say whether the simulator has sent something."""
        simulator, gdb = self._link.connection, self._packets.connection
        return simulator in select.select([simulator, gdb], [], [])[0]

    def _answer(self, packet: bytes) -> bytes | None:
        """Return the answer to a packet; None if it has none."""
        text = packet.decode("latin-1")
        name = _NAME.match(text)
        if name is None or name[0] not in _ANSWERS:
            return _UNKNOWN
        for arguments, method in _ANSWERS[name[0]]:
            match = arguments.fullmatch(text, name.end())
            if match:
                return method(self, *match.groups())
        return _REFUSED

    # what is there

    def _supported(self) -> bytes:
        return f"{_FEATURES}{_BACKWARDS if self._target.goes_back else ''}".encode()

    def _without_acknowledgements(self) -> None:
        self._packets.send(_OK)
        self._packets.acknowledges = False

    def _yes(self) -> bytes:
        return b"1"

    def _ok(self) -> bytes:
        return _OK

    def _transfer(self, kind: str, offset: str, length: str) -> bytes:
        start, size = int(offset, 16), int(length, 16)
        if start == 0 or kind not in self._documents:
            whole = self._description if kind == "features" else self._thread_list()
            self._documents[kind] = whole
        data = self._documents[kind].encode()[start : start + size]
        more = start + size < len(self._documents[kind].encode())
        return (b"m" if more else b"l") + data

    def _command(self, text: str) -> bytes:
        command = bytes.fromhex(text).decode(errors="replace")
        return monitor(command, self._link, self._target).encode().hex().encode() or _OK

    # threads

    def _thread_list(self) -> str:
        threads = (
            f'<thread id="{thread.number:x}" name={quoteattr(thread.name)}>'
            f"{thread.description}</thread>"
            for thread in self._target.threads.values()
        )
        return f'<?xml version="1.0"?><threads>{"".join(threads)}</threads>'

    def _thread_numbers(self) -> bytes:
        return b"m" + ",".join(f"{number:x}" for number in self._target.threads).encode()

    def _no_more_threads(self) -> bytes:
        return b"l"

    def _thread_description(self, number: str) -> bytes:
        thread = self._target.threads.get(int(number, 16))
        text = f"{thread.name}: {thread.description}" if thread else "no such task"
        return text.encode().hex().encode()

    def _is_there(self, number: str) -> bytes:
        return _OK if int(number, 16) in self._target.threads else _REFUSED

    def _running_thread(self) -> bytes:
        return f"QC{self._target.running_thread:x}".encode()

    def _choose(self, number: str) -> bytes:
        """-1 and 0 are whichever runs."""
        chosen = int(number, 16)
        if chosen > 0 and chosen not in self._target.threads:
            return _REFUSED
        self._thread = max(chosen, 0)
        return _OK

    # registers and memory

    @property
    def _description(self) -> str:
        return f"{_BEGIN}{_FLOAT if self._target.has_floating_point else ''}</target>"

    def _registers_of_thread(self) -> list[int | None]:
        registers = self._target.registers(self._thread or self._target.running_thread)
        if self._target.has_floating_point:
            registers += [None] * len((*_FLOAT_REGISTERS, *_FLOAT_STATE))
        return registers

    def _registers(self) -> bytes:
        return b"".join(map(_as_hex, self._registers_of_thread()))

    def _register(self, number: str) -> bytes:
        registers = self._registers_of_thread()
        index = int(number, 16)
        return _as_hex(registers[index]) if index < len(registers) else _REFUSED

    def _set_register(self, number: str, value: str) -> bytes:
        if self._thread not in (0, self._target.running_thread):
            return b"E.only the registers of the running task can be written"
        data = int.from_bytes(bytes.fromhex(value), "little")
        if self._link.set_register(int(number, 16), data):
            return _OK
        return b"E.the core lets no register be written here (docs/howto/debug.md says why)"

    def _load(self, address: str, length: str) -> bytes:
        start, size = int(address, 16), min(int(length, 16), _PACKET_SIZE // 2)
        data = self._link.load(start, size) if start + size <= _END else None
        return _REFUSED if data is None else data.hex().encode()

    def _store(self, address: str, length: str, data: bytes) -> bytes:
        self._target.forget()
        start, size = int(address, 16), int(length, 16)
        if size != len(data) or start + size > _END:
            return _REFUSED
        return _OK if self._link.store(start, data) else _REFUSED

    def _store_hex(self, address: str, length: str, data: str) -> bytes:
        return self._store(address, length, bytes.fromhex(data))

    def _store_binary(self, address: str, length: str, data: str) -> bytes:
        return self._store(address, length, data.encode("latin-1"))

    def _stop_at(self, kind: str, address: str, length: str, wanted: bool = True) -> bytes:
        if kind in "01":
            self._link.set_breakpoint(int(address, 16), wanted)
        else:
            what, _ = _WATCHPOINTS[kind]
            self._link.set_watchpoint(what, int(address, 16), int(length, 16), wanted)
        return _OK

    def _stop_no_more_at(self, kind: str, address: str, length: str) -> bytes:
        return self._stop_at(kind, address, length, wanted=False)

    # going on, and back

    def _ways(self) -> bytes:
        return b"vCont;c;C;s;S;r"

    def _why(self) -> bytes:
        return self._said(self._last)

    def _go_on(self) -> bytes | None:
        self._link.go_on()
        return self._wait()

    def _step(self) -> bytes | None:
        self._link.step(self._target.key(self._target.running_thread))
        return self._wait()

    def _step_back(self) -> bytes | None:
        if not self._target.goes_back:
            return _REFUSED
        self._link.step_back()
        return self._wait()

    def _go_back(self) -> bytes | None:
        if not self._target.goes_back:
            return _REFUSED
        self._link.go_back()
        return self._wait()

    def _resume(self, actions: str) -> bytes | None:
        """The first step counts; all other threads run whenever the scheduler lets them."""
        for begin, end, number in _STEP.findall(actions):
            thread = int(number or "0", 16)
            key = self._target.key(thread if thread > 0 else self._target.running_thread)
            return self._step_in(key, range(int(begin or "0", 16), int(end or "0", 16)))
        return self._go_on()

    def _step_in(self, key: int | None, addresses: range) -> bytes | None:
        """Step; and on, within a line of the source."""
        while True:
            self._link.step(key)
            answer = self._wait()
            stopped = self._last
            plain = isinstance(stopped, Stopped) and stopped.reason == "step"
            if plain and self._interrupted:
                self._last = Stopped("interrupt")
                return self._said(self._last)
            if not plain or self._target.place not in addresses or self._packets.waits:
                return answer

    def _wait(self) -> bytes | None:
        """Wait until the program stops; GDB can interrupt it. It means that thread from then on."""
        self._target.forget()
        self._thread = 0
        self._interrupted = False
        while True:
            while (packet := self._packets.next()) is not None:
                if packet == INTERRUPT:
                    self._interrupted = True
                    self._link.interrupt()
            if self._simulator_speaks():
                self._last = self._link.wait()
                return self._said(self._last)
            self._packets.read()

    def _said(self, last: Stopped | Ended) -> bytes:
        if isinstance(last, Ended):
            self._over = True
            if last.reason == "exit":
                return b"W%02x" % exit_status(last.code)
            return b"X%02x" % _SIGTERM
        signal = _SIGINT if last.reason == "interrupt" else _SIGTRAP
        text = f"T{signal:02x}thread:{self._target.running_thread:x};"
        if last.reason == "watch":
            text += f"{_STOP_NAMES[last.kind]}:{last.address:x};"
        if last.reason == "begin":
            text += "replaylog:begin;"
        return text.encode()

    def _detach(self) -> bytes:
        self._over = True
        self._link.detach()
        return _OK

    def _kill(self) -> bytes | None:
        self._over = True
        self._link.kill()
        return None

    def _kill_and_say(self) -> bytes:
        self._kill()
        return _OK


def _as_hex(value: int | None) -> bytes:
    """Return a register as GDB wants it, with x for what is not known."""
    return b"xxxxxxxx" if value is None else value.to_bytes(4, "little").hex().encode()


_HEX = "[0-9a-fA-F]"
_NUMBER = f"0*{_HEX}{{1,8}}"
"""Of 32 bits: so are addresses, lengths and the numbers of threads."""
_BYTES = f"(?:{_HEX}{{2}})*"
_THREAD = f"(?:-1|{_NUMBER})"
_PLACE = f"({_NUMBER}),({_NUMBER})"
_STEP = re.compile(f";(?:s|S{_HEX}{{2}}|r{_PLACE})(?::({_THREAD}))?")
_ACTION = f";(?:[cs]|[CS]{_HEX}{{2}}|r{_NUMBER},{_NUMBER})(?::{_THREAD})?"
_NAME = re.compile(r"[qQv][A-Za-z]*|b[cs]|.", re.DOTALL)
_WAYS: dict[str, dict[str, Callable[..., bytes | None]]] = {
    "qSupported": {".*": _Session._supported},
    "QStartNoAckMode": {"": _Session._without_acknowledgements},
    "qAttached": {".*": _Session._yes},
    "qSymbol": {".*": _Session._ok},
    "qXfer": {
        rf":(features):read:target\.xml:{_PLACE}": _Session._transfer,
        f":(threads):read::{_PLACE}": _Session._transfer,
    },
    "qRcmd": {f",({_BYTES})": _Session._command},
    "qfThreadInfo": {"": _Session._thread_numbers},
    "qsThreadInfo": {"": _Session._no_more_threads},
    "qThreadExtraInfo": {f",({_NUMBER})": _Session._thread_description},
    "T": {f"({_NUMBER})": _Session._is_there},
    "qC": {"": _Session._running_thread},
    "H": {f"g({_THREAD})": _Session._choose, f"c{_THREAD}": _Session._ok},
    "g": {"": _Session._registers},
    "p": {f"({_NUMBER})": _Session._register},
    "P": {f"({_NUMBER})=({_HEX}{{8}})": _Session._set_register},
    "m": {_PLACE: _Session._load},
    "M": {f"{_PLACE}:({_BYTES})": _Session._store_hex},
    "X": {f"{_PLACE}:(.*)": _Session._store_binary},
    "Z": {f"([0-4]),{_PLACE}(?:;.*)?": _Session._stop_at},
    "z": {f"([0-4]),{_PLACE}(?:;.*)?": _Session._stop_no_more_at},
    "vCont": {r"\?": _Session._ways, f"((?:{_ACTION})+)": _Session._resume},
    "?": {"": _Session._why},
    "c": {"": _Session._go_on},
    "s": {"": _Session._step},
    "bs": {"": _Session._step_back},
    "bc": {"": _Session._go_back},
    "D": {"(?:;.*)?": _Session._detach},
    "vKill": {".*": _Session._kill_and_say},
    "k": {"": _Session._kill},
}
"""By the names of packets: how the arguments must be, and who answers. Others are refused."""
_ANSWERS = {
    name: [(re.compile(arguments, re.DOTALL), method) for arguments, method in ways.items()]
    for name, ways in _WAYS.items()
}
