# SPDX-License-Identifier: Apache-2.0
"""Build the libraries, the programs that run on Linux, and the file system that they are in."""

from pathlib import Path

from systems.linux.lab import kernel
from systems.linux.lab.firmware import TIME_MANAGER
from systems.linux.lab.kernel import BELOW, LINUX, PREFIX, Kernel

from isochron import building, files

LIBRARY, LIBRARY_BELOW = "isochron_time_library", "isochron_channel_library"
"""Files of linux/library."""
INIT = "init"
MOTOR, PIPES, PERIODS = "motor", "pipes", "periods"
PROGRAMS = (INIT, "check", "latency")
"""What is in the file system."""
PROGRAMS_BELOW = (INIT, BELOW, "lateness", "throughput", "ask", "soak", MOTOR, PIPES, PERIODS)
"""What is in that of the kernel with FreeRTOS below it."""
_ELSEWHERE = {name: LINUX / name / "plot.c" for name in (MOTOR, PIPES)}
"""programs has a file of each, but of these."""
_MORE = {PERIODS: [LINUX / "periods/measure.c"]}
"""Further files."""

FIRMWARE = LINUX / "firmware"
"""What programs share with it: a header, and how registers are checked."""
GUESTS = LINUX / "guests"
"""... and with what runs in Linux's place: whether FreeRTOS goes on."""

_MACHINE = ("-march=rv32ima_zicsr_zifencei", "-mabi=ilp32")
_OPTIONS = (
    *_MACHINE,
    *("-O2", "-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror", "-ffreestanding", "-fPIE"),
    *("-fno-stack-protector", "-fno-asynchronous-unwind-tables"),
)
_LINK = ("-nostdlib", "-static-pie", "-Wl,--no-dynamic-linker,-z,noexecstack,-z,max-page-size=4096")


def build(built: Kernel) -> dict[str, Path]:
    """Return the programs by name, built against a kernel's headers when a file has changed.

    They are position-independent and need no C library: the kernel's own nolibc.h is one.
    """
    folder = kernel.BUILD / f"programs-{built.name}"
    shared = [_compile(built, LINUX / "programs/machine.c", folder)]
    start = _compile(built, LINUX / "programs/start.c", folder, nolibc=False)
    if built.name == BELOW:
        names: tuple[str, ...] = PROGRAMS_BELOW
        shared.append(_compile(built, FIRMWARE / "check_registers.S", folder, nolibc=False))
        shared.append(_compile(built, GUESTS / "goes_on.c", folder))
        shared.append(_compile(built, LINUX / "programs/load.c", folder))
        shared.append(_archive(built, LIBRARY_BELOW, folder))
    else:
        names = PROGRAMS
        shared.append(_archive(built, LIBRARY, folder))
    return {
        name: _link(
            [start, *(_compile(built, path, folder) for path in _sources(name)), *shared],
            folder / name,
        )
        for name in names
    }


def _sources(name: str) -> list[Path]:
    return [_ELSEWHERE.get(name, LINUX / f"programs/{name}.c"), *_MORE.get(name, [])]


def _compile(built: Kernel, source: Path, folder: Path, nolibc: bool = True) -> Path:
    include = building.said(f"{PREFIX}gcc", "-print-file-name=include")
    headers = [kernel.source() / "tools/include/nolibc", include, built.headers]
    ours = [LINUX / "driver", LINUX / "library", LINUX / "programs", kernel.REGISTERS.parent]
    if built.name == BELOW:
        ours += [FIRMWARE, GUESTS, LINUX / "channels", LINUX / "periods"]
        ours.append(TIME_MANAGER / "examples/control_loop")
    command = [f"{PREFIX}gcc", *_OPTIONS, "-nostdinc"]
    command += [part for path in headers for part in ("-isystem", str(path))]
    command += [f"-I{path}" for path in ours]
    command += ["-include", "nolibc.h"] if nolibc else []
    return building.compile_object(command, source, folder)


def _archive(built: Kernel, name: str, folder: Path) -> Path:
    compiled = _compile(built, LINUX / f"library/{name}.c", folder)

    def make(partial: Path) -> None:
        partial.unlink()  # ar adds to what is there
        building.execute([f"{PREFIX}ar", "rcsD", partial, compiled])

    archive = f"lib{name.removesuffix('_library').replace('_', '-')}.a"
    return building.made(folder / archive, [building.identity(f"{PREFIX}ar")], [compiled], make)


def _link(parts: list[Path], target: Path) -> Path:
    command: list[str | Path] = [f"{PREFIX}gcc", *_MACHINE, *_LINK, *parts]
    return building.link(command, parts, target)


def file_system(built: Kernel) -> Path:
    """Return the initial file system: programs, a module, a folder for devices."""
    programs, modules = build(built), kernel.modules(built)
    folder = kernel.BUILD / f"programs-{built.name}"
    entries = [_entry("dev", 0o40755), _entry("proc", 0o40755), _entry("root", 0o40700)]
    entries += [_entry(name, 0o100755, path.read_bytes()) for name, path in programs.items()]
    entries += [_entry(module.name, 0o100644, module.read_bytes()) for module in modules]
    entries.append(_entry("TRAILER!!!", 0))
    target = folder / "initramfs.cpio"
    files.write(target, b"".join(entries))
    return target


def _entry(name: str, mode: int, data: bytes = b"") -> bytes:
    """Return a file of a cpio archive (format newc; the kernel's early-userspace documentation)."""
    path = name.encode() + b"\0"
    inode, user, group, links, time, zero = 0, 0, 0, 1, 0, 0
    fields = (inode, mode, user, group, links, time, len(data), zero, zero, zero, zero)
    head = b"070701" + b"".join(b"%08x" % field for field in (*fields, len(path), zero))
    return _padded(head + path) + _padded(data)


def _padded(data: bytes) -> bytes:
    return data + b"\0" * (-len(data) % 4)
