# SPDX-License-Identifier: Apache-2.0
"""The waveforms in the pages are drawn from the recorded run, and the pages are true to it."""

import json
import re
from xml.etree import ElementTree

from isochron import files
from isochron.paths import ROOT
from isochron.pictures import drawn as pictures
from isochron.pictures import waveform

GIVE = json.loads((pictures.SOURCES / "give.json").read_text())
PAGE = (ROOT / "docs/explanation/a-give.md").read_text()
LANES = {lane["name"]: lane for lane in GIVE["signal"]}
CYCLES = 78
"""Of the measured call on the hardware kernel: tests/test_examples.py holds the run to it."""


def begins(lane: dict) -> list[tuple[int, str]]:
    """Return where each value of a lane begins."""
    at = [cycle for cycle, state in enumerate(lane["wave"]) if state.isdigit() and state > "1"]
    return list(zip(at, lane["data"], strict=True))


def test_every_picture_is_drawn_from_its_text_as_it_is():
    assert files.stale(pictures.texts()) == []


def test_a_changed_text_is_noticed(monkeypatch, tmp_path):
    text = (pictures.SOURCES / "give.json").read_text()
    (tmp_path / "give.json").write_text(text.replace("GIVE", "TAKE"))
    monkeypatch.setattr(pictures, "SOURCES", tmp_path)
    assert [path.name for path in files.stale(pictures.texts())] == ["give.svg"]


def test_the_recorded_give_takes_the_cycles_that_are_measured():
    assert {len(lane["wave"]) for lane in GIVE["signal"]} == {CYCLES}


def test_the_sequence_tells_the_recorded_cycles():
    arrows = re.findall(r"^    (\w+)->>(\w+): (\d+):", PAGE, re.MULTILINE)
    told = [int(cycle) for _, end, cycle in arrows if end == "kernel"]
    asked = [at for at, what in begins(LANES["to the kernel"]) if what != "CURRENT"]
    assert told == asked
    told = [int(cycle) for begin, _, cycle in arrows if begin == "kernel"]
    answers = [at for at, _ in begins(LANES["kernel answers"])]
    assert told
    assert set(told) <= set(answers)


def test_the_page_tells_the_recorded_cycles():
    told = re.findall(r"^- \*\*(\d+)(?: to (\d+))?\.\*\*", PAGE, re.MULTILINE)
    lane = LANES["to the kernel"]
    spans = [(match.start(), match.end() - 1) for match in re.finditer(r"\d\.*", lane["wave"])]
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
    assert f"for {masked.end() - masked.start()} cycles" in PAGE
    # Every answer comes in the next cycle at the earliest.
    waited = (command[1] - command[0] - 1, last_answer[1] - last_answer[0] - 1)
    assert (
        f"Of the {CYCLES} cycles 2 are the labels'. In {sum(waited)} the core waits for the "
        f"hardware kernel: {waited[0]} for the command, {waited[1]} for the end of the wait. "
        f"The other {CYCLES - 2 - sum(waited)} are"
    ) in PAGE


def test_values_become_a_wave_and_a_drawing_with_their_texts():
    wave = waveform.encode(["one", "one", None, "two"], {"two": "3"})
    assert wave == {"wave": "2.x3", "data": ["one", "two"]}
    document = {
        "head": {"text": "a title", "tick": 0, "every": 1},
        "config": {"cell": 30, "row": 3},
        "signal": [{"name": "lane", **wave}, {"name": "level", "wave": "0110"}],
    }
    texts = {element.text for element in ElementTree.fromstring(waveform.draw(document)).iter()}
    assert {"a title", "lane", "level", "one", "two"} <= texts
