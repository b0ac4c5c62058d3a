# SPDX-License-Identifier: Apache-2.0
"""The adapters between buses and the hardware kernel: hardware/rtl/adapters.

Their simulator takes longer to build than their proofs, which the first tier has.
"""

import re

import pytest
from simulation import HERE, simulate

from isochron import rtl

pytestmark = pytest.mark.wide
SOURCES = [
    *dict.fromkeys([*rtl.sources("kernel"), *rtl.sources("adapters")]),
    HERE / "adapters/adapters.sv",
]


@pytest.mark.parametrize(("rounds", "seed"), [(12, 1), (100, 2)])
def test_each_adapter_does_what_the_port_does(rounds: int, seed: int) -> None:
    simulate("adapters", "adapters.bench", SOURCES, {}, seed, {"ROUNDS": str(rounds)})


def test_a_refused_store_does_nothing() -> None:
    bench = "adapters.refusal_bench"
    simulate("adapters", bench, SOURCES, {}, seed=1, plusargs=["+with_rules=0"])


RULES = {
    "overtaken": ("ResultFollowsItsCommand", "Do not acknowledge a store before"),
    "repeated": ("LoadIsNotRepeated", "the window is a device"),
    "byte": ("WordIsWhole", "access them as volatile uint32_t"),
    "dropped": ("RequestIsHeld", "let no watchdog end a transfer"),
    "half a reset": ("MasterIsResetToo", "Reset the hardware kernel, its adapter and the core"),
    "at once": ("OneTransferAtATime", "Let the master wait for B"),
}
"""The rule that a wrong integration breaks, and a cure that the simulation names."""
KEPT_BY_THE_ADAPTER = {
    (wrong, bus) for wrong in ("dropped", "half a reset") for bus in ("tilelink", "ahb-lite")
}
"""A message that was taken is not shown any more, and not lost."""
WRONG = [
    (wrong, bus)
    for bus in (
        "wishbone",
        "wishbone-pipelined",
        "apb",
        "axi-lite",
        "tilelink",
        "avalon",
        "ahb-lite",
    )
    for wrong in RULES
    if (wrong != "at once" or bus == "axi-lite") and (wrong, bus) not in KEPT_BY_THE_ADAPTER
]


@pytest.mark.parametrize(("wrong", "bus"), WRONG)
def test_a_wrong_integration_is_named(
    wrong: str, bus: str, capfd: pytest.CaptureFixture[str]
) -> None:
    rule, cure = RULES[wrong]
    with pytest.raises(RuntimeError, match=r"return code|terminated"):
        simulate("adapters", "adapters.rules_bench", SOURCES, {}, 1, {"BUS": bus, "WRONG": wrong})
    said = re.search(r"%Error: .*?\.(\w+): (.*)", capfd.readouterr().out)
    assert said, "nothing was said"
    assert said[1] == rule
    assert cure in said[2]
