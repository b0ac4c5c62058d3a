# SPDX-License-Identifier: Apache-2.0
"""Programs of users, for `isochron run --platform`."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from systems.gic.lab import boards, build, qemu

from isochron.errors import IsochronError
from isochron.running import simulator

KERNELS = ("gic", *(name for name in boards.KERNELS if name != "gic"))


def run(
    files: Sequence[Path],
    kernel: str,
    board: str,
    cores: int,
    symbols: Mapping[str, str],
    gdb: str | None,
    on_line: Callable[[str], None],
    tell: Callable[[str], None],
) -> tuple[int, str]:
    """Build a program if it is C files, and run it; return its exit code, and how it has ended.

    Raises:
        IsochronError: a number of cores that no board has, or that the kernel does not run on.
        BuildFailed: the messages of compiler or linker.
    """
    if cores not in boards.CORES:
        raise IsochronError(f"--cores {cores}: a board has {', '.join(map(str, boards.CORES))}")
    elf = files[0]
    if not simulator.is_elf(elf):
        elf = build.build(
            elf, kernel, board, cores, defines=symbols, more=files[1:], on_warnings=tell
        )
    if gdb:
        host, _, port = gdb.rpartition(":")
        if not port.isdigit():
            raise IsochronError(f"--gdb {gdb}: it must be [HOST]:PORT, such as :3333")
        tell(f"waiting for GDB: gdb-multiarch {elf} -ex 'target remote {host}:{port}'")
    code = qemu.follow(elf, board, cores, gdb, on_line)
    return code, f"{board}, {cores} core{'s' * (cores > 1)}, exit code {code}"
