# SPDX-License-Identifier: Apache-2.0
"""Proofs of the hybrid's bank and tree; and a fault in either is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from isochron import formal, verilator, yosys

PROOFS = {
    "isochron_hybrid_bank": {"NTasks": 4, "NPriorities": 2},
    "isochron_hybrid_tree": {"NTasks": 8, "KeyWidth": 6},
}
FAULTS = {
    # enters behind the cursor's task, not before it
    "isochron_hybrid_bank": ("& ~(cursor_on_task & last[i])", "& ~cursor_on_task"),
    "isochron_hybrid_tree": ("> gen_level[level-1].nodes[2*node].key", "!= '0"),
}


def sources(top: str) -> list[Path]:
    """Return the module's file, and the package before it."""
    names = ("isochron_hybrid_pkg", top)
    return [path for path in verilator.hybrid_sources() if path.stem in names]


@pytest.mark.parametrize("top", PROOFS)
def test_properties_hold(top: str) -> None:
    formal.prove(top, sources(top), PROOFS[top])


@pytest.mark.parametrize("top", FAULTS)
def test_a_fault_is_found(top: str, tmp_path: Path) -> None:
    old, new = FAULTS[top]
    package, module = (path.read_text() for path in sources(top))
    assert module.count(old) == 1
    (tmp_path / "package.sv").write_text(package)
    (tmp_path / "module.sv").write_text(module.replace(old, new))
    with pytest.raises(yosys.YosysFailed, match="proof did fail"):
        formal.prove(top, [tmp_path / "package.sv", tmp_path / "module.sv"], PROOFS[top])
