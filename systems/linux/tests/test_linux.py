# SPDX-License-Identifier: Apache-2.0
"""What surrounds Linux: its own checks run on it, by `make linux`."""

import re
import subprocess
from pathlib import Path

import pytest
from systems.linux.lab import firmware, kernel, machine, programs, tutorials
from test_lint import lint

from isochron import building
from isochron.building import firmware as firmware_build
from isochron.paths import ROOT

LINUX = ROOT / "systems/linux"
PLATFORM = (LINUX / "hardware/linux_platform.sv").read_text()
BELOW = (LINUX / "hardware/below_soc.sv").read_text()
GUARD = (LINUX / "hardware/linux_guard.sv").read_text()
MACHINE = (LINUX / "firmware/machine.h").read_text()
TREE = (LINUX / "devicetree/machine.dts").read_text()
TREE_BELOW = (LINUX / "devicetree/below.dts").read_text()
BINDING = (LINUX / "devicetree/isochron,time-manager.yaml").read_text()
PAGE = (ROOT / "docs/explanation/linux.md").read_text()
SWITCHED_OFF = "machine: switched off after 7 cycles"


@pytest.mark.parametrize("name", ["preempt", kernel.BELOW])
def test_the_machines_are_lint_clean(name: str):
    options = [*machine.of(name).parameters, str(LINUX / "simulator/linux.vlt")]
    assert lint("--top-module", "linux_top", *options, *machine.sources()) == ""


@pytest.mark.parametrize(
    ("node", "device"),
    [
        ("serial", "DeviceUart"),
        ("control", "DeviceSimulation"),
        ("timer", "DeviceClint"),
        ("time-manager", "DeviceTime"),
    ],
)
def test_the_device_tree_has_the_addresses_of_the_hardware(node: str, device: str):
    address = re.search(rf"\b{node}@(\w+) {{.*?reg = <0x(\w+) ", TREE, re.DOTALL)
    assert address[1] == address[2]
    decoded = re.search(rf"32'h(\w+)_([\w?]+)[,:][^;]*= {device};", PLATFORM)
    assert f"{decoded[1]}_{decoded[2]}".replace("_", "").replace("?", "0").lower() == address[1]
    assert f"0x{decoded[1]}_{address[1][4:].upper()}" in PAGE.replace("0xf", "0xF")


@pytest.mark.parametrize(
    ("register", "source", "device"),
    [
        ("UART_DATA", PLATFORM, "DeviceUart"),
        ("MACHINE_OFF", PLATFORM, "DeviceSimulation"),
        ("MTIMECMP", PLATFORM, "DeviceClint"),
        ("TIME_MANAGER", PLATFORM, "DeviceTime"),
        ("GENERATOR_ACKNOWLEDGE", BELOW, "DeviceGenerator"),
        ("DOORBELLS_PENDING", BELOW, "DeviceDoorbells"),
        ("configHW_ACCELERATION_BASE_ADDRESS", BELOW, "DeviceKernel"),
        (r"CODE \( rx", BELOW, "DeviceCode"),
        (r"DATA \( rw", BELOW, "DeviceData"),
    ],
)
def test_the_firmware_has_the_addresses_of_the_hardware(register: str, source: str, device: str):
    script = (LINUX / "firmware/link.ld").read_text()
    known = MACHINE + script + str(firmware.DEFINES)
    address = int(re.search(rf"\b{register}\b.*?(0x\w{{8}})", known)[1], 16)
    decoded = re.search(rf"32'h([\w?]+)_([\w?]+)[,:][^;]*= {device};", source)
    pattern = f"{decoded[1]}{decoded[2]}".replace("?", ".").lower()
    assert re.fullmatch(pattern, f"{address:08x}")
    assert f"0x{address >> 16:04X}_" in PAGE


def test_firmware_guard_device_tree_and_loader_agree_on_the_ram():
    def number(name: str, text: str) -> int:
        return int(re.search(rf"\b{name}\s+(0x\w{{8}})", text)[1], 16)

    shared = number("SHARED_ADDRESS", (LINUX / "firmware/shared.h").read_text())
    sbi = (LINUX / "firmware/sbi.h").read_text()
    node = re.search(r"memory@(\w+) {.*?reg = <0x(\w+) 0x(\w+)>", TREE_BELOW, re.DOTALL)
    begin, end = int(node[2], 16), int(node[2], 16) + int(node[3], 16)
    tree = number("LINUX_DEVICE_TREE", MACHINE)
    open_from = int(re.search(r"addr_i\[23:20\] >= 4'h(\w)", GUARD)[1], 16)
    assert node[1] == node[2]
    assert shared == 0x8000_0000 + (open_from << 20) == number("RAM_BEGIN", sbi)
    assert begin == firmware.LINUX_ADDRESS == number("LINUX_ENTRY", MACHINE)
    assert end == number("RAM_END", sbi)
    assert begin < tree == machine.DEVICE_TREE_ADDRESS < end


