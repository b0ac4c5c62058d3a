# SPDX-License-Identifier: Apache-2.0
"""The generated register files are what the descriptions give, and a change would show."""

import dataclasses

import pytest

from isochron import files, registers
from isochron.paths import ROOT


def test_committed_files_are_current() -> None:
    assert files.stale(registers.texts()) == [], "run `isochron generate registers`"


@pytest.mark.parametrize("kind", ["constants", "package", "page"])
def test_a_changed_description_makes_every_file_stale(tmp_path, kind) -> None:
    target = registers.TARGETS[0]
    rdl = ROOT / "build" / f"{tmp_path.name}.rdl"
    text = target.rdl.read_text()
    assert "resume[256]             @0x5000" in text
    moved = text.replace("resume[256]             @0x5000", "resume[256]             @0xDC00")
    rdl.parent.mkdir(exist_ok=True)
    rdl.write_text(moved)
    try:
        changed = dataclasses.replace(target, rdl=rdl)
        assert getattr(target, kind) in files.stale(registers.texts((changed,)))
    finally:
        rdl.unlink()


def test_window_masks_hold_exactly_the_described_operations() -> None:
    package = registers.generate(registers.TARGETS[0])[registers.TARGETS[0].package]
    mask = int(package.split("TaskOperations = 64'h")[1].split(";")[0], 16)
    assert mask >> 1 & 1, "take is operation 1"
    assert not mask & 1, "operation 0 does not exist"


def test_c_has_the_place_of_each_field_that_is_not_all_of_its_register() -> None:
    constants = registers.generate(registers.TARGETS[0])[registers.TARGETS[0].constants]
    fields = registers.fields(registers.TARGETS[0].rdl, "widths")
    for name, field in fields.items():
        mask = (1 << field.width) - 1 << field.lsb
        assert f"#define ISOCHRON_WIDTHS_{name.upper()}_MASK {mask:#x}\n" in constants
        assert f"#define ISOCHRON_WIDTHS_{name.upper()}_SHIFT {field.lsb}\n" in constants
    assert "ISOCHRON_TICK_TICK" not in constants
