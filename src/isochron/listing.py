# SPDX-License-Identifier: Apache-2.0
"""What `isochron list` shows: the names that the other commands take, as tables."""

from rich.table import Table

from isochron import suites, systems
from isochron.building import firmware, platforms
from isochron.terminal import new_table

_RUN_AND_BENCH = "run, bench"


def parts() -> tuple[str, ...]:
    """Return the names of the tables, in their order."""
    return ("kernels", "platforms", "hardware", *suites.SUITES, *systems.suites())


def tables() -> dict[str, Table]:
    """Return a table for each of ``parts``."""
    return {
        "kernels": _kernels(),
        "platforms": _platforms(),
        "hardware": _hardware(),
        **{suite.name: _suite(suite) for suite in suites.SUITES.values()},
        **{name: suite.tests() for name, (_, suite) in systems.suites().items()},
    }


def _kernels() -> Table:
    shown = new_table("kernels", "kernel", "what it is", "for")
    for kernel in firmware.KERNELS.values():
        shown.add_row(kernel.name, kernel.summary, _RUN_AND_BENCH)
    for suite, (system, _) in systems.suites().items():
        for name, summary in system.kernels.items():
            shown.add_row(name, summary, _uses(system, name, suite))
    return shown


def _platforms() -> Table:
    shown = new_table("platforms", "platform", "what it is", "instruction set", "for")
    for platform in platforms.PLATFORMS.values():
        shown.add_row(platform.name, platform.description, platform.march, _RUN_AND_BENCH)
    for suite, (system, _) in systems.suites().items():
        for name, (description, processor) in system.platforms.items():
            shown.add_row(name, description, processor, _uses(system, name, suite))
    return shown


def _uses(system: systems.System, name: str, suite: str) -> str:
    machine = system.machine
    run = machine and name in (*machine.platforms, *machine.kernels)
    return f"run, bench {suite}" if run else f"bench {suite}"


def _hardware() -> Table:
    shown = new_table("hardware", "hardware", "tasks, idle included")
    for hardware in platforms.HARDWARE.values():
        shown.add_row(hardware.name, str(hardware.tasks))
    return shown


def _suite(suite: suites.Suite) -> Table:
    shown = new_table(f"suite {suite.name}: {suite.title}", "test", "metric", "sweep")
    for test in suite.tests:
        for metric in test.metrics:
            shown.add_row(test.name, metric.name, metric.parameter or "repetition")
    return shown
