# SPDX-License-Identifier: Apache-2.0
"""Boards: facts and what follows from them, programs in their RAM, reports of self-tests."""

import json
import random
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from isochron import examples, versions
from isochron.boards import build, catalogue, contents, recorded, report, simulation
from isochron.boards.build import Figures, Image
from isochron.boards.catalogue import boards
from isochron.boards.report import Log
from isochron.building import firmware, platforms, verilator
from isochron.building.elf import WrongElf
from isochron.cli import app
from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.running.samples import Reading

RAM_BYTES = 65_536
BOARDS = pytest.mark.parametrize("name", boards())
HELLO = "firmware/examples/hello/main.c"
IDCODE = "41111043"
"""Of an LFE5U-25F, which JTAG looks at first."""
SMALL_HEAP = {"configTOTAL_HEAP_SIZE": "16384"}


@BOARDS
def test_a_boards_pll_makes_its_clock(name: str):
    board = boards()[name]
    feedback, divider = board.dividers
    assert 400 <= board.oscillator_mhz * feedback <= 800
    assert board.oscillator_mhz * feedback == board.clock_mhz * divider


@BOARDS
def test_a_boards_uart_is_near_its_baud_rate(name: str):
    board = boards()[name]
    assert board.clock_mhz * 1e6 / (16 * board.uart_divisor) == pytest.approx(115_200, rel=0.025)


@BOARDS
def test_each_pin_of_the_top_has_a_place_of_its_own(name: str):
    board = boards()[name]
    debug = bool(board.pins.jtag)
    text = board.constraints(debug=debug)
    placed = dict(re.findall(r'LOCATE COMP "(\S+)" SITE "(\w+)";', text))
    assert len(set(placed.values())) == len(placed)
    ports = re.findall(r"^  (?:in|out)put\s+logic\s+(?:\[.*\]\s+)?(\w+)", TOP.read_text(), re.M)
    assert {re.sub(r"\[\d+\]", "", port) for port in placed} == set(ports)
    outputs = len(board.pins.leds) + len(board.pins.high) + debug
    assert f"outputs_o[{outputs - 1}]" in placed
    assert f"outputs_o[{outputs}]" not in placed
    clocks = re.findall(r'FREQUENCY PORT "(\S+)"', text)
    assert clocks == ["clk_i", f"inputs_i[{len(board.pins.buttons)}]"][: 1 + debug]


def test_a_button_in_a_bank_of_another_voltage_has_that_banks_type():
    types = dict(
        re.findall(r'PORT "(\S+)" IO_TYPE=(\w+)', boards()["orangecrab-25f"].constraints())
    )
    assert types.pop("inputs_i[0]") == "SSTL135_I"
    assert set(types.values()) == {"LVCMOS33"}


TOP = catalogue.FOLDER / "board_top.sv"


def test_a_parameter_of_the_top_is_set_by_its_name():
    declared = re.findall(r"^  parameter \S+(?: unsigned)?\s+(\w+)", TOP.read_text(), re.M)
    images = [
        Image(boards()["ulx3s-85f"], name, platform=platform)
        for name in build.KERNELS
        for platform in build.PLATFORMS
        if firmware.fits(name, platforms.find(platform))
    ]
    assert {image.kernel for image in images} == set(build.KERNELS)
    for image in images:
        assert image.parameters.keys() <= set(declared)


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ("clock_mhz = 43", "no PLL makes 43 MHz of 25"),
        ("clock_mhz = 23", "23 MHz is too far from 115,200 baud: .* 1.8432"),
        ("colour = 1", "colour is not known; there are .*speed"),
        ('device = "LFE5U-1F"', "device is not one of .*LFE5U-25F"),
    ],
)
def test_a_boards_file_that_is_wrong_is_refused(tmp_path: Path, changed: str, complaint: str):
    (tmp_path / "base.toml").write_text((catalogue.FOLDER / "ulx3s-25f.toml").read_text())
    (tmp_path / "mine.toml").write_text(f'like = "base"\n{changed}\n')
    with pytest.raises(IsochronError, match=f"mine.*({complaint})"):
        assert catalogue.read(tmp_path / "mine.toml").parameters


def test_a_boards_file_that_lacks_something_is_refused(tmp_path: Path):
    (tmp_path / "mine.toml").write_text('title = "mine"\n')
    with pytest.raises(IsochronError, match=r"mine\.toml: \w+ is missing"):
        catalogue.read(tmp_path / "mine.toml")


