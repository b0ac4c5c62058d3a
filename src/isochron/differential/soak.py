# SPDX-License-Identifier: Apache-2.0
"""How far a comparison of hours has come, so that the next one goes on from there."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from isochron.building import native
from isochron.errors import IsochronError
from isochron.paths import BUILT


def file(kernel: str) -> Path:
    """Return where the state of a kernel's comparison is kept."""
    suffix = "" if kernel == native.SUBJECTS[0] else f"-{kernel}"
    return BUILT / f"soak{suffix}.json"


@dataclass(frozen=True)
class State:
    """What has been compared without a difference."""

    seed: int = 1
    scenarios: int = 0
    calls: int = 0
    kernel: str = native.SUBJECTS[0]

    def write(self, file: Path) -> None:
        """Keep it; whoever reads meanwhile finds the old one or this one."""
        file.parent.mkdir(parents=True, exist_ok=True)
        partial = file.with_suffix(".partial")
        partial.write_text(json.dumps(asdict(self)) + "\n")
        partial.replace(file)


def read(file: Path, seed: int | None, kernel: str = native.SUBJECTS[0]) -> State:
    """Return the state in a file; a new one if there is none, or another seed or kernel is wanted.

    Raises:
        IsochronError: it cannot be read.
    """
    if not file.is_file():
        return State(1 if seed is None else seed, kernel=kernel)
    try:
        state = State(**json.loads(file.read_text()))
    except (ValueError, TypeError) as error:
        raise IsochronError(f"{file} is damaged ({error}): delete it to begin anew") from error
    if state.kernel != kernel:
        return State(1 if seed is None else seed, kernel=kernel)
    return state if seed in (None, state.seed) else State(seed, kernel=kernel)
