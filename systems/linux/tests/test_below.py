# SPDX-License-Identifier: Apache-2.0
"""What stands between Linux and the FreeRTOS below it: the guard and the doorbells."""

import pytest
from simulation import simulate

from isochron.paths import ROOT


@pytest.mark.parametrize("block", ["guard", "doorbells"])
def test_block(block: str) -> None:
    source = ROOT / f"systems/linux/hardware/linux_{block}.sv"
    simulate(f"linux_{block}", f"below.{block}_bench", [source], {}, seed=1)
