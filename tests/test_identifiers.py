# SPDX-License-Identifier: Apache-2.0
"""A million rounds of create and delete lose none of the hardware's identifiers."""

import re
import subprocess

import pytest
from night import NIGHT

from isochron.building import native
from isochron.paths import ROOT

PROGRAM = ROOT / "firmware/laboratory/tests/native/identifiers.c"


@pytest.mark.parametrize(
    "rounds", [20_000, pytest.param(1_000_000, marks=[pytest.mark.wide, NIGHT])]
)
def test_no_identifier_is_lost(rounds: int) -> None:
    program = native.build("isochron", [PROGRAM], "identifiers")
    command = [program, str(rounds)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    found = re.fullmatch(r"(\d+) rounds, (\d+) refusals\n", done.stdout)
    assert found is not None, done.stdout
    assert int(found[1]) >= rounds
    assert int(found[2]) > 0, "nothing ever ran out"
