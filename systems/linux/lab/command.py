# SPDX-License-Identifier: Apache-2.0
"""`isochron linux`"""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from systems.linux.lab import kernel, machine, parts
from systems.linux.lab.tutorials import TUTORIALS, Tutorial, printed

from isochron import results, versions
from isochron.errors import EXIT_FAILED
from isochron.paths import ROOT
from isochron.terminal import known

DEFAULT_FOLDER = Path("build/report")
_CHECK = "/check"
"""Of the kernels whose device is the time manager."""

console = Console(soft_wrap=True, highlight=False, markup=False)

EPILOG = """Examples:

    isochron linux                          all kernels: build what changed, boot, check

    isochron linux --kernel preempt-rt      one of them, without the kernel's own messages

    isochron linux --kernel below           Linux as a task of FreeRTOS on the hardware kernel

    isochron linux --kernel preempt -v      with them

    isochron linux --example pipes          a tutorial's program, and what it prints

    isochron linux --measure                measure, for the report; half an hour
"""


def linux(
    kernels: Annotated[
        list[str] | None,
        typer.Option(
            "--kernel",
            "-k",
            help="Only this kernel; may be repeated.",
            callback=known("kernel", kernel.KERNELS),
        ),
    ] = None,
    channels: Annotated[
        int,
        typer.Option(
            min=4,
            max=64,
            help="Channels of the time manager's hardware; --measure chooses them itself.",
        ),
    ] = machine.CHANNELS,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Show what the kernels print, too.")
    ] = False,
    figures: Annotated[
        bool,
        typer.Option(
            "--measure",
            help="Measure instead of checking; write linux.json, linux-further.json, and of "
            "`below` linux-below.json, linux-below-periods.json.",
        ),
    ] = False,
    measured: Annotated[
        list[str] | None,
        typer.Option(
            "--part",
            help="Only this part of what is measured on these kernels; may be repeated.",
            callback=known("part", parts.PARTS),
        ),
    ] = None,
    example: Annotated[
        str | None,
        typer.Option(
            help="Boot `below` with this tutorial's programs only, and show what they print.",
            callback=known("example", TUTORIALS),
        ),
    ] = None,
    out: Annotated[
        Path, typer.Option("--out", "-o", help="Folder for the figures.")
    ] = DEFAULT_FOLDER,
) -> None:
    """Boot Linux in the simulator, and check it there.

    On two kernels the time manager's driver and library, on the third that FreeRTOS below it
    goes on whatever Linux does. Builds what has changed: kernels from Debian's package of their
    source, driver, programs, firmware, simulators. At first that takes four minutes for each kernel
    on two cores, later seconds. Ends with PASS or FAIL.
    """
    names = kernels or list(kernel.KERNELS)
    if measured and not (figures and all(parts.of(name).keys() >= {*measured} for name in names)):
        of = " and ".join(f"{name} {', '.join(parts.of(name))}" for name in kernel.KERNELS)
        raise typer.BadParameter(f"--part needs --measure and kernels that have it: {of}")
    if example and (figures or kernels):
        raise typer.BadParameter("--example is by itself")
    console.print(f"Linux: Debian's linux-source-6.12, {kernel.version()}")
    if figures:
        for name in names:
            for part in measured or parts.of(name):
                _measure(name, part, out)
        return
    if example:
        failed = [] if _show(TUTORIALS[example]) else [example]
    else:
        failed = [name for name in names if not _check(name, channels, verbose)]
    console.print(f"FAIL: {', '.join(failed)}" if failed else "PASS")
    if failed:
        raise typer.Exit(EXIT_FAILED)


def _measure(name: str, part: str, folder: Path) -> None:
    """Write the figures of a part; those of other parts and kernels stay as they are."""
    chosen = parts.of(name)[part]
    path = folder / chosen.file
    with console.status(f"{name}: measuring {part}") as status:
        found = chosen.measured(
            kernel.build(name), lambda line: status.update(f"measuring: {line}")
        )
    measured = {(record.kernel, record.test, record.variant) for record in found}
    kept = [
        record
        for record in (results.load(path).records if path.is_file() else [])
        if (record.kernel, record.test, record.variant) not in measured
    ]
    used = {"linux": kernel.version(), "isochron": versions.repository()}
    saved = results.save(results.Results(used, [*kept, *found]), folder, path.name)
    console.print(f"Figures: {saved}; `isochron bench --report` shows them")


def _built(name: str, channels: int) -> kernel.Kernel:
    """Return a kernel; it and its simulator are built when something has changed."""
    with console.status(f"{name}: simulator (built when changed)"):
        machine.simulator(channels, machine.of(name))
    with console.status(f"{name}: kernel (built when changed)") as status:

        def progress(line: str) -> None:
            status.update(f"{name}: kernel: {line}")

        return kernel.build(name, progress)


def _check(name: str, channels: int, verbose: bool) -> bool:
    """Build and boot one kernel; return whether all checks are good."""
    built = _built(name, channels)
    console.print(f"{name}: {kernel.KERNELS[name]}")

    def show(line: str) -> None:
        if verbose or line.startswith(("ok ", "not ok ", "PASS", "FAIL", "machine:")):
            console.print(f"  {line}")

    program = f"/{kernel.BELOW}" if name == kernel.BELOW else _CHECK
    with console.status(f"{name}: boot and checks"):
        found = machine.run(built, [program], channels=channels, on_line=show)
    if name != kernel.BELOW:
        return found.passed
    return found.passed and all(_is_as_told(tutorial, built) for tutorial in TUTORIALS.values())


def _is_as_told(tutorial: Tutorial, built: kernel.Kernel) -> bool:
    """Run a tutorial's programs; return whether they print what the page shows."""
    with console.status(f"{tutorial.name}: boot and program"):
        found = tutorial.run(built)
    good = found.passed and tutorial.is_on_page(found.lines)
    page = tutorial.page.relative_to(ROOT)
    console.print(f"  {'ok' if good else 'not ok'} {page} shows what its program prints")
    return good


def _show(tutorial: Tutorial) -> bool:
    """Run a tutorial's programs, and show what they print; return whether that went well."""
    built = _built(kernel.BELOW, machine.CHANNELS)
    with console.status(f"{tutorial.name}: boot and program"):
        found = tutorial.run(built)
    console.print("\n".join(printed(found.lines)))
    return found.passed