def test_a_kernel_that_does_not_fit_is_refused():
    with pytest.raises(
        IsochronError, match=r"ulx3s-25f has no SoC.*isochron-contexts: choose free"
    ):
        Image(boards()["ulx3s-25f"], "isochron-contexts")


def test_a_board_has_another_core_if_asked_for():
    board, other = boards()["ulx3s-85f"], build.VEXRISCV
    image = Image(board, "isochron-cfu", platform=other)
    assert image.soc == f"isochron-cfu-{other}"
    assert image.parameters["Core"] == platforms.find(other).parameters["Core"]
    named = {path.name for path in image.sources} - {
        path.name for path in Image(board, "isochron").sources
    }
    assert named == {path.name for path in verilator.vexriscv_sources()}
    elf = simulation.program(image)
    assert other in elf.parts
    assert "isochron-cfu" in elf.parent.name
    for words, complaint in (
        ((board, "isochron-cfu"), r"no attachment for ibex: choose --platform vexriscv"),
        ((board, "isochron-contexts", 1, False, False, None, other), r"choose --platform ibex"),
        ((board, "isochron", 1, True, False, None, other), r"debug module is Ibex's"),
        ((boards()["ulx3s-25f"], "isochron", 1, False, False, None, other), r"with an LFE5U-85F"),
    ):
        with pytest.raises(IsochronError, match=complaint):
            Image(*words)


@pytest.mark.parametrize("name", build.ADDITIONS)
def test_what_a_system_adds_to_the_soc_of_a_board(name: str):
    image = Image(boards()["ulx3s-85f"], "isochron", addition=name)
    declared = re.findall(r"^  parameter \S+(?: unsigned)?\s+(\w+)", TOP.read_text(), re.M)
    assert image.parameters.keys() <= set(declared)
    assert image.parameters != Image(boards()["ulx3s-85f"], "isochron").parameters
    assert image.soc == f"isochron-{name}"
    with pytest.raises(IsochronError, match=rf"ulx3s-25f has no SoC with the hardware {name}: ch"):
        Image(boards()["ulx3s-25f"], "isochron", addition=name)
    with pytest.raises(IsochronError, match=r"beside the kernel isochron: choose --kernel isochro"):
        Image(boards()["ulx3s-85f"], "freertos", addition=name)
    assert simulation.program(image).stem.startswith("main-")


@pytest.mark.parametrize("name", build.ADDITIONS)
def test_an_example_that_needs_more_of_the_soc_says_which_option(name: str):
    example = next(entry for entry in examples.examples().values() if entry.soc == name)
    words = ["board", "bitstream", "-b", "ulx3s-85f", "--program", str(example.folder)]
    done = CliRunner().invoke(app, words)
    assert f"the hardware {name}: choose --hardware {name}" in str(done.exception)


