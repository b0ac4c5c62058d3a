# SPDX-License-Identifier: Apache-2.0
"""Runs that are kept: a simulation is exact, so the same program in the same one gives the same.

What a run gave is a file in build/runs, made as everything is (``building.made``): from the
program, what it runs on, and the options, all by content. Within a command that is ``fresh``, a run
is repeated, and must give what is kept.
"""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from isochron import building
from isochron.errors import IsochronError
from isochron.paths import BUILT

BUILD = BUILT / "runs"


def kept(program: Path, on: str, options: Iterable[object], run: Callable[[], Any]) -> Any:
    """Return what a run gave, as JSON keeps it; run only if it is not known.

    Args:
        program: what is run.
        on: what it runs on: the digest or identity of a simulator.
        options: all else that decides what happens.
        run: runs it; a failure is an exception, and not kept.

    Raises:
        IsochronError: a run that was repeated gave something else.
        building.NotMade: it is not known, within a command that makes nothing.
    """
    words = [building.content(program), on, *options]
    target = BUILD / f"{program.stem}-{building.digest(words)}.json"
    if building.is_fresh() and target.is_file():
        text = json.dumps(run())
        if text != target.read_text():
            raise IsochronError(
                f"{program.name}: a second run differs from the one kept in {target}"
            )
        return json.loads(text)
    building.made(target, words, (), lambda partial: _write(partial, json.dumps(run())))
    return json.loads(target.read_text())


def _write(path: Path, text: str) -> None:
    path.write_text(text)
