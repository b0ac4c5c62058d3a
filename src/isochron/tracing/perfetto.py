# SPDX-License-Identifier: Apache-2.0
"""Timelines as a file for Perfetto. A cycle is shown as a nanosecond.

A file of many events stays small by what the format has for it: a name is written once and then
told by a number, times are differences, each track is a sequence of packets of its own, which need
not say whose they are, and all of it is compressed.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
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

from isochron.tracing.events import Begin, Count, End, Event, Mark, in_order
from isochron.tracing.timeline import Timeline

_DIFFERENCES = 64
"""The clock of a sequence that tells differences: the first number that is free for one."""
_PLAIN_NUMBER = 1 << 16
"""From there on a number is an address or all ones, and is shown in hexadecimal."""


def write(file: Path, timelines: Iterable[Timeline]) -> None:
    """Write a trace with a group of tracks for each run."""
    packed = Trace()
    packed.packet.add().compressed_packets = zlib.compress(encode(timelines).SerializeToString())
    file.write_bytes(packed.SerializeToString())


def encode(timelines: Iterable[Timeline]) -> Trace:
    """Return the trace as it is before it is compressed."""
    trace = Trace()
    identifiers = count(1)
    flows = 0
    for timeline in timelines:
        parent = next(identifiers)
        about = _descriptor(trace, parent)
        about.name = timeline.name
        about.child_ordering = TrackDescriptor.EXPLICIT
        sequences = []
        for rank, (name, track) in enumerate(timeline.tracks.items()):
            identifier = next(identifiers)
            about = _descriptor(trace, identifier)
            about.parent_uuid = parent
            about.name = name
            about.sibling_order_rank = rank
            if track.levels:
                about.counter.SetInParent()
            sequences.append(_Sequence(identifier, flows))
            trace.packet.append(sequences[-1].first())
        events = in_order(timeline.tracks.values())
        trace.packet.extend(sequences[number].packet(event) for number, event in events)
        flows += timeline.flows
    return trace


def _descriptor(trace: Trace, identifier: int) -> TrackDescriptor:
    packet = trace.packet.add()
    packet.trusted_packet_sequence_id = identifier
    packet.track_descriptor.uuid = identifier
    return packet.track_descriptor


class _Sequence:
    """The packets of one track."""

    def __init__(self, identifier: int, flows: int) -> None:
        """``flows`` is how many were used up by the timelines before."""
        self._identifier = identifier
        self._flows = flows
        self._known: dict[tuple[str, str], int] = {}
        self._cycle = 0

    def first(self) -> TracePacket:
        """Return what goes before all events."""
        packet = TracePacket()
        packet.trusted_packet_sequence_id = self._identifier
        packet.sequence_flags = TracePacket.SEQ_INCREMENTAL_STATE_CLEARED
        packet.trace_packet_defaults.timestamp_clock_id = _DIFFERENCES
        packet.trace_packet_defaults.track_event_defaults.track_uuid = self._identifier
        packet.clock_snapshot.clocks.add(clock_id=BUILTIN_CLOCK_BOOTTIME, timestamp=0)
        packet.clock_snapshot.clocks.add(clock_id=_DIFFERENCES, timestamp=0, is_incremental=True)
        return packet

    def packet(self, event: Event) -> TracePacket:
        """Return the packet of the next event."""
        packet = TracePacket()
        packet.trusted_packet_sequence_id = self._identifier
        packet.sequence_flags = TracePacket.SEQ_NEEDS_INCREMENTAL_STATE
        packet.timestamp = event.cycle - self._cycle
        self._cycle = event.cycle
        self._fill(packet, event)
        return packet

    def _fill(self, packet: TracePacket, event: Event) -> None:
        shown = packet.track_event
        match event:
            case Begin():
                shown.type = TrackEvent.TYPE_SLICE_BEGIN
                shown.name_iid = self._number(packet, "event_names", event.name)
                self._values(packet, event)
                if event.flow:
                    shown.terminating_flow_ids.append(self._flows + event.flow)
            case End():
                shown.type = TrackEvent.TYPE_SLICE_END
            case Mark():
                shown.type = TrackEvent.TYPE_INSTANT
                shown.name_iid = self._number(packet, "event_names", event.name)
                if event.flow:
                    shown.flow_ids.append(self._flows + event.flow)
            case Count():
                shown.type = TrackEvent.TYPE_COUNTER
                shown.counter_value = event.value

    def _values(self, packet: TracePacket, event: Begin) -> None:
        for name, value in event.values.items():
            note = packet.track_event.debug_annotations.add()
            note.name_iid = self._number(packet, "debug_annotation_names", name)
            if isinstance(value, str):
                kind = "debug_annotation_string_values"
                note.string_value_iid = self._number(packet, kind, value)
            elif value < _PLAIN_NUMBER:
                note.uint_value = value
            else:
                note.pointer_value = value

    def _number(self, packet: TracePacket, kind: str, name: str) -> int:
        """Return the number of a name, which the packet explains if it is the first to use it."""
        number = self._known.get((kind, name))
        if number is None:
            number = self._known[kind, name] = len(self._known) + 1
            entry: Any = getattr(packet.interned_data, kind).add(iid=number)
            if kind == "debug_annotation_string_values":
                entry.str = name.encode()
            else:
                entry.name = name
        return number
