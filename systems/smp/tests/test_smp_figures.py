# SPDX-License-Identifier: Apache-2.0
"""What calls take on several cores: docs/explanation/several-cores.md shows these figures."""

import pytest
from systems.smp.lab import table

# With RP2350's locks, and with locks that count, on any number of cores.
SECTION, SECTION_COUNTED = 110, 79
GIVE, GIVE_COUNTED = 171, 140
TAKE, TAKE_COUNTED = 135, 104
SUSPENSION, SUSPENSION_COUNTED = 247, 189

# On two cores and on four.
INTERRUPTS_2, INTERRUPTS_2_COUNTED, INTERRUPTS_4, INTERRUPTS_4_COUNTED = 336, 305, 392, 361
ACROSS_2, ACROSS_2_COUNTED, ACROSS_4, ACROSS_4_COUNTED = 724, 645, 801, 721
SAME_2, SAME_2_COUNTED, SAME_4, SAME_4_COUNTED = 859, 765, 948, 854
BLOCKS_2, BLOCKS_2_COUNTED, BLOCKS_4, BLOCKS_4_COUNTED = 1466, 1210, 1490, 1234

# Messages of 16 bytes.
SEND, SEND_COUNTED, RECEIVE, RECEIVE_COUNTED = 236, 205, 206, 175
MESSAGE_2, MESSAGE_2_COUNTED, MESSAGE_4, MESSAGE_4_COUNTED = 850, 771, 926, 846

# The longest, where the other cores give and take as fast as they can.
BUSY_SECTION_2, BUSY_SECTION_2_COUNTED = 210, 163
BUSY_SECTION_4, BUSY_SECTION_4_COUNTED = 706, 451
BUSY_GIVE_2, BUSY_GIVE_2_COUNTED, BUSY_GIVE_4, BUSY_GIVE_4_COUNTED = 283, 228, 767, 420
BUSY_TAKE_2, BUSY_TAKE_2_COUNTED, BUSY_TAKE_4, BUSY_TAKE_4_COUNTED = 243, 192, 739, 488

ALONE = {
    "section": (SECTION, SECTION_COUNTED),
    "give": (GIVE, GIVE_COUNTED),
    "take": (TAKE, TAKE_COUNTED),
    "suspension": (SUSPENSION, SUSPENSION_COUNTED),
}
"""By locks."""
MESSAGES = {"send": (SEND, SEND_COUNTED), "receive": (RECEIVE, RECEIVE_COUNTED)}
"""By locks, the longest."""
LONGEST = {
    2: {
        "give-interrupts": (INTERRUPTS_2, INTERRUPTS_2_COUNTED),
        "give-to-another-core": (ACROSS_2, ACROSS_2_COUNTED),
        "give-to-the-same-core": (SAME_2, SAME_2_COUNTED),
        "take-blocks": (BLOCKS_2, BLOCKS_2_COUNTED),
        "section-contended": (BUSY_SECTION_2, BUSY_SECTION_2_COUNTED),
        "give-contended": (BUSY_GIVE_2, BUSY_GIVE_2_COUNTED),
        "take-contended": (BUSY_TAKE_2, BUSY_TAKE_2_COUNTED),
        "send-to-another-core": (MESSAGE_2, MESSAGE_2_COUNTED),
    },
    4: {
        "give-interrupts": (INTERRUPTS_4, INTERRUPTS_4_COUNTED),
        "give-to-another-core": (ACROSS_4, ACROSS_4_COUNTED),
        "give-to-the-same-core": (SAME_4, SAME_4_COUNTED),
        "take-blocks": (BLOCKS_4, BLOCKS_4_COUNTED),
        "section-contended": (BUSY_SECTION_4, BUSY_SECTION_4_COUNTED),
        "give-contended": (BUSY_GIVE_4, BUSY_GIVE_4_COUNTED),
        "take-contended": (BUSY_TAKE_4, BUSY_TAKE_4_COUNTED),
        "send-to-another-core": (MESSAGE_4, MESSAGE_4_COUNTED),
    },
}
"""By cores and locks."""


