# SPDX-License-Identifier: Apache-2.0
"""Timelines in the Common Trace Format 1.8, for babeltrace2 and Trace Compass.

A trace is a folder: `metadata` describes the events, and each run is a stream, a file of packets,
each of them whole. A cycle is a nanosecond of the trace's clock. An event is called after its run
and what it is, as `freertos:begin`, and tells its track.
"""

import re
import shutil
import struct
from io import FileIO
from pathlib import Path

from isochron import files
from isochron.tracing.events import Begin, Count, End, Event, Mark, Values
from isochron.tracing.output import part_of
from isochron.tracing.timeline import Track

METADATA = "metadata"
"""The name of the file that describes the others."""
_MAGIC = 0xC1FC1FC1
_BITS = 8
_PART = 1 << 16
"""Bytes of a packet, without those of the event by which it has so many."""
_PACKET = struct.Struct("<IIQQQQ")
_VALUES = "uint16_t count; struct value values[count];"

_KINDS: dict[type[Event], tuple[int, str, str]] = {
    Begin: (0, "begin", f"string name; {_VALUES}"),
    End: (1, "end", _VALUES),
    Mark: (2, "instant", "string name;"),
    Count: (3, "counter", "int64_t value;"),
}
"""For each kind of event: its number, its name, and what it has beside its track."""

_HEAD = """\
/* CTF 1.8 */
typealias integer { size = 8; align = 8; signed = false; } := uint8_t;
typealias integer { size = 16; align = 8; signed = false; } := uint16_t;
typealias integer { size = 32; align = 8; signed = false; base = 16; } := uint32_t;
typealias integer { size = 64; align = 8; signed = false; } := uint64_t;
typealias integer { size = 64; align = 8; signed = true; } := int64_t;
trace {
    major = 1; minor = 8; byte_order = le;
    packet.header := struct { uint32_t magic; uint32_t stream_id; };
};
clock { name = "cycles"; description = "clock cycles of the SoC"; freq = 1000000000; };
typealias integer { size = 64; align = 8; signed = false; map = clock.cycles.value; } := cycles_t;
struct value { string name; string value; };
"""

_STREAM = """\
stream {{
    id = {stream};
    packet.context := struct {{
        cycles_t timestamp_begin; cycles_t timestamp_end;
        uint64_t content_size; uint64_t packet_size;
    }};
    event.header := struct {{ uint8_t id; cycles_t timestamp; }};
}};
"""

_EVENT = """\
event {{
    name = {name}; id = {number}; stream_id = {stream};
    fields := struct {{ enum : uint32_t {{ {tracks} }} track; {fields} }};
}};
"""


class Writer:
    """A folder with a stream for each run."""

    def __init__(self, folder: Path) -> None:
        """Make the folder, in place of one that is there."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        self._folder = folder
        self._streams: list[_Stream] = []
        self._is_whole = True
        """Whether all that was to be written before is written."""

    def begin(self, run: str) -> None:
        """Begin a run; what is written from now on is of it."""
        self._end_part()
        number = len(self._streams)
        stream = (self._folder / f"stream_{number}").open("wb", buffering=0)
        self._streams.append(_Stream(number, run, stream))

    def write(self, track: Track, event: Event) -> None:
        """Write what happens next."""
        stream = self._streams[-1]
        stream.add(track, event)
        if stream.size >= _PART:
            self._end_part()

    def close(self) -> None:
        """Write the rest."""
        try:
            self._end_part()
        finally:
            for stream in self._streams:
                stream.file.close()

    def _end_part(self) -> None:
        """Write what describes all tracks, then a packet with events of them."""
        if not self._streams or not self._is_whole:
            return
        self._is_whole = False
        with part_of(self._folder):
            if self._streams[-1].has_new_tracks():
                text = [_HEAD, *(stream.description() for stream in self._streams)]
                files.write(self._folder / METADATA, "".join(text))
            self._streams[-1].end_part()
        self._is_whole = True


class _Stream:
    """The stream of a run."""

    def __init__(self, number: int, run: str, file: FileIO) -> None:
        self.file = file
        self._number = number
        self._run = run
        self._tracks: dict[Track, int] = {}
        self._described = -1
        """How many tracks are described; -1: the stream itself is not."""
        self._events: list[bytes] = []
        self.size = 0
        """Bytes that are not written yet."""
        self._begin = self._end = 0

    def add(self, track: Track, event: Event) -> None:
        if not self._events:
            self._begin = event.cycle
        self._end = event.cycle
        number = self._tracks.setdefault(track, len(self._tracks))
        head = struct.pack("<BQI", _KINDS[type(event)][0], event.cycle, number)
        self._events.append(head + _content(event))
        self.size += len(self._events[-1])

    def has_new_tracks(self) -> bool:
        return self._described < len(self._tracks)

    def description(self) -> str:
        self._described = len(self._tracks)
        tracks = ", ".join(f"{_literal(track.name)} = {n}" for track, n in self._tracks.items())
        return _STREAM.format(stream=self._number) + "".join(
            _EVENT.format(
                name=_literal(f"{self._run}:{kind}"),
                number=number,
                stream=self._number,
                tracks=tracks or '"" = 0',
                fields=fields,
            )
            for number, kind, fields in _KINDS.values()
        )

    def end_part(self) -> None:
        """Write a packet of the events since the last one; the first one also without any."""
        if not self._events and self.file.tell():
            return
        content = b"".join(self._events)
        self._events.clear()
        self.size = 0
        bits = (_PACKET.size + len(content)) * _BITS
        head = _PACKET.pack(_MAGIC, self._number, self._begin, self._end, bits, bits)
        files.append(self.file, head + content)


def _content(event: Event) -> bytes:
    match event:
        case Begin():
            return _text(event.name) + _values(event.values)
        case Mark():
            return _text(event.name)
        case Count():
            return struct.pack("<q", event.value)
        case End():
            return _values(event.values)


def _values(values: Values) -> bytes:
    texts = (_text(name) + _text(str(value)) for name, value in values.items())
    return struct.pack("<H", len(values)) + b"".join(texts)


def _text(text: str) -> bytes:
    return text.encode() + b"\0"


_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


def _literal(text: str) -> str:
    """Return a text between quotes, as the language of the metadata has it, after that of C."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + _CONTROL.sub(lambda match: "\\" + format(ord(match[0]), "03o"), plain) + '"'
