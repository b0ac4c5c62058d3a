# SPDX-License-Identifier: Apache-2.0
"""Enumerations of the hardware kernel, read from its sources: nothing is written down twice."""

import re

from isochron.paths import ROOT
from kernel.registers import snake

_FOLDER = ROOT / "hardware/rtl/kernel"


def _members(file: str, name: str, prefix: str = "") -> dict[str, int]:
    """Return an enumeration's members, which count from 0, without their prefix."""
    text = re.sub(r"//.*", "", (_FOLDER / file).read_text())
    (body,) = re.findall(rf"typedef enum logic \[\d+:0\] \{{([^}}]*)\}} {name};", text)
    names = re.findall(r"\w+", body)
    assert "=" not in body
    return {snake(name.removeprefix(prefix)): code for code, name in enumerate(names)}


_PACKAGE = "isochron_pkg.sv"
STAGES = _members(_PACKAGE, "stage_e", "Stage")
"""Where an operation is."""
SOURCES = tuple(_members(_PACKAGE, "source_e", "Source"))
"""Who asked for it."""
PLACES = tuple(_members(_PACKAGE, "place_e", "Place"))
"""The list that holds a task's state item."""
CHAINS = tuple(_members(_PACKAGE, "chain_e", "Chain"))
"""The chain that holds its event item."""
NOTIFY = tuple(_members(_PACKAGE, "notify_state_e", "Notify"))
"""States of a notification."""
WAITS = {
    name.removeprefix("notify_"): code
    for name, code in _members(_PACKAGE, "wait_e", "Wait").items()
}
"""What a task's wait is for."""
KINDS = tuple(_members(_PACKAGE, "object_kind_e", "Kind"))
"""What an object is."""
MONITORED = _members("isochron_monitor_pkg.sv", "monitor_turn_e", "Turn")
"""What the monitor works off."""
