# SPDX-License-Identifier: Apache-2.0
"""What cocotb runs on is compiled again for other contents of a file, other tools or options."""

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import simulation

from isochron import building
from isochron.building import verilator

HEADER = "`define VALUE 4'd7\n"
MODULE = """\
module top #(parameter int Added = 0) (input logic [3:0] a_i, output logic [3:0] b_o);
  assign b_o = a_i + `VALUE + 4'(Added);
endmodule
"""


def test_a_block_is_compiled_again_when_it_must_be_and_only_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulation, "BUILD", tmp_path / "build")
    top, header = tmp_path / "top.sv", tmp_path / "value.svh"
    texts = {top: f'`include "{header}"\n{MODULE}', header: HEADER}
    for path, text in texts.items():
        path.write_text(text)

    def is_current(added: int = 1, on: simulation.Simulator = simulation.VERILATOR) -> bool:
        with building.within(building.Command(makes=False)):
            try:
                simulation.build("top", [top], {"Added": added}, on)
            except building.NotMade:
                return False
        return True

    def stays_current(change: Callable[[pytest.MonkeyPatch], object]) -> bool:
        with monkeypatch.context() as changed:
            change(changed)
            return is_current()

    assert not is_current()
    simulation.build("top", [top], {"Added": 1})
    assert is_current()
    assert not is_current(added=2)
    assert stays_current(lambda _: os.utime(top))
    assert stays_current(lambda _: (tmp_path / "other.sv").write_text("module other; endmodule\n"))
    assert not stays_current(lambda patch: patch.setattr(verilator, "identity", lambda: "another"))
    assert not stays_current(
        lambda patch: patch.setattr(verilator, "_identity_of", lambda _: "another")
    )
    assert not is_current(on=replace(simulation.VERILATOR, make_flags="OPT_FAST=-O3"))
    for path, text in texts.items():
        assert not stays_current(lambda _, path=path: path.write_text("// another\n"))
        path.write_text(text)
        assert is_current()
