# SPDX-License-Identifier: Apache-2.0
"""Counted on the whole SoC, which is mapped for minutes: a known change, what the page says."""

import json
from dataclasses import replace

import pytest
from night import NIGHT
from systems.energy.lab import soc, table
from systems.energy.lab.activity import Activity

from isochron.building import firmware
from isochron.suites import measurement

ADDED = 64
"""Flip-flops."""

# What docs/explanation/energy.md says, in per cent of FreeRTOS's, by the load.
TICKLESS_1, TICKLESS_1_GATED, BUS_1, BUS_1_GATED = 99, 95, 163, 122
TICKLESS_10, TICKLESS_10_GATED, BUS_10, BUS_10_GATED = 100, 99, 160, 113
TICKLESS_30, TICKLESS_30_GATED, BUS_30, BUS_30_GATED = 100, 101, 154, 105
TICKLESS_60, TICKLESS_60_GATED, BUS_60, BUS_60_GATED = 100, 101, 145, 99
TICKLESS_90, TICKLESS_90_GATED, BUS_90, BUS_90_GATED = 100, 101, 141, 102
CONTEXTS_1, CONTEXTS_1_GATED, CONTEXTS_10, CONTEXTS_10_GATED = 182, 138, 179, 127
CONTEXTS_30, CONTEXTS_30_GATED, CONTEXTS_60, CONTEXTS_60_GATED = 173, 121, 164, 115
CONTEXTS_90, CONTEXTS_90_GATED = 161, 120
BUS_PAIR, BUS_PAIR_GATED, CONTEXTS_PAIR, CONTEXTS_PAIR_GATED = 55, 39, 58, 47
BUS_SWITCH, BUS_SWITCH_GATED, CONTEXTS_SWITCH, CONTEXTS_SWITCH_GATED = 26, 19, 11, 8
BUS_TICK, BUS_TICK_GATED, CONTEXTS_TICK, CONTEXTS_TICK_GATED = 1, 2, 1, 2
STOCK_PINS, BUS_PINS, CONTEXTS_PINS = 2222, 3680, 4124
LEAN_1, LEAN_1_GATED, LEAN_10, LEAN_10_GATED = 101, 98, 100, 93
LEAN_30, LEAN_30_GATED, LEAN_60, LEAN_60_GATED = 100, 92, 99, 91
LEAN_90, LEAN_90_GATED = 101, 96
LEAN_PAIR, LEAN_PAIR_GATED, LEAN_SWITCH, LEAN_SWITCH_GATED = 46, 38, 21, 18
LEAN_TICK, LEAN_TICK_GATED = 7, 2

SAID = {
    (table.STOCK, table.TICKLESS, 1): (TICKLESS_1, TICKLESS_1_GATED),
    (table.STOCK, table.TICKLESS, 10): (TICKLESS_10, TICKLESS_10_GATED),
    (table.STOCK, table.TICKLESS, 30): (TICKLESS_30, TICKLESS_30_GATED),
    (table.STOCK, table.TICKLESS, 60): (TICKLESS_60, TICKLESS_60_GATED),
    (table.STOCK, table.TICKLESS, 90): (TICKLESS_90, TICKLESS_90_GATED),
    ("isochron", None, 1): (BUS_1, BUS_1_GATED),
    ("isochron", None, 10): (BUS_10, BUS_10_GATED),
    ("isochron", None, 30): (BUS_30, BUS_30_GATED),
    ("isochron", None, 60): (BUS_60, BUS_60_GATED),
    ("isochron", None, 90): (BUS_90, BUS_90_GATED),
    ("isochron", soc.LEAN, 1): (LEAN_1, LEAN_1_GATED),
    ("isochron", soc.LEAN, 10): (LEAN_10, LEAN_10_GATED),
    ("isochron", soc.LEAN, 30): (LEAN_30, LEAN_30_GATED),
    ("isochron", soc.LEAN, 60): (LEAN_60, LEAN_60_GATED),
    ("isochron", soc.LEAN, 90): (LEAN_90, LEAN_90_GATED),
    ("isochron-contexts", None, 1): (CONTEXTS_1, CONTEXTS_1_GATED),
    ("isochron-contexts", None, 10): (CONTEXTS_10, CONTEXTS_10_GATED),
    ("isochron-contexts", None, 30): (CONTEXTS_30, CONTEXTS_30_GATED),
    ("isochron-contexts", None, 60): (CONTEXTS_60, CONTEXTS_60_GATED),
    ("isochron-contexts", None, 90): (CONTEXTS_90, CONTEXTS_90_GATED),
}
OF_CALLS = {
    ("isochron", None): {
        "pair": BUS_PAIR,
        "pair-gated": BUS_PAIR_GATED,
        "switching-pair": BUS_SWITCH,
        "switching-pair-gated": BUS_SWITCH_GATED,
    },
    ("isochron", soc.LEAN): {
        "pair": LEAN_PAIR,
        "pair-gated": LEAN_PAIR_GATED,
        "switching-pair": LEAN_SWITCH,
        "switching-pair-gated": LEAN_SWITCH_GATED,
    },
    ("isochron-contexts", None): {
        "pair": CONTEXTS_PAIR,
        "pair-gated": CONTEXTS_PAIR_GATED,
        "switching-pair": CONTEXTS_SWITCH,
        "switching-pair-gated": CONTEXTS_SWITCH_GATED,
    },
}
PINS = {table.STOCK: STOCK_PINS, "isochron": BUS_PINS, "isochron-contexts": CONTEXTS_PINS}