def test_a_clock_that_is_not_reached_is_an_error(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(build, "BUILD", tmp_path)
    image = Image(boards()["ulx3s-25f"], "isochron")
    image.folder.mkdir()
    kept = image.folder / "seed-1.json"
    kept.write_text('{"mhz": 31.5, "used": {"DP16KD": [56, 56]}}')
    assert image.figures() == Figures(31.5, {"DP16KD": (56, 56)})
    kept.write_text('{"mhz": 19.9, "used": {}}')
    with pytest.raises(
        IsochronError, match=r"reaches 19\.9 MHz with isochron, not its 20: try another"
    ):
        image.figures()
    kept.write_text('{"mhz": 31.5, "used": {}, "jtag_mhz": 9.9}')
    with pytest.raises(IsochronError, match=r"a JTAG clock of 9\.9 MHz, not 10: try another"):
        image.figures()


def blocks_of(words: list[int]) -> list[list[int]]:
    """Return what the blocks of a RAM hold, told in another way than the code does."""
    return [
        [
            sum((words[bank + 8 * value + bit] >> column & 1) << bit for bit in range(8))
            for value in range(2048)
        ]
        for bank in range(0, len(words), 16_384)
        for column in range(32)
    ]


def configuration(blocks: list[list[int]]) -> str:
    texts = [
        f".bram_init {number}\n"
        + "".join(
            " ".join(f"{value:03x}" for value in block[at : at + 8]) + "\n"
            for at in range(0, 2048, 8)
        )
        for number, block in enumerate(blocks)
    ]
    return ".device LFE5U-25F\n\n" + "\n".join(texts) + "\n"


def netlist(blocks: list[list[int]]) -> str:
    def parameter(part: list[int]) -> str:
        pairs = zip(part[::2], part[1::2], strict=True)
        return "".join(f"00{high:09b}{low:09b}" for low, high in reversed(list(pairs)))

    cells = {
        f"ram.{number}": {
            "type": "DP16KD",
            "parameters": {
                f"INITVAL_{at // 32:02X}": parameter(block[at : at + 32])
                for at in range(0, 2048, 32)
            },
        }
        for number, block in enumerate(blocks)
    }
    return json.dumps({"modules": {"top": {"cells": {"lut": {"type": "LUT4"}, **cells}}}})


def test_a_program_replaces_the_ram_wherever_its_blocks_lie():
    words = [random.Random(7).getrandbits(32) for _ in range(RAM_BYTES // 4)]
    other = [511] * 2048
    order = random.Random(8).sample(range(32), 32)
    before, after = blocks_of(contents.fill(RAM_BYTES)), blocks_of(words)
    before, after = ([blocks[at] for at in order] + [other] for blocks in (before, after))
    assert contents.in_configuration(configuration(before), words) == configuration(after)
    found = contents.in_netlist(netlist(before), "top", words)
    assert json.loads(found) == json.loads(netlist(after))


def test_a_ram_that_is_not_found_is_an_error():
    words = [0] * (RAM_BYTES // 4)
    some = blocks_of(contents.fill(RAM_BYTES))[1:]
    with pytest.raises(IsochronError, match="31 of the 32 blocks"):
        contents.in_configuration(configuration(some), words)


def test_a_program_that_is_too_large_is_refused_with_what_to_do():
    with pytest.raises(IsochronError, match=r"bytes too large for the RAM: give it a smaller heap"):
        firmware.build(HELLO, "isochron", ram_bytes=RAM_BYTES)
    elf = firmware.build(HELLO, "isochron", defines=SMALL_HEAP, ram_bytes=RAM_BYTES)
    assert len(contents.image(elf, RAM_BYTES)) == RAM_BYTES // 4
    whole = firmware.build(HELLO, "isochron")
    with pytest.raises(IsochronError, match=r"needs [\d,]+ bytes of RAM, and the board has 65,536"):
        contents.image(whole, RAM_BYTES)
    with pytest.raises(WrongElf, match="is not an ELF file"):
        contents.image(ROOT / HELLO, RAM_BYTES)


def test_a_symbol_for_what_is_built_already_is_refused(tmp_path: Path):
    elf = tmp_path / "program.elf"
    elf.touch()
    for files in ([], ["--program", str(elf)]):
        done = CliRunner().invoke(
            app, ["board", "bitstream", "-b", "ulx3s-25f", *files, "-D", "NDEBUG"]
        )
        assert done.exit_code == 2
        assert "--define is for C files" in done.output


def log(kernel: str = "isochron", cycles: int = 69, end: str = "self-test: end\n") -> str:
    return (
        "self-test: press a key\r\n"
        f"self-test: kernel {kernel}\r\n"
        f"sample semaphore-2 wait-block {cycles} priority_drop=1\r\n"
        f"sample semaphore-2 signal-unblock 77 priority_drop=1\r\n{end}"
    )


SIMULATED = Log(
    "isochron",
    [
        Reading("semaphore-2", "wait-block", 69, 0, {"priority_drop": 1}),
        Reading("semaphore-2", "signal-unblock", 77, 0, {"priority_drop": 1}),
    ],
)


@pytest.fixture
def simulator(monkeypatch):
    asked = []
    monkeypatch.setattr(
        report, "simulated", lambda kernel, tests, _: asked.append((kernel, tests)) or SIMULATED
    )
    return asked


def board_report(tmp_path: Path, text: str):
    path = tmp_path / "board.log"
    path.write_text(text)
    return CliRunner().invoke(app, ["board", "report", str(path)])


def test_a_log_that_agrees_is_told_as_equal(tmp_path: Path, simulator):
    done = board_report(tmp_path, "noise\n" + log(cycles=1, end="") + log())
    assert (done.exit_code, simulator) == (0, [("isochron", ["semaphore-2"])])
    assert "All 2 samples are equal to the simulator's" in done.output


def test_a_sample_that_differs_is_named(tmp_path: Path, simulator):
    done = board_report(tmp_path, log(cycles=70))
    assert done.exit_code == 1
    assert "semaphore-2 wait-block, sample 1, priority_drop=1: 70 cycles on the board, 69" in (
        done.output
    )
    assert "1 samples differ" in done.output


def test_a_sample_that_is_missing_is_told(tmp_path: Path, simulator):
    done = board_report(tmp_path, re.sub(r"sample semaphore-2 signal.*\n", "", log()))
    assert done.exit_code == 1
    assert "semaphore-2 signal-unblock: 0 samples of the board, 1 of the simulator" in done.output


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("nothing\n", "no line 'self-test: kernel"),
        (log(end=""), "ends before the self-test does.*priority_drop=1"),
        (log(kernel="x"), "kernel 'x', which is not known"),
    ],
)
def test_what_is_no_log_of_a_self_test_is_refused(text: str, complaint: str):
    with pytest.raises(IsochronError, match=complaint):
        report.read(text)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([], "--board is missing; there are colorlight-i5"),
        (["--board", "ulx3s"], "did you mean 'ulx3s-85f'|did you mean 'ulx3s-25f'"),
        (["--board", "ulx3s-25f", "--program", "nowhere.c"], "nowhere.c does not exist"),
        (["--board", "ulx3s-25f", "--kernel", "xilkernel"], "unknown kernel 'xilkernel'"),
        (["--board", "ulx3s-85f", "--platform", "vexriscv"], "--program is missing: the loader"),
    ],
)
def test_a_wrong_command_line_is_told(words: list[str], complaint: str):
    done = CliRunner().invoke(app, ["board", "bitstream", *words], env={"COLUMNS": "200"})
    assert done.exit_code == 2
    assert re.search(complaint, " ".join(done.output.replace("│", " ").split()))