def test_device_tree_layout_and_doorbells_agree_on_the_channels():
    layout = (LINUX / "channels/channel_layout.h").read_text()
    address, size, count = (
        int(re.search(rf"#define CHANNEL{name}\s+(\w+)", layout)[1], 0)
        for name in ("_ADDRESS", "_BYTES", "S")
    )
    node = re.search(
        r"channels@(\w+) {.*?reg = <0x(\w+) 0x(\w+)>, <0x(\w+) .*?channel-names = (.*?);",
        TREE_BELOW,
        re.DOTALL,
    )
    assert int(node[1], 16) == int(node[2], 16) == address
    assert int(node[3], 16) == count * size
    assert node[5].count('"') == 2 * count
    assert "32'hF006_0" in GUARD
    assert node[4] == "f0060000"
    assert f"0x{address >> 16:04X}_0000" in PAGE
    assert re.search(rf"\[ *{count}:0\] to_linux, to_freertos;", BELOW)


def test_the_library_knows_what_a_channel_holds():
    layout = (LINUX / "channels/channel_layout.h").read_text()
    header = (LINUX / "library/isochron_channel_library.h").read_text()
    for ours, theirs in (("MOST", "MESSAGE_MOST"), ("AREA", "CHANNEL_AREA_BYTES")):
        told = re.search(rf"#define ISOCHRON_CHANNEL_{ours}\s+(\w+)", header)[1]
        assert int(told, 0) == int(re.search(rf"#define {theirs}\s+(\w+)", layout)[1], 0)


def test_the_firmware_is_built_with_its_guest_where_it_must_be():
    firmware.build()
    tool = firmware_build.compiler("nm")
    names = building.execute([tool, firmware.DEFAULT.elf])
    assert int(re.search(r"(\w+) . xIsochronGuest$", names, re.MULTILINE)[1], 16) == 0xF022_0000


def test_without_the_option_there_is_nothing_of_a_guest():
    objects = firmware_build.kernel_objects({})
    tool = firmware_build.compiler("nm")
    assert "guest" not in building.execute([tool, *objects]).lower()


def test_the_binding_s_example_is_the_machine_s_node():
    example = re.search(r"    (time-manager@.*?};)", BINDING, re.DOTALL)[1]
    node = re.search(r"(time-manager@.*?};)", TREE, re.DOTALL)[1]
    assert example.split() == node.split()


def test_every_request_is_described():
    header = (LINUX / "driver/isochron_time.h").read_text()
    requests = re.findall(r"#define ISOCHRON_TIME_(\w+)\s+_IO", header)
    assert len(requests) == 10
    for request in requests:
        assert f"`{request}`" in PAGE


def test_packages_of_linux_are_a_group_of_their_own():
    def packages(*group: str) -> set[str]:
        command = [ROOT / "scripts/debian-packages.sh", *group]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return {line.split("\t")[1] for line in done.stdout.splitlines()}

    ours = packages("linux")
    assert kernel.ARCHIVE.name.removesuffix(".tar.xz") in ours
    assert f"gcc-{kernel.PREFIX.removesuffix('-')}" in ours
    assert not ours & packages()
    with pytest.raises(subprocess.CalledProcessError):
        packages("windows")


def test_an_option_that_a_configuration_has_not_is_off():
    off = "# CONFIG_NET is not set"
    assert kernel._is_off(off, {"CONFIG_SMP=y"})
    assert not kernel._is_off(off, {"CONFIG_NET=y"})
    assert not kernel._is_off("CONFIG_NET=y", set())


@pytest.mark.parametrize(
    ("lines", "passed"),
    [
        (["PASS", SWITCHED_OFF], True),
        (["not ok poll", "FAIL: the program's exit code was 1", SWITCHED_OFF], False),
        (["not ok before a start", "PASS", SWITCHED_OFF], False),
        (["PASS"], False),
        (["PASS", "FAIL: firmware: its code has changed", SWITCHED_OFF], False),
        (["ok PASS", SWITCHED_OFF], False),
    ],
)
def test_a_run_has_passed_when_it_says_so_and_ends(lines: list[str], passed: bool):
    assert machine.Run(lines).passed == passed


def test_entries_of_the_file_system_are_as_the_kernel_reads_them():
    data = programs._entry("init", 0o100755, b"12345")
    head, rest = data[:110], data[110:]
    fields = [int(head[at : at + 8], 16) for at in range(6, 110, 8)]
    assert head[:6] == b"070701"
    assert fields[1] == 0o100755
    assert fields[6] == len(b"12345")
    assert fields[11] == len(b"init\0")
    # Name and data each end at a multiple of four bytes of the archive.
    assert rest == b"init\0\0" + b"12345\0\0\0"
    assert len(data) % 4 == 0


