# SPDX-License-Identifier: Apache-2.0
"""analysis.json: what `isochron analyze` found, as analysis.schema.json says."""

import json
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema

from isochron import files
from isochron.analysis.findings import MEGA, Findings, OfKernel, Sweep
from isochron.analysis.model import Task
from isochron.report.analysis import FILE_NAME

SCHEMA_FILE = Path(__file__).with_name("analysis.schema.json")
SCHEMA_VERSION = 1


def of(findings: Findings) -> dict[str, Any]:
    """Return findings as JSON has them; times are clock cycles, clocks MHz."""
    system = findings.description.system
    document = {
        "schema": SCHEMA_VERSION,
        "name": system.name,
        "tick_hz": system.tick_hz,
        "kernels": [_kernel(kernel, tasks=True) for kernel in findings.kernels],
        "sweep": _sweep(findings.sweep) if findings.sweep else None,
        "seeds": findings.seeds,
    }
    _validator().validate(document)
    return document


def save(findings: Findings, folder: Path) -> Path:
    """Write the document into a folder, made if it is not there, and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / FILE_NAME
    files.write(path, json.dumps(of(findings), indent=1) + "\n")
    return path


def _kernel(result: OfKernel, *, tasks: bool) -> dict[str, Any]:
    least = result.least_clock_hz
    entry: dict[str, Any] = {
        "kernel": result.kernel,
        "clock_mhz": result.clock_hz / MEGA,
        "clock_from": result.origin,
        "tick_cycles": result.task_set.tick,
        "load": round(result.task_set.load, 4),
        "fits": round(result.fits, 4),
        "guaranteed": result.guaranteed,
        "least_clock_mhz": round(least / MEGA, 3) if least else None,
        "growth": round(result.growth, 3),
    }
    if tasks:
        entry["tasks"] = [_task(result, task) for task in result.task_set.tasks]
        entry["observed"] = [
            {name: of_task for name, of_task in asdict(seen).items() if name != "kernel"}
            for seen in result.seen
        ]
    return entry


def _task(result: OfKernel, task: Task) -> dict[str, Any]:
    bound = result.bounds[task.name]
    return {
        "task": task.name,
        "priority": task.priority,
        "released_by": task.released_by,
        "period": task.period,
        "deadline": task.deadline,
        "execution": task.execution,
        "response": bound.response,
        "slack": None if bound.response is None else task.deadline - bound.response,
        "parts": asdict(bound.parts) if bound.parts else None,
    }


def _sweep(sweep: Sweep) -> dict[str, Any]:
    return {
        "key": sweep.key,
        "points": [
            {"value": value, "kernels": [_kernel(result, tasks=False) for result in results]}
            for value, results in zip(sweep.values, sweep.found, strict=True)
        ],
    }


@cache
def _validator() -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(json.loads(SCHEMA_FILE.read_text(encoding="utf-8")))
