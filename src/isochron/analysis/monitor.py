# SPDX-License-Identifier: Apache-2.0
"""A C header for the hardware monitor: each task's budget and deadline from its bound.

The monitor's jobs begin when a task becomes ready and end when it waits, so a wait for a mutex
ends one; what it sees is never more than what is written here, unless the analysis is broken.

    budget    C' + O, service routines, what they meet, and contentions within the bound
    deadline  R + O: the job's end is behind its last instruction
"""

import re

from isochron.analysis.findings import MEGA, Findings, OfKernel
from isochron.analysis.model import ISR, Task
from isochron.analysis.response import Analysis
from isochron.errors import IsochronError

MONITORED = ("isochron", "isochron-contexts")
"""Kernels whose hardware has the monitor."""


def header(findings: Findings) -> str:
    """Return the header for the first kernel that has a monitor.

    Raises:
        IsochronError: there is no such kernel among them, or a task has no bound.
    """
    monitored = next((kernel for kernel in findings.kernels if kernel.kernel in MONITORED), None)
    if monitored is None:
        raise IsochronError(f"--monitor needs one of the kernels {', '.join(MONITORED)}: add it")
    prefix = re.sub(r"\W", "_", findings.description.system.name)
    lines = [
        f"/* Made by isochron analyze of {findings.description.path.name} for {monitored.kernel} "
        f"at {monitored.clock_hz / MEGA:g} MHz: clock cycles. */",
        "#pragma once",
        "",
        '#include "isochron_monitor.h"',
    ]
    for task in monitored.task_set.tasks:
        budget, deadline = limits(monitored, task)
        name = re.sub(r"\W", "_", f"{prefix}_{task.name}")
        lines += [
            "",
            f"#define {name.upper()}_BUDGET      {budget}U",
            f"#define {name.upper()}_DEADLINE    {deadline}U",
            "",
            f"/* Lets the monitor watch {task.name}; pdFAIL when there is none. */",
            f"static inline BaseType_t {name}_watch( TaskHandle_t task )",
            "{",
            f"    xIsochronMonitorSetBudget( task, {name.upper()}_BUDGET );",
            f"    return xIsochronMonitorSetDeadline( task, {name.upper()}_DEADLINE );",
            "}",
        ]
    return "\n".join([*lines, ""])


def limits(result: OfKernel, task: Task) -> tuple[int, int]:
    """Return a task's budget and deadline for the monitor, in cycles.

    Raises:
        IsochronError: the task has no bound.
    """
    response = result.bounds[task.name].response
    if response is None:
        raise IsochronError(
            f'"{task.name}" has no bound on {result.kernel}: nothing to watch it by'
        )
    analysis = Analysis(result.task_set, result.overheads)
    end = analysis.whole_job(task, 0)
    routines = sum(
        other.arrivals.within(response + end) * analysis.whole_job(other, 0)
        for other in result.task_set.tasks
        if other.released_by == ISR and other is not task
    )
    waits = len(task.sections) * result.overheads.contention
    own = {other.name: int(other is task) for other in result.task_set.tasks}
    waits += analysis.meetings(task)(response + end, own)
    return analysis.execution(task) + end + routines + waits, response + end