@pytest.fixture
def kbuild(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[list[str]]:
    """Stand in for the archive, the compiler and make; return what make was asked for."""
    asked: list[list[str]] = []

    def make(tree: Path, folder: Path, arguments: list[str], on_line=None) -> None:
        asked.append(arguments)
        places = [argument.removeprefix("M=") for argument in arguments if argument[:2] == "M="]
        targets = [folder / "arch/riscv/boot/Image"]
        if places:
            names = ("isochron-time.ko", "isochron-time-example.ko")
            targets = [Path(places[0]) / name for name in names]
        for target in targets:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(f"{len(asked)}")

    archive = tmp_path / "linux-source-6.12.tar.xz"
    (tmp_path / "linux").mkdir()
    (tmp_path / "linux/Makefile").write_text("VERSION = 6\n")
    subprocess.run(["tar", "cJf", archive, "-C", tmp_path, "linux"], check=True)
    monkeypatch.setattr(kernel, "ARCHIVE", archive)
    monkeypatch.setattr(kernel, "BUILD", tmp_path / "build")
    monkeypatch.setattr(kernel, "version", lambda: "6.12.1")
    monkeypatch.setattr(kernel, "_configure", lambda *_: None)
    monkeypatch.setattr(kernel, "_make", make)
    monkeypatch.setattr(building, "identity", lambda tool: f"{tool} 1")
    return asked


def test_a_kernel_and_its_driver_are_built_once(kbuild: list[list[str]]):
    for _ in range(2):
        built = kernel.build("preempt")
        driver, example = kernel.modules(built)
    assert [arguments[-1] for arguments in kbuild] == ["headers", "modules", "modules"]
    assert (kernel.source() / "Makefile").read_text() == "VERSION = 6\n"
    assert (built.image.read_text(), driver.read_text(), example.read_text()) == ("1", "2", "3")
    assert [driver.name, example.name] == ["isochron-time.ko", "isochron-time-example.ko"]


def test_another_compiler_builds_the_kernel_and_its_driver_again(
    kbuild: list[list[str]], monkeypatch: pytest.MonkeyPatch
):
    kernel.modules(kernel.build("preempt"))
    monkeypatch.setattr(building, "identity", lambda tool: f"{tool} 2")
    kernel.modules(kernel.build("preempt"))
    assert [arguments[-1] for arguments in kbuild] == ["headers", "modules", "modules"] * 2


def test_another_archive_is_unpacked_anew(kbuild: list[list[str]], tmp_path: Path):
    kernel.build("preempt")
    (tmp_path / "linux/Makefile").rename(tmp_path / "linux/Kbuild")
    subprocess.run(["tar", "cJf", kernel.ARCHIVE, "-C", tmp_path, "linux"], check=True)
    kernel.build("preempt")
    assert len(kbuild) == 2
    assert [path.name for path in kernel.source().iterdir()] == ["Kbuild"]


MOTOR_PRINTED = [
    "firmware: FreeRTOS in M mode",
    "[    0.1] Linux",
    "first",
    "100 |**",
    "",
    "the latest began 9 cycles after",
    "PASS",
    SWITCHED_OFF,
]


def test_a_page_shows_what_a_program_prints_but_for_cycles(tmp_path: Path):
    page = tmp_path / "page.md"
    page.write_text("Run it:\nfirst\n100 |**\n\nthe latest began 276 cycles after\nAnd so on.\n")
    tutorial = tutorials.Tutorial("motor", page)
    assert tutorials.printed(MOTOR_PRINTED) == MOTOR_PRINTED[2:6]
    assert tutorial.is_on_page(MOTOR_PRINTED)
    assert not tutorial.is_on_page([line.replace("**", "*") for line in MOTOR_PRINTED])


def test_the_motor_s_channels_are_in_the_order_of_the_control():
    names = re.findall(r'"(\w+)"', (LINUX / "devicetree/motor.dts").read_text().split("names")[1])
    control = (LINUX / "motor/control.c").read_text()
    numbers = [re.search(rf"#define {name.upper()}\s+(\d+)U", control)[1] for name in names]
    assert numbers == ["0", "1"]
    assert set(names) <= set(re.findall(r'"(\w+)"', (LINUX / "motor/plot.c").read_text()))


@pytest.mark.parametrize("application", firmware.APPLICATIONS)
def test_each_application_s_firmware_is_built(application: str):
    assert firmware.build(firmware.Firmware(application=application)).stat().st_size > 0
