# SPDX-License-Identifier: Apache-2.0
"""Timelines in the Common Trace Format 1.8, for babeltrace2 and Trace Compass.

A trace is a folder: `metadata` describes the events, and each run is a stream, a file of one
packet. A cycle is a nanosecond of the trace's clock. An event is called after its run and what it
is, as `freertos:begin`, and tells its track.
"""

from __future__ import annotations

import shutil
import struct
from collections.abc import Iterable
from pathlib import Path

from isochron.tracing.events import Begin, Count, End, Event, Mark, in_order
from isochron.tracing.timeline import Timeline

METADATA = "metadata"
"""The name of the file that describes the others."""
_MAGIC = 0xC1FC1FC1
_BITS = 8

_KINDS: dict[type[Event], tuple[int, str, str]] = {
    Begin: (0, "begin", "string name; uint16_t count; struct value values[count];"),
    End: (1, "end", ""),
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
    name = "{run}:{kind}"; id = {number}; stream_id = {stream};
    fields := struct {{ enum : uint16_t {{ {tracks} }} track; {fields} }};
}};
"""


def write(folder: Path, timelines: Iterable[Timeline]) -> None:
    """Write a trace into a folder, in place of one that is there."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    metadata = [_HEAD]
    for stream, timeline in enumerate(timelines):
        metadata.append(_STREAM.format(stream=stream))
        tracks = ", ".join(f'"{name}" = {number}' for number, name in enumerate(timeline.tracks))
        metadata += (
            _EVENT.format(
                run=timeline.name,
                kind=kind,
                number=number,
                stream=stream,
                tracks=tracks,
                fields=fields,
            )
            for number, kind, fields in _KINDS.values()
        )
        (folder / f"stream_{stream}").write_bytes(_packet(stream, timeline))
    (folder / METADATA).write_text("".join(metadata))


def _packet(stream: int, timeline: Timeline) -> bytes:
    content = b"".join(
        struct.pack("<BQH", _KINDS[type(event)][0], event.cycle, number) + _content(event)
        for number, event in in_order(timeline.tracks.values())
    )
    head = struct.Struct("<IIQQQQ")
    bits = (head.size + len(content)) * _BITS
    return head.pack(_MAGIC, stream, 0, timeline.cycles, bits, bits) + content


def _content(event: Event) -> bytes:
    match event:
        case Begin():
            values = (_text(name) + _text(str(value)) for name, value in event.values.items())
            return _text(event.name) + struct.pack("<H", len(event.values)) + b"".join(values)
        case Mark():
            return _text(event.name)
        case Count():
            return struct.pack("<q", event.value)
        case End():
            return b""


def _text(text: str) -> bytes:
    return text.encode() + b"\0"