def with_toggling(text: str) -> str:
    """Return a netlist (Yosys's JSON) of the SoC with flip-flops that change in each cycle."""
    netlist = json.loads(text)
    module = netlist["modules"][soc.TOP]
    (clock,) = module["ports"]["clk_i"]["bits"]
    bits = [
        bit
        for cell in module["cells"].values()
        for wires in cell["connections"].values()
        for bit in wires
        if isinstance(bit, int)
    ]
    for number in range(ADDED):
        of_flip_flop = max(bits) + 1 + 2 * number
        of_inverter = of_flip_flop + 1
        module["cells"][f"added_{number}"] = {
            "hide_name": 0,
            "type": "TRELLIS_FF",
            "parameters": {"CEMUX": "1", "LSRMUX": "LSR", "REGSET": "RESET"},
            "attributes": {},
            "port_directions": {"CLK": "input", "LSR": "input", "DI": "input", "Q": "output"},
            "connections": {"CLK": [clock], "LSR": ["0"], "DI": [of_inverter], "Q": [of_flip_flop]},
        }
        module["cells"][f"inverter_{number}"] = {
            "hide_name": 0,
            "type": "LUT4",
            "parameters": {"INIT": "01" * 8},
            "attributes": {},
            "port_directions": {**dict.fromkeys("ABCD", "input"), "Z": "output"},
            "connections": {
                "A": [of_flip_flop],
                **{pin: ["0"] for pin in "BCD"},
                "Z": [of_inverter],
            },
        }
    return json.dumps(netlist)


def window(seen: list[tuple[str, Activity]]) -> Activity:
    """Return what is counted between the first two lines."""
    (_, begin), (_, end), *_ = seen
    return end.since(begin)


@NIGHT
@pytest.mark.wide
def test_flip_flops_added_to_the_soc_are_seen_with_exactly_their_toggles() -> None:
    program = table.Job(table.LOAD, table.STOCK, 1).elf()
    without = window(soc.kept(table.STOCK, program))
    changed = soc.design(with_toggling(soc.mapped(table.STOCK).read_text()))
    more = window(soc.run(changed, program)).since(without)
    # each one's output, which its inverter reads, and that one's, which it reads
    toggles, clocked = 2 * ADDED * without.cycles, ADDED * without.cycles
    assert more == Activity(0, toggles, toggles, clocked, clocked)


@NIGHT
@pytest.mark.wide
@pytest.mark.parametrize("job", table.plan([table.SUITE]), ids=lambda job: job.name)
def test_the_netlist_does_what_the_rtl_does(job: table.Job) -> None:
    program = job.elf()
    on = measurement.Simulator(table.PLATFORM, firmware.KERNELS[job.kernel].hardware)
    mapped = [text for text, _ in soc.kept(job.kernel, program, job.hardware)]
    assert mapped == measurement.run(program, on).output.splitlines()


def over_freertos(job: table.Job) -> dict[str, int]:
    """Return a job's energies in per cent of FreeRTOS's."""
    own, of_stock = (
        {record.metric: record.median for record in each.work() if record.unit == "toggles"}
        for each in (job, replace(job, kernel=table.STOCK, variant=None))
    )
    return {metric: round(100 * figure / of_stock[metric]) for metric, figure in own.items()}


@NIGHT
@pytest.mark.wide
@pytest.mark.parametrize(("kernel", "variant", "load"), SAID)
def test_a_load_takes_what_the_page_says(kernel: str, variant: str | None, load: int) -> None:
    found = over_freertos(table.Job(table.LOAD, kernel, load, variant))
    assert tuple(found.values()) == SAID[kernel, variant, load]


@NIGHT
@pytest.mark.wide
@pytest.mark.parametrize(("kernel", "variant"), OF_CALLS)
def test_a_call_takes_what_the_page_says(kernel: str, variant: str | None) -> None:
    found = over_freertos(table.Job(table.CALLS, kernel, variant=variant))
    assert found == OF_CALLS[kernel, variant]


@NIGHT
@pytest.mark.wide
@pytest.mark.parametrize(
    ("kernel", "variant", "tick", "gated"),
    [
        ("isochron", None, BUS_TICK, BUS_TICK_GATED),
        ("isochron", soc.LEAN, LEAN_TICK, LEAN_TICK_GATED),
        ("isochron-contexts", None, CONTEXTS_TICK, CONTEXTS_TICK_GATED),
    ],
)
def test_a_tick_takes_what_the_page_says(
    kernel: str, variant: str | None, tick: int, gated: int
) -> None:
    found = over_freertos(table.Job(table.TICK, kernel, variant=variant))
    assert found == {"tick": tick, "tick-gated": gated}


@NIGHT
@pytest.mark.wide
@pytest.mark.parametrize("kernel", PINS)
def test_a_soc_has_as_many_pins_on_the_clock_as_the_page_says(kernel: str) -> None:
    assert sum(clock.pins for clock in soc.of_kernel(kernel).clocks) == PINS[kernel]
