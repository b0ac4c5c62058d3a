# SPDX-License-Identifier: Apache-2.0
"""The models of dispatch and of requests between cores: they hold, and their mistakes are found."""

import re
import subprocess
from pathlib import Path

import pytest

from isochron.paths import ROOT

FOLDER = ROOT / "systems/gic/model"
MISTAKES = {
    "critical": {"LOCK_FIRST", "NESTED_TAKE", "UNMASK_FIRST", "INNER_GIVES"},
    "cross_core": {
        *("NO_LOOK_BEHIND_SWITCH", "SIGNAL_FIRST", "SIGNAL_NEVER"),
        *("APPEND_ALWAYS", "CLEAR_LATE", "KEEP_OBSOLETE", "NO_LOOK_FOR_PRIORITY"),
    },
    "moves": {
        *("CORE_READ_EARLY", "CORE_CHANGES_LATE", "LEAVE_INBOX"),
        *("GO_ON_RUNNING", "ARRIVE_UNHEARD"),
    },
    "routines": {
        *("EQUAL_BEGINS", "EVENT_FORGOTTEN", "MASK_STAYS", "GROUP_READ_LATE", "NO_LOOK_AT_BEGIN"),
        *("GO_ON_STAYS", "BACK_ALWAYS", "GROUP_UNLOOKED", "READY_UNLOOKED", "NO_LOOK_AT_END"),
        "ONE_INTERRUPT",
    },
    "inherit": {"TWO_STEPS", "ASK_FIRST", "INHERIT_WITHOUT_LOCK"},
    "notify": {"WAKE_ALWAYS", "GOES_ON_WAITING", "LOOK_WITHOUT_LOCK"},
    "semaphore": {"NO_CLOSE", "OPEN_WITH_WAITERS", "OPEN_BEHIND_LOCK"},
    "stream": {
        *("INNER_WITHOUT_LOCK", "WAKE_FIRST", "LOOK_WITHOUT_LOCK", "CLEAR_WITHOUT_LOCK"),
    },
    "suspend": {
        *("HOLDER_IS_TASK", "CLEAR_BEHIND_LOCK", "LOOK_WITHOUT_LOCK", "CREATED_IS_ENABLED"),
        "DELETED_IS_LISTED",
    },
    "wake": {
        *("NO_LOOK_BEFORE_SLEEP", "NO_LOOK_AT_WORD", "LOOK_BEFORE_REQUEST", "LEAVE_IN_LIST"),
        *("WITHDRAWN_UNHEARD", "WAKE_BEHIND_LOCK", "STOP_WITHOUT_LOCK", "RESUME_WAITING"),
        *("RING_FIRST", "CLEAR_LATE", "LOOK_ALWAYS", "NO_LOOK_AT_LOCK", "LISTED_BEHIND_LOCK"),
        *("FINAL_LATE", "FINAL_TAKEN"),
    },
}
FORMS: dict[str, list[tuple[str, ...]]] = {
    "routines": [(), ("-DALONE",)],
    "wake": [(), ("-DKEEPS",), ("-DBOTH",)],
}
"""Of a model that is searched in several parts; a mistake is found in one of them at least."""
DEPTH = 100_000


def verify(model: str, folder: Path, *options: str) -> str:
    """Search all states of the model; return what spin's verifier says."""
    subprocess.run(
        ["spin", *options, "-a", FOLDER / f"{model}.pml"],
        cwd=folder,
        check=True,
        capture_output=True,
    )
    command = ["gcc", "-O1", "-w", "-DSAFETY", "-DCOLLAPSE", "-o", "pan", "pan.c"]
    subprocess.run(command, cwd=folder, check=True)
    search = [folder / "pan", f"-m{DEPTH}"]
    return subprocess.run(search, cwd=folder, check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize(
    ("model", "form"),
    [
        pytest.param(model, form, marks=[pytest.mark.wide] if form else [])
        for model in MISTAKES
        for form in FORMS.get(model, [()])
    ],
)
def test_a_model_holds(model: str, form: tuple[str, ...], tmp_path: Path):
    said = verify(model, tmp_path, *form)
    assert "errors: 0" in said
    assert "max search depth too small" not in said
    states = re.search(r"(\d+) states, stored", said)
    assert states is not None
    assert int(states[1]) > 100_000


@pytest.mark.wide(each=4)
@pytest.mark.parametrize(
    ("model", "mistake"),
    [(model, mistake) for model, known in MISTAKES.items() for mistake in sorted(known)],
)
def test_a_mistake_is_found(model: str, mistake: str, tmp_path: Path):
    forms = FORMS.get(model, [()])
    assert any(
        "assertion violated" in verify(model, tmp_path, f"-D{mistake}", *form) for form in forms
    )


@pytest.mark.parametrize("model", MISTAKES)
def test_every_mistake_is_tried(model: str):
    text = (FOLDER / f"{model}.pml").read_text()
    directives = "\n".join(re.findall(r"^#if.*", text, re.MULTILINE))
    assert set(re.findall(r"[A-Z]+(?:_[A-Z]+)+", directives)) == MISTAKES[model]
