# SPDX-License-Identifier: Apache-2.0
"""Timelines as a file for Perfetto. A cycle is shown as a nanosecond."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count

from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import Trace, TracePacket, TrackEvent

from isochron.tracing.timeline import Slice, Timeline

_SEQUENCE = 1
"""All packets are of one writer."""


def encode(timelines: Iterable[Timeline]) -> bytes:
    """Return a trace with a process for each run, and its tracks as threads of that."""
    trace = Trace()
    identifiers = count(1)
    for process, timeline in enumerate(timelines, start=1):
        parent = next(identifiers)
        packet = trace.packet.add()
        packet.trusted_packet_sequence_id = _SEQUENCE
        packet.track_descriptor.uuid = parent
        packet.track_descriptor.process.pid = process
        packet.track_descriptor.process.process_name = timeline.name
        for name, slices in timeline.tracks.items():
            track = next(identifiers)
            packet = trace.packet.add()
            packet.trusted_packet_sequence_id = _SEQUENCE
            packet.track_descriptor.uuid = track
            packet.track_descriptor.parent_uuid = parent
            packet.track_descriptor.name = name
            trace.packet.extend(_packets(track, slices))
    return bytes(trace.SerializeToString())


def _packets(track: int, slices: Iterable[Slice]) -> Iterator[TracePacket]:
    """Yield begins and ends in the order of time, an outer slice around its inner ones."""
    open_ends: list[int] = []
    for one in slices:
        while open_ends and open_ends[-1] <= one.begin:
            yield _packet(track, open_ends.pop(), TrackEvent.TYPE_SLICE_END)
        packet = _packet(track, one.begin, TrackEvent.TYPE_SLICE_BEGIN)
        packet.track_event.name = one.name
        for name, value in one.values.items():
            note = packet.track_event.debug_annotations.add()
            note.name, note.string_value = name, value
        yield packet
        open_ends.append(one.end)
    while open_ends:
        yield _packet(track, open_ends.pop(), TrackEvent.TYPE_SLICE_END)


def _packet(track: int, cycle: int, kind: TrackEvent.Type.ValueType) -> TracePacket:
    packet = TracePacket()
    packet.trusted_packet_sequence_id = _SEQUENCE
    packet.timestamp = cycle
    packet.track_event.track_uuid = track
    packet.track_event.type = kind
    return packet
