# SPDX-License-Identifier: Apache-2.0
"""Programs on the simulated SoC: what the probes measure, and how programs may go wrong."""

import shutil
from pathlib import Path

import pytest
from soc.interrupt_generator_bench import xorshift
from soc.programs import build

from isochron.building import platforms
from isochron.running import simulator

PLATFORM = "ibex"
CACHED = "vexriscv"
"""Its caches make the cycles of a program depend on what ran before."""


def windows(result: simulator.RunResult, metric: str) -> list[simulator.Window]:
    return [window for window in result.windows if window.metric == metric]


def cycles(result: simulator.RunResult, metric: str) -> list[int]:
    return [window.cycles for window in windows(result, metric)]


@pytest.mark.parametrize(
    "platform",
    [
        # how many stages, and a multiplier, do not matter to probes: their simulators are for the
        # second tier
        pytest.param(name, marks=[] if name == PLATFORM else [pytest.mark.wide(each=2)])
        for name, chosen in platforms.PLATFORMS.items()
        if chosen.core == PLATFORM
    ],
)
def test_windows_have_the_length_counted_by_hand(tmp_path: Path, platform: str) -> None:
    result = simulator.run(build("windows", tmp_path, platform), platform)
    assert cycles(result, "ten") == [10]
    assert cycles(result, "again") == [3]
    assert cycles(result, "chain") == [1, 2]
    assert cycles(result, "stopwatch") == [result.exit_code], "the SoC's own stopwatch agrees"
    assert result.exit_code > 4


def test_masked_stretches(tmp_path: Path) -> None:
    elf = build("masked", tmp_path, PLATFORM)
    result = simulator.run(elf, PLATFORM)
    (inside,) = windows(result, "inside")
    # csrsi and csrci take a few cycles more than the instructions between them, always the same.
    overhead = inside.interrupts_off_max - 20
    assert 0 < overhead < 10
    assert inside.interrupts_off_total == inside.interrupts_off_max + 5 + overhead
    (masked,) = windows(result, "masked")
    assert masked.cycles == masked.interrupts_off_max == masked.interrupts_off_total == 7
    assert result.interrupts_off_max == 100 + overhead


def test_a_window_from_a_pin_agrees_with_the_triggered_stopwatch(tmp_path: Path) -> None:
    seed, delay, mask = 7, 40, 31
    result = simulator.run(build("pins", tmp_path, PLATFORM), PLATFORM, seed=seed)
    response = windows(result, "response")
    assert len(response) == 10
    assert sum(window.cycles for window in response) == result.exit_code
    state = seed
    for window, arming in zip(response, windows(result, "arming"), strict=True):
        state = xorshift(state)
        assert window.irq_line == 3
        assert window.pin_cycle == window.start_cycle
        # the store that arms the line is on the bus a cycle longer than in the core
        assert window.pin_cycle - arming.start_cycle == delay + (state & mask) + 1
    assert len({window.cycles for window in windows(result, "arming")}) > 3, "phases differ"


def test_the_same_seed_gives_the_same_run_and_another_does_not(tmp_path: Path) -> None:
    elf = build("pins", tmp_path, PLATFORM)
    assert simulator.run(elf, PLATFORM, seed=3) == simulator.run(elf, PLATFORM, seed=3)
    assert simulator.run(elf, PLATFORM, seed=3) != simulator.run(elf, PLATFORM, seed=4)


def test_switches_of_a_software_kernel(tmp_path: Path) -> None:
    result = simulator.run(build("tasks", tmp_path, PLATFORM), PLATFORM)
    first, second = result.tasks
    assert (first.task, first.switches) == (0x100, 2)
    assert (second.task, second.switches, second.cycles) == (0x200, 1, 10)


def test_the_hardware_kernel_answers(tmp_path: Path) -> None:
    result = simulator.run(build("identification", tmp_path, PLATFORM), PLATFORM)
    assert result.exit_code.to_bytes(4, "big") == b"ISOK"


LOAD_FAULT, STORE_FAULT, FETCH_FAULT, ILLEGAL = 5, 7, 1, 2


@pytest.mark.parametrize(
    ("instructions", "cause"),
    [
        ("lw a0, 0(zero)", LOAD_FAULT),
        ("sw a0, 0(zero)", STORE_FAULT),
        ("li t0, 0x40040000; sw a0, 0(t0)", STORE_FAULT),
        ("li t0, 0x40000000 - 4; lw a0, 0(t0)", LOAD_FAULT),
        ("device t0, SOC_CLINT_MTIME_OFFSET; lb a0, 0(t0)", LOAD_FAULT),
        ("device t0, SOC_STOPWATCH_COUNT_OFFSET; sh a0, 0(t0)", STORE_FAULT),
        ("device t0, SOC_STOPWATCH_TRIGGER_OFFSET; lw a0, 4(t0)", LOAD_FAULT),
        ("device t0, SOC_UART_SCR_OFFSET; lw a0, 4(t0)", LOAD_FAULT),
        ("device t0, SOC_SIMULATION_EXIT_OFFSET; lw a0, 0(t0)", LOAD_FAULT),
        ("li t0, KERNEL + 0x20000; lb a0, 0(t0)", LOAD_FAULT),
        ("li t0, KERNEL + 0x120000; lw a0, 0(t0)", LOAD_FAULT),
        ("device t0, SOC_UART_DATA_OFFSET; jr t0", FETCH_FAULT),
        (".word 0", ILLEGAL),
    ],
)
def test_misuse_of_the_bus_is_an_exception(tmp_path: Path, instructions: str, cause: int) -> None:
    elf = build("fault", tmp_path, PLATFORM, FAULT=instructions)
    with pytest.raises(simulator.ProgramCrashed, match=f"exception {cause} ") as crash:
        simulator.run(elf, PLATFORM)
    if cause != FETCH_FAULT:
        assert crash.value.function == "faulty"
        assert crash.value.line.startswith("fault.S:")


