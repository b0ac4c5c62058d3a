# SPDX-License-Identifier: Apache-2.0
"""The pictures of the pages: drawn from the texts that are there, and true to the run they show."""

from __future__ import annotations

import json
import re
import tomllib
from xml.etree import ElementTree

import pytest

from isochron.paths import ROOT
from isochron.pictures import __main__ as pictures
from isochron.pictures import sequence, waveform

GIVE = json.loads((pictures.SOURCES / "give.json").read_text())
LANES = {lane["name"]: lane for lane in GIVE["signal"]}
CYCLES = 78
"""Of the measured call on the hardware kernel: tests/test_examples.py holds the run to it."""


def begins(lane: dict) -> list[tuple[int, str]]:
    """Return where each value of a lane begins."""
    at = [cycle for cycle, state in enumerate(lane["wave"]) if state.isdigit() and state > "1"]
    return list(zip(at, lane["data"], strict=True))


def test_every_picture_is_drawn_from_its_text_as_it_is():
    assert list(pictures.stale()) == []


def test_a_changed_text_is_noticed(monkeypatch, tmp_path):
    text = (pictures.SOURCES / "give-sequence.toml").read_text()
    (tmp_path / "give-sequence.toml").write_text(text.replace("saves", "keeps"))
    monkeypatch.setattr(pictures, "SOURCES", tmp_path)
    assert [one.name for one in pictures.stale()] == ["give-sequence.toml"]


def test_the_recorded_give_takes_the_cycles_that_are_measured():
    assert {len(lane["wave"]) for lane in GIVE["signal"]} == {CYCLES}


def test_the_sequence_tells_the_recorded_cycles():
    steps = tomllib.loads((pictures.SOURCES / "give-sequence.toml").read_text())["step"]
    told = [int(one["cycle"]) for one in steps if one.get("to") == "hardware kernel"]
    asked = [at for at, what in begins(LANES["to the kernel"]) if what != "CURRENT"]
    assert told == asked
    told = [int(one["cycle"]) for one in steps if one.get("from") == "hardware kernel"]
    answers = [at for at, _ in begins(LANES["kernel answers"])]
    assert set(told) <= set(answers)


def test_the_page_tells_the_recorded_cycles():
    page = (ROOT / "docs/explanation/a-give.md").read_text()
    told = re.findall(r"^- \*\*(\d+)(?: to (\d+))?\.\*\*", page, re.MULTILINE)
    lane = LANES["to the kernel"]
    spans = [(one.start(), one.end() - 1) for one in re.finditer(r"\d\.*", lane["wave"])]
    asked = zip(spans, lane["data"], strict=True)
    command, first_answer, last_answer = (at for at, what in asked if what in ("GIVE", "RESULT"))
    # The next request is there when the command is answered.
    command = (command[0], begins(LANES["kernel answers"])[0][0])
    stores = re.search(r"4\.+", LANES["to RAM"]["wave"])
    masked = re.search("0+", LANES["interrupts enabled"]["wave"])
    assert [(int(first), int(last or first)) for first, last in told] == [
        (0, command[0] - 1),
        command,
        first_answer,
        (stores.start(), stores.end() - 1),
        (masked.start(), masked.end() - 1),
        last_answer,
        (last_answer[1], CYCLES - 1),
    ]
    assert f"for {masked.end() - masked.start()} cycles" in page
    # Every answer comes in the next cycle at the earliest.
    waited = (command[1] - command[0] - 1, last_answer[1] - last_answer[0] - 1)
    assert (
        f"Of the {CYCLES} cycles 2 are the labels'. In {sum(waited)} the core waits for the "
        f"hardware kernel: {waited[0]} for the command, {waited[1]} for the end of the wait. "
        f"The other {CYCLES - 2 - sum(waited)} are"
    ) in page


def test_values_become_a_wave_and_a_drawing_with_their_texts():
    wave = waveform.encode(["one", "one", None, "two"], {"two": "3"})
    assert wave == {"wave": "2.x3", "data": ["one", "two"]}
    document = {
        "head": {"text": "a title", "tick": 0, "every": 1},
        "config": {"cell": 30, "row": 3},
        "signal": [{"name": "lane", **wave}, {"name": "level", "wave": "0110"}],
    }
    texts = {one.text for one in ElementTree.fromstring(waveform.draw(document)).iter()}
    assert {"a title", "lane", "level", "one", "two"} <= texts


def test_a_step_between_unknown_lifelines_is_refused():
    with pytest.raises(KeyError):
        sequence.draw({"title": "", "lifelines": ["a"], "step": [{"from": "a", "to": "b"}]})
