# SPDX-License-Identifier: Apache-2.0
"""The model of requests between cores: it holds, and each of its mistakes is found."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from isochron.gic import build

MODEL = build.ROOT / "firmware/gic/model/cross_core.pml"
DIRECTIVES = "\n".join(re.findall(r"^#if.*", MODEL.read_text(), re.MULTILINE))
MISTAKES = set(re.findall(r"[A-Z]+(?:_[A-Z]+)+", DIRECTIVES))
DEPTH = 100_000


def verify(folder: Path, *options: str) -> str:
    """Search all states of the model; return what spin's verifier says."""
    subprocess.run(["spin", *options, "-a", MODEL], cwd=folder, check=True, capture_output=True)
    command = ["gcc", "-O2", "-w", "-DSAFETY", "-o", "pan", "pan.c"]
    subprocess.run(command, cwd=folder, check=True)
    search = [folder / "pan", f"-m{DEPTH}"]
    return subprocess.run(search, cwd=folder, check=True, capture_output=True, text=True).stdout


def test_no_request_is_missed(tmp_path: Path):
    said = verify(tmp_path)
    assert "errors: 0" in said
    assert "max search depth too small" not in said
    states = re.search(r"(\d+) states, stored", said)
    assert states is not None
    assert int(states[1]) > 100_000


@pytest.mark.parametrize("mistake", sorted(MISTAKES))
def test_a_mistake_is_found(mistake: str, tmp_path: Path):
    assert "assertion violated" in verify(tmp_path, f"-D{mistake}")


def test_every_mistake_is_tried():
    assert {
        *("NO_LOOK_BEHIND_SWITCH", "SIGNAL_FIRST", "SIGNAL_NEVER"),
        *("APPEND_ALWAYS", "CLEAR_LATE", "KEEP_OBSOLETE"),
    } == MISTAKES