@pytest.mark.parametrize(
    "instructions",
    [
        "device t0, SOC_UART_SCR_OFFSET; sb a0, 0(t0); lbu a1, 0(t0)",
        "device t0, SOC_UART_LSR_OFFSET; lw a1, 0(t0)",
        "device t0, SOC_CLINT_MTIMECMP_OFFSET; sw a0, 0(t0); sw a0, 4(t0)",
        "li t0, 0x40040000 - 4; sw a0, 0(t0); lb a1, 3(t0)",
    ],
)
def test_proper_use_of_the_bus_is_not(tmp_path: Path, instructions: str) -> None:
    elf = build("fault", tmp_path, PLATFORM, FAULT=instructions)
    assert simulator.run(elf, PLATFORM).exit_code == 0


@pytest.mark.wide  # has a simulator of its own
def test_the_core_without_multiplier_refuses_to_multiply(tmp_path: Path) -> None:
    elf = build("fault", tmp_path, PLATFORM, FAULT="mul a0, a0, a0")
    assert simulator.run(elf, PLATFORM).exit_code == 0
    with pytest.raises(simulator.ProgramCrashed, match=f"exception {ILLEGAL} "):
        simulator.run(elf, "ibex-nomul")


@pytest.mark.parametrize("platform", [PLATFORM, pytest.param(CACHED, marks=pytest.mark.wide)])
def test_a_double_fault_ends_the_run(tmp_path: Path, platform: str) -> None:
    with pytest.raises(simulator.ProgramCrashed) as crash:
        simulator.run(build("double_fault", tmp_path, platform), platform)
    assert crash.value.function == "trap"


@pytest.mark.wide
@pytest.mark.parametrize("instructions", ["lw a0, 0(zero)", "li t0, 0x80000000; sw a0, 0(t0)"])
def test_a_bus_error_ends_the_run_where_the_core_cannot_be_told(
    tmp_path: Path, instructions: str
) -> None:
    elf = build("fault", tmp_path, CACHED, FAULT=instructions)
    with pytest.raises(simulator.ProgramCrashed, match="where nothing is, shortly before"):
        simulator.run(elf, CACHED)


@pytest.mark.wide
def test_a_fetch_from_nowhere_is_an_illegal_instruction_there(tmp_path: Path) -> None:
    elf = build("fault", tmp_path, CACHED, FAULT="device t0, SOC_UART_DATA_OFFSET; jr t0")
    with pytest.raises(simulator.ProgramCrashed, match=f"exception {ILLEGAL} "):
        simulator.run(elf, CACHED)


def test_a_hung_program_is_found_with_what_it_had_printed(tmp_path: Path) -> None:
    lines: list[str] = []
    elf = build("hang", tmp_path, PLATFORM)
    with pytest.raises(simulator.ProgramHung, match="5,000 cycles") as hang:
        simulator.run(elf, PLATFORM, max_cycles=5_000, on_line=lines.append)
    assert hang.value.function == "endless"
    assert hang.value.output == "x\n"
    assert lines == ["x"]


class TestWrongElf:
    """What is not a program for the SoC is refused with the cause and the cure."""

    def refused(self, elf: Path) -> str:
        with pytest.raises(simulator.WrongElf) as error:
            simulator.run(elf, PLATFORM)
        return str(error.value)

    def changed(self, tmp_path: Path, offset: int, bytes_: bytes) -> Path:
        elf = build("hang", tmp_path, PLATFORM)
        content = bytearray(elf.read_bytes())
        content[offset : offset + len(bytes_)] = bytes_
        elf.write_bytes(content)
        return elf

    def test_missing(self, tmp_path: Path) -> None:
        assert "cannot be read" in self.refused(tmp_path / "none.elf")

    def test_folder(self, tmp_path: Path) -> None:
        assert "cannot be read" in self.refused(tmp_path)

    def test_text(self, tmp_path: Path) -> None:
        (tmp_path / "a.c").write_text("int main(void) { return 0; }")
        assert "not an ELF file" in self.refused(tmp_path / "a.c")

    def test_of_the_host(self) -> None:
        assert "not a 32-bit" in self.refused(Path(shutil.which("true") or "/bin/true"))

    def test_other_machine(self, tmp_path: Path) -> None:
        arm = (40).to_bytes(2, "little")
        assert "not for RISC-V" in self.refused(self.changed(tmp_path, 18, arm))

    def test_object_file(self, tmp_path: Path) -> None:
        assert "not linked" in self.refused(self.changed(tmp_path, 16, b"\1\0"))

    def test_cut_short(self, tmp_path: Path) -> None:
        elf = build("hang", tmp_path, PLATFORM)
        elf.write_bytes(elf.read_bytes()[:60])
        assert "cut short" in self.refused(elf)

    def test_outside_the_ram(self, tmp_path: Path) -> None:
        elf = build("hang", tmp_path, PLATFORM)
        content = bytearray(elf.read_bytes())
        headers = range(52, 52 + 32 * content[44], 32)
        (loaded,) = [at for at in headers if content[at] == 1]  # PT_LOAD
        content[loaded + 12 : loaded + 16] = (0x8000_0000).to_bytes(4, "little")  # p_paddr
        elf.write_bytes(content)
        assert "the RAM is 0x40000000 to 0x40040000" in self.refused(elf)
