# SPDX-License-Identifier: Apache-2.0
"""The programs of firmware/laboratory/tests at the compiler's other choices.

tests/test_firmware.py runs them at -O2, but for those of systems. There a kernel is compiled with
what each program needs, and no more; here as many programs as can share one.
"""

import re
from collections.abc import Iterator

import pytest
from night import IS_NIGHT

from isochron.building import firmware
from isochron.running import checks, simulator

pytestmark = pytest.mark.wide(each=21)

TICK = {"configTICK_RATE_HZ": "2500"}
MAX_CYCLES = 20_000_000
OTHERS = (*firmware.OTHERS, "O3")
AT_RANDOM = "tick_reading"
"""Reads ticks at random phases, whatever the code's."""
NAMES = sorted(path.stem for path in checks.PROGRAMS.glob("*.c") if path.stem != AT_RANDOM)


def cases() -> Iterator[tuple[str, str, str, str]]:
    """Yield programs, platforms, kernels and choices.

    Programs about the core run with every choice and attachment, the others with one choice in
    turn; at night all run with each by `bus`.
    """
    groups = (
        ("ibex", "isochron", OTHERS, ()) if IS_NIGHT else ("ibex", "isochron", (), OTHERS),
        ("ibex", "isochron-contexts", (), OTHERS),
        *(("ibex", name, ("O2",), OTHERS) for name in firmware.OF_SYSTEMS),
        *(("vexriscv", name, (), ("O2", "O2-flto")) for name in firmware.OF_SYSTEMS),
    )
    for platform, kernel, always, in_turn in groups:
        for number, program in enumerate(NAMES, kernel == "isochron-contexts"):
            chosen = in_turn
            if in_turn and program not in checks.OF_THE_CORE:
                chosen = (in_turn[number % len(in_turn)],)
            for optimisation in (*always, *chosen):
                yield program, platform, kernel, optimisation


def run(program: str, platform: str, kernel: str, optimisation: str) -> simulator.RunResult:
    # on VexRiscv the trace facility makes the hybrid too slow for this tick
    is_slow = kernel in firmware.OF_SYSTEMS and platform == "vexriscv"
    only_here = kernel in firmware.OF_SYSTEMS and (platform, optimisation) == ("ibex", "O2")
    shared = {} if is_slow or only_here else checks.TOGETHER
    defines = TICK | shared | checks.NEEDS.get(program, {})
    path = checks.PROGRAMS / f"{program}.c"
    elf = firmware.build(path, kernel, platform, optimisation, defines)
    hardware = firmware.KERNELS[kernel].hardware
    return simulator.run(elf, platform, hardware=hardware, max_cycles=MAX_CYCLES)


@pytest.mark.parametrize("case", list(cases()), ids="-".join)
def test_kernel_from_inside(case: tuple[str, str, str, str]) -> None:
    result = run(*case)
    assert result.exit_code == 0, result.output
    assert re.fullmatch(r"passed [1-9]\d* checks\n", result.output)