@pytest.mark.wide
def test_a_bitstream_has_the_program_and_a_configuration_serves_many(tmp_path: Path, monkeypatch):
    """With a configuration of a RAM alone in the place of a whole board's."""
    image = Image(boards()["ulx3s-25f"], "isochron")
    kept = tmp_path / "board.config"
    kept.write_text(configuration(blocks_of(contents.fill(RAM_BYTES))))
    monkeypatch.setattr(Image, "configuration", lambda *_: kept)
    made = []
    for number, tick in enumerate(("1000", "500")):
        defines = {**SMALL_HEAP, "configTICK_RATE_HZ": tick}
        elf = firmware.build(HELLO, "isochron", defines=defines, ram_bytes=RAM_BYTES)
        words = contents.image(elf, RAM_BYTES)
        bit, svf = image.bitstream(words, tmp_path / f"{number}.bit")
        assert IDCODE in svf.read_text()
        made.append(bit.read_bytes())
    assert made[0] != made[1]


def test_what_a_board_reaches_is_recorded_of_a_commit_only_and_others_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    file = tmp_path / "boards.json"
    monkeypatch.setattr(versions, "repository", lambda: "1234567")
    used = {"TRELLIS_COMB": (12_741, 24_288), "DP16KD": (56, 56), "TRELLIS_FF": (1, 2)}
    for name, kernel, mhz, cycles in (
        *(("ulx3s-85f", "isochron", 30.1, None), ("ulx3s-25f", "isochron", 34.6, 192_826)),
        ("ulx3s-85f", "isochron", 31.0, None),
    ):
        recorded.save(Image(boards()[name], kernel, 3), Figures(mhz, used), cycles, file)
    page = recorded.page(recorded.load(file))
    cells, seed = "12,741 of 24,288 | 56 of 56", "3, 1234567 |\n"
    small = f"| `ulx3s-25f` | `isochron` | 34.6 MHz | {cells} | 192,826 cycles | {seed}"
    large = f"| `ulx3s-85f` | `isochron` | 31.0 MHz | {cells} | no | {seed}"
    assert page.endswith(f"|---|\n{small}{large}")
    monkeypatch.setattr(versions, "repository", lambda: f"1234567{versions.DIRTY}")
    with pytest.raises(IsochronError, match="commit first"):
        recorded.save(Image(boards()["ulx3s-25f"], "isochron", 3), Figures(30.0, used), None, file)
