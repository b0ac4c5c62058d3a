# SPDX-License-Identifier: Apache-2.0
"""Timelines as a file for Perfetto. A cycle is shown as a nanosecond.

A file of many events stays small by what the format has for it: a name is written once and then
told by a number, times are differences, each track is a sequence of packets of its own, which need
not say whose they are, and all of it is compressed. It is written in parts, each of which ends what
a viewer can read.
"""

from __future__ import annotations

import zlib
from itertools import count
from pathlib import Path
from typing import Any

from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import (
    BUILTIN_CLOCK_BOOTTIME,
    Trace,
    TracePacket,
    TrackDescriptor,
    TrackEvent,
)

from isochron import files
from isochron.tracing.events import Begin, Count, End, Event, Mark, Values
from isochron.tracing.output import part_of
from isochron.tracing.timeline import READY_TASKS, Track

_DIFFERENCES = 64
"""The clock of a sequence that tells differences: the first number that is free for one."""
_PLAIN_NUMBER = 1 << 16
"""From there on a number is an address or all ones, and is shown in hexadecimal."""


_PART = 4096
"""Packets that are compressed and written at a time."""
_MOST_NAMES = 1000
"""Names of a track that have a number; further ones are written out."""


class Writer:
    """A file with a group of tracks for each run."""

    def __init__(self, file: Path) -> None:
        """Begin the file, in place of one that is there."""
        self._file = file
        self._stream = file.open("wb", buffering=0)
        self._part = Trace()
        self._is_whole = True
        """Whether all that was to be written before is written."""
        self._identifiers = count(1)
        self._parent = 0
        self._sequences: dict[Track, _Sequence] = {}
        self._flows = 0
        """The last number of the runs before."""
        self._last_flow = 0

    def begin(self, run: str) -> None:
        """Begin a run; what is written from now on is of it."""
        self._sequences.clear()
        self._flows = self._last_flow
        self._parent = next(self._identifiers)
        about = _descriptor(self._part, self._parent)
        about.name = run
        about.child_ordering = TrackDescriptor.EXPLICIT

    def write(self, track: Track, event: Event) -> None:
        """Write what happens next."""
        sequence = self._sequences.get(track) or self._begun(track)
        if isinstance(event, Begin | Mark) and event.flow:
            self._last_flow = max(self._last_flow, self._flows + event.flow)
        sequence.add(self._part, event)
        if len(self._part.packet) >= _PART:
            self._end_part()

    def close(self) -> None:
        """Write the rest."""
        with self._stream:
            if self._is_whole:
                self._end_part()

    def _begun(self, track: Track) -> _Sequence:
        identifier = next(self._identifiers)
        about = _descriptor(self._part, identifier)
        about.parent_uuid = self._parent
        about.name = track.name
        about.sibling_order_rank = track.rank
        if track.name == READY_TASKS:
            about.counter.SetInParent()
        sequence = self._sequences[track] = _Sequence(self._part, identifier, self._flows)
        return sequence

    def _end_part(self) -> None:
        packed = Trace()
        packed.packet.add().compressed_packets = zlib.compress(self._part.SerializeToString())
        self._part = Trace()  # a message that is cleared keeps its memory
        self._is_whole = False
        with part_of(self._file):
            files.append(self._stream, packed.SerializeToString())
        self._is_whole = True


def _descriptor(trace: Trace, identifier: int) -> TrackDescriptor:
    packet = trace.packet.add()
    packet.trusted_packet_sequence_id = identifier
    packet.track_descriptor.uuid = identifier
    return packet.track_descriptor


class _Sequence:
    """The packets of one track."""

    def __init__(self, trace: Trace, identifier: int, flows: int) -> None:
        """Begin with what goes before all events; ``flows`` were used up by the runs before."""
        self._identifier = identifier
        self._flows = flows
        self._known: dict[tuple[str, str], int] = {}
        self._cycle = 0
        packet = trace.packet.add()
        packet.trusted_packet_sequence_id = identifier
        packet.sequence_flags = TracePacket.SEQ_INCREMENTAL_STATE_CLEARED
        packet.trace_packet_defaults.timestamp_clock_id = _DIFFERENCES
        packet.trace_packet_defaults.track_event_defaults.track_uuid = identifier
        packet.clock_snapshot.clocks.add(clock_id=BUILTIN_CLOCK_BOOTTIME, timestamp=0)
        packet.clock_snapshot.clocks.add(clock_id=_DIFFERENCES, timestamp=0, is_incremental=True)

    def add(self, trace: Trace, event: Event) -> None:
        """Add the packet of the next event."""
        packet = trace.packet.add()
        packet.trusted_packet_sequence_id = self._identifier
        packet.sequence_flags = TracePacket.SEQ_NEEDS_INCREMENTAL_STATE
        packet.timestamp = event.cycle - self._cycle
        self._cycle = event.cycle
        shown = packet.track_event
        match event:
            case Begin():
                shown.type = TrackEvent.TYPE_SLICE_BEGIN
                self._name(packet, event.name)
                self._values(packet, event.values)
                if event.flow:
                    shown.terminating_flow_ids.append(self._flows + event.flow)
            case End():
                shown.type = TrackEvent.TYPE_SLICE_END
                self._values(packet, event.values)
            case Mark():
                shown.type = TrackEvent.TYPE_INSTANT
                self._name(packet, event.name)
                if event.flow:
                    shown.flow_ids.append(self._flows + event.flow)
            case Count():
                shown.type = TrackEvent.TYPE_COUNTER
                shown.counter_value = event.value

    def _name(self, packet: TracePacket, name: str) -> None:
        if number := self._number(packet, "event_names", name):
            packet.track_event.name_iid = number
        else:
            packet.track_event.name = name

    def _values(self, packet: TracePacket, values: Values) -> None:
        for name, value in values.items():
            note = packet.track_event.debug_annotations.add()
            if number := self._number(packet, "debug_annotation_names", name):
                note.name_iid = number
            else:
                note.name = name
            if isinstance(value, str):
                note.string_value = value
            elif value < _PLAIN_NUMBER:
                note.uint_value = value
            else:
                note.pointer_value = value

    def _number(self, packet: TracePacket, kind: str, name: str) -> int:
        """Return the number of a name, which the packet explains if it is the first to use it.

        It is 0 if too many have one.
        """
        number = self._known.get((kind, name), 0)
        if not number and len(self._known) < _MOST_NAMES:
            number = self._known[kind, name] = len(self._known) + 1
            entry: Any = getattr(packet.interned_data, kind).add(iid=number)
            entry.name = name
        return number
