# SPDX-License-Identifier: Apache-2.0
"""The hardware kernel's commands as custom instructions: hardware/rtl/cfu."""

from simulation import simulate

from isochron import rtl


def test_instructions_under_random_waits() -> None:
    simulate("isochron_cfu", "cfu.cfu_bench", rtl.sources("cfu"), {}, seed=1)
