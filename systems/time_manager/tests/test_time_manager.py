# SPDX-License-Identifier: Apache-2.0
"""The time manager against its model, in the paper's size and in others."""

import os

import pytest
from simulation import simulate
from test_parameters import elaborate

from isochron import rtl

WIDE = pytest.mark.wide
RECONFIGURATIONS = os.environ.get("RECONFIGURATIONS", "3000")
"""In each size; more are tried by hand."""


@pytest.mark.parametrize(
    ("tasks", "width", "reconfigurable"),
    [
        (4, 24, False),
        (5, 64, True),
        pytest.param(12, 64, False, marks=WIDE),
        pytest.param(33, 32, False, marks=WIDE),
        pytest.param(40, 64, True, marks=WIDE),
        pytest.param(4, 24, True, marks=WIDE),
    ],
)
def test_time_manager(tasks: int, width: int, reconfigurable: bool) -> None:
    simulate(
        "isochron_time_manager",
        "time_manager.bench",
        rtl.sources("time_manager"),
        {"NTasks": tasks, "Width": width, "Reconfigurable": int(reconfigurable)},
        1,
        {"CYCLES": "1500", "RECONFIGURATIONS": RECONFIGURATIONS},
    )


def test_time_page() -> None:
    sources = rtl.sources("time_manager")
    simulate("isochron_time_page", "time_manager.page", sources, {}, 1)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        *(("NTasks", value, "NTasks must be 4 to 64") for value in (3, 65)),
        *(("Width", value, "Width must be 24, 32 or 64") for value in (16, 33, 65)),
    ],
)
def test_the_time_manager_has_these_sizes_only(name: str, value: int, said: str) -> None:
    done = elaborate({name: value}, "isochron_time_manager", rtl.sources("time_manager"))
    assert done.returncode != 0
    assert said in done.stderr
