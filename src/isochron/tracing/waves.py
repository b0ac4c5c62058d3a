# SPDX-License-Identifier: Apache-2.0
"""The option `--waves` of `isochron run`: signals of each cycle, and how GTKWave shows them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from isochron import files
from isochron.building import platforms
from isochron.errors import IsochronError
from isochron.running.simulator import Waves

if TYPE_CHECKING:
    import pywellen

ENDING = ".fst"
LAYOUT = ".gtkw"

_KERNELS = tuple(dict.fromkeys(hardware.instance for hardware in platforms.HARDWARE.values()))
_GROUPS: Mapping[str, Sequence[tuple[str, str]]] = {
    "bus of the kernel's hardware": (
        ("request", "req_i"),
        ("store", "we_i"),
        ("address", "addr_i"),
        ("word stored", "wdata_i"),
        ("grant", "gnt_o"),
        ("word loaded", "rdata_o"),
    ),
    "operation": (
        ("stage", "u_sequencer.stage_q"),
        ("operation", "operation.kind"),
        ("asked by", "operation.source"),
        ("object or task named", "operation.id"),
        ("argument", "operation.argument"),
        ("task concerned", "operation.subject"),
        ("decided", "operation.stage.decide"),
        ("result", "action.code"),
    ),
    "messages": (
        ("message", "s_axis_tvalid"),
        ("taken", "s_axis_tready"),
        ("word of a message", "s_axis_tdata"),
        ("reply", "m_axis_tvalid"),
        ("word of a reply", "m_axis_tdata"),
    ),
    "tasks": (
        ("running task", "current"),
        ("chosen task", "selection.id"),
        ("chosen task", "best_id"),
        ("choice is known", "selection.valid"),
        ("switch requested", "switch_request_o"),
        ("switch requested", "interrupt_o"),
        ("switch", "switch_o"),
        ("scheduler suspended", "scheduler.suspended"),
    ),
    "time and lines": (
        ("tick", "now"),
        ("tick is worked off", "tick_open"),
        ("lines", "lines_i"),
    ),
}
"""What is shown, in this order: the field's words, and the signal in the kernel's hardware."""

_HEXADECIMAL = "@22"
_BIT = "@28"
_TITLE = "@200"


def wanted(file: Path, begin: int, end: int | None) -> Waves:
    """Return what to write.

    Raises IsochronError if that cannot be, before a program runs for it.
    """
    if file.suffix != ENDING:
        raise IsochronError(f"{file} does not end in {ENDING}: name it {file.stem}{ENDING}")
    if end is not None and end < begin:
        raise IsochronError(f"waves from cycle {begin} to {end}: the first cycle comes first")
    try:
        files.check(file)
    except OSError as error:
        raise IsochronError(
            f"{file} cannot be written ({error.strerror}): name a file in a folder that is there "
            "and yours"
        ) from error
    return Waves(file, begin, end)


@contextmanager
def with_layout(waves: Waves | None) -> Iterator[None]:
    """Write beside the file of waves how GTKWave shows it, however the run ends.

    Raises IsochronError if there was no room for the waves, of which nothing is left then.
    """
    try:
        yield
    finally:
        if waves and waves.file.is_file():
            _write_layout(waves)


def _write_layout(waves: Waves) -> None:
    import pywellen

    try:
        variables = pywellen.Waveform(str(waves.file)).all_vars()
    except Exception as error:  # pywellen's own
        waves.file.unlink()
        raise IsochronError(
            f"{waves.file} could not be written as a whole, and is removed: make room on its disk, "
            "or write less by --waves-from and --waves-to"
        ) from error
    signals = {variable.full_name: variable for variable in variables}
    lines = [f"{line}\n" for line in _lines(waves, signals)]
    files.write(waves.file.with_suffix(LAYOUT), "".join(lines))


def _lines(waves: Waves, signals: Mapping[str, pywellen.Var]) -> Iterator[str]:
    yield f'[dumpfile] "{waves.file.absolute()}"'
    yield f"[timestart] {waves.begin}"
    for title, names in _GROUPS.items():
        lines = [(words, signal) for words, name in names if (signal := _find(signals, name))]
        if lines:
            yield _TITLE
            yield f"-{title}"
        for words, signal in lines:
            width = signal.bitwidth or 1
            yield _BIT if width == 1 else _HEXADECIMAL
            bits = f"[{width - 1}:0]" if width > 1 else ""
            yield f"+{{{words}}} {signal.full_name}{bits}"


def _find(signals: Mapping[str, pywellen.Var], name: str) -> pywellen.Var | None:
    """Return a signal of the kernel's hardware, whichever it is; None if it has none."""
    paths = (f"TOP.simulator_top.u_soc.u_kernel.{kernel}.{name}" for kernel in _KERNELS)
    return next((signals[path] for path in paths if path in signals), None)
