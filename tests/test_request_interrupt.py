# SPDX-License-Identifier: Apache-2.0
"""The hardware kernel's request on another interrupt than the machine software interrupt."""

from collections.abc import Callable

import pytest
from night import NIGHT

from isochron.building import firmware, kinds, platforms, simulator_build, verilator
from isochron.errors import BuildFailed
from isochron.paths import ROOT
from isochron.running import checks, simulator

OPTION = "configISOCHRON_REQUEST_INTERRUPT"
PROGRAMS = ROOT / "firmware/laboratory/tests"
NAMES = ("isr", "semaphores", "slicing", "tick_hook", "tickless")
HARDWARE = "other-interrupt"

CONNECTIONS = {
    # fast interrupt 14
    "ibex": (
        30,
        {
            ".irq_software_i         (irq_software),": ".irq_software_i         (1'b0),",
            "({12'd0, irq_other_i": "({irq_software, 11'd0, irq_other_i",
        },
    ),
    # machine timer interrupt
    "vexriscv": (
        7,
        {"Interrupt                     (irq_software_i),": "Interrupt (1'b0),"}
        | {"Interrupt                        (irq_timer_i),": "Interrupt (irq_software_i),"},
    ),
}
"""By core: the interrupt that its request is connected to here, and what its file has for that."""


@pytest.fixture
def soc(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], int]:
    """Return what connects the request of a core otherwise, and returns the interrupt's number."""

    def connect(core: str) -> int:
        number, changes = CONNECTIONS[core]
        source = ROOT / f"hardware/soc/soc_core_{core}.sv"
        text = source.read_text()
        for old, new in changes.items():
            assert text.count(old) == 1
            text = text.replace(old, new)
        changed = simulator_build.BUILD / f"{HARDWARE}/{source.name}"
        changed.parent.mkdir(parents=True, exist_ok=True)
        changed.write_text(text)

        before = verilator.system_sources
        monkeypatch.setattr(
            verilator,
            "system_sources",
            lambda design: [changed if path == source else path for path in before(design)],
        )
        hardware = kinds.Hardware(HARDWARE, "isochron", {"Kernel": 0})
        monkeypatch.setitem(platforms.HARDWARE, HARDWARE, hardware)
        return number

    return connect


def run(program: str, kernel: str, core: str, number: int) -> simulator.RunResult:
    defines = {**checks.NEEDS.get(program, {}), OPTION: str(number)}
    elf = firmware.build(PROGRAMS / f"{program}.c", kernel, core, defines=defines)
    return simulator.run(elf, core, hardware=HARDWARE, max_cycles=20_000_000)


@NIGHT
@pytest.mark.wide
@pytest.mark.parametrize(
    ("core", "kernels"), [("ibex", ["isochron"]), ("vexriscv", ["isochron", "isochron-cfu"])]
)
def test_programs_run_with_the_request_on_another_interrupt(
    soc: Callable[[str], int], core: str, kernels: list[str]
):
    number = soc(core)
    for kernel in kernels:
        for program in NAMES:
            result = run(program, kernel, core, number)
            assert result.exit_code == 0, result.output
            assert result.output.startswith("passed ")
        with pytest.raises(simulator.ProgramHung):  # its tasks take no turns
            run("slicing", kernel, core, 3)


@pytest.mark.parametrize("number", ["0", "32"])
def test_a_number_that_no_interrupt_has_is_refused(number: str):
    with pytest.raises(BuildFailed, match=f"{OPTION} is no interrupt") as failed:
        firmware.build(PROGRAMS / "semaphores.c", "isochron", defines={OPTION: number})
    assert "set it in FreeRTOSConfig.h to the number, 1 to 31" in str(failed.value)


def test_the_banks_refuse_another_interrupt():
    with pytest.raises(BuildFailed, match="as interrupt 3") as failed:
        firmware.build(PROGRAMS / "semaphores.c", "isochron-contexts", defines={OPTION: "30"})
    assert f"leave {OPTION} out of FreeRTOSConfig.h" in str(failed.value)
