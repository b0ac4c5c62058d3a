# SPDX-License-Identifier: Apache-2.0
"""Programs of the GIC kernel's tests: their traces, and kernels in which a rule is broken."""

import os
import shutil
from pathlib import Path

import pytest
from systems.gic.lab import build, qemu

from isochron.mutants.trial import TRIED
from isochron.paths import ROOT

TESTS = ROOT / "systems/gic/firmware/tests"


def trace(
    kernel: str, board: str, seed: int, calls: int, cores: int = 1, tick: str = "0", **more: str
) -> list[str]:
    """Return who called what, in order, in a program of random calls; ``tick`` is the first one."""
    defines = {"TEST_SEED": str(seed), "TEST_CALLS": str(calls), "configINITIAL_TICK_COUNT": tick}
    defines.update(more)
    elf = build.build(TESTS / "random_calls.c", kernel, board, cores, defines=defines)
    return qemu.run(elf, board, cores).output.split()


def breaks(rule: tuple[str, str, str], folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have kernels be built of files in which a rule is broken, wherever it stands."""
    if os.environ.get(TRIED):
        pytest.skip("random mutants are tried")
    kernel = folder / "kernel"
    shutil.copytree(build.KERNEL, kernel)
    file, text, other = rule
    source = (kernel / file).read_text()
    assert text in source
    (kernel / file).write_text(source.replace(text, other))
    monkeypatch.setattr(build, "KERNEL", kernel)