def longest(kernel: str, cores: int, variant: str | None = None) -> dict[str, float]:
    """Return the most cycles of each call."""
    records = table.Job(table.CALLS, kernel, cores, variant).work()
    return {record.metric: record.max for record in records}


@pytest.mark.parametrize(
    "locks", [0, pytest.param(1, marks=pytest.mark.wide)], ids=["locks", "counting-locks"]
)
@pytest.mark.parametrize("cores", [2, pytest.param(4, marks=pytest.mark.wide)])
def test_calls_take_what_the_page_says(cores: int, locks: int) -> None:
    found = longest("freertos", cores, table.COUNTING if locks else None)
    wanted = {
        name: cycles[locks] for name, cycles in {**ALONE, **MESSAGES, **LONGEST[cores]}.items()
    }
    assert {name: found[name] for name in wanted} == wanted


# The hardware kernel, on any number of cores, and the longest while the others give and take.
HARDWARE_SECTION, HARDWARE_SUSPENSION, HARDWARE_GIVE, HARDWARE_TAKE = 63, 67, 20, 19
HARDWARE_INTERRUPTS, HARDWARE_BLOCKS = 21, 73
HARDWARE_ACROSS_2, HARDWARE_ACROSS_4, HARDWARE_SAME_2, HARDWARE_SAME_4 = 98, 96, 82, 81
HARDWARE_SEND, HARDWARE_RECEIVE, HARDWARE_MESSAGE = 41, 39, 167
HARDWARE_BUSY_SECTION_2, HARDWARE_BUSY_SECTION_4 = 69, 81
HARDWARE_BUSY_GIVE_2, HARDWARE_BUSY_TAKE_2 = 28, 26
HARDWARE_BUSY_GIVE_4, HARDWARE_BUSY_TAKE_4 = 41, 39
# By how much the others lengthen a give and a take at most, with two cores and with four.
MORE_2, MORE_4 = 20, 40

ON_HARDWARE = {
    "section": HARDWARE_SECTION,
    "suspension": HARDWARE_SUSPENSION,
    "send": HARDWARE_SEND,
    "receive": HARDWARE_RECEIVE,
    "send-to-another-core": HARDWARE_MESSAGE,
    "give": HARDWARE_GIVE,
    "take": HARDWARE_TAKE,
    "give-interrupts": HARDWARE_INTERRUPTS,
    "take-blocks": HARDWARE_BLOCKS,
}
BUSY_ON_HARDWARE = {
    2: {
        "give-to-another-core": HARDWARE_ACROSS_2,
        "give-to-the-same-core": HARDWARE_SAME_2,
        "section-contended": HARDWARE_BUSY_SECTION_2,
        "give-contended": HARDWARE_BUSY_GIVE_2,
        "take-contended": HARDWARE_BUSY_TAKE_2,
    },
    4: {
        "give-to-another-core": HARDWARE_ACROSS_4,
        "give-to-the-same-core": HARDWARE_SAME_4,
        "section-contended": HARDWARE_BUSY_SECTION_4,
        "give-contended": HARDWARE_BUSY_GIVE_4,
        "take-contended": HARDWARE_BUSY_TAKE_4,
    },
}
"""By cores."""


@pytest.mark.parametrize("cores", [2, pytest.param(4, marks=pytest.mark.wide)])
def test_calls_of_the_hardware_kernel_take_what_the_page_says(cores: int) -> None:
    found = longest("isochron", cores)
    wanted = {**ON_HARDWARE, **BUSY_ON_HARDWARE[cores]}
    assert {name: found[name] for name in wanted} == wanted
    more = [found[f"{name}-contended"] - found[name] for name in ("give", "take")]
    assert max(more) <= {2: MORE_2, 4: MORE_4}[cores]
