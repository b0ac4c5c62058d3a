# SPDX-License-Identifier: Apache-2.0
"""Each item of a paper is in a state, and names what is there, or why it is not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import synthetic
from test_docs import LINK, anchors, is_cut

from isochron import files, suites, systems
from isochron.cli.commands import BOARD, COMMANDS, EXPORT, VERIFY
from isochron.errors import IsochronError
from isochron.pages import papers
from isochron.pages.papers import COMMAND, RECORD, STATED, Item
from isochron.paths import ROOT
from isochron.report import claims
from isochron.report.series import Measured

PAPERS = [papers.load(file) for file in papers.FILES]
ITEMS = [(paper, item) for paper in PAPERS for item in paper.items]
GROUPS = {"board": BOARD, "export": EXPORT, "verify": VERIFY}
OWN = ("our own", "ours", "HcM: not compared there")
"""Where the report says that a claim is of ours."""


@cache
def stated() -> dict[str, str]:
    """Return where each claim of the report comes from, by what is claimed."""
    some = synthetic.results(synthetic.plan(["semaphore-2"])).records[:1]
    found = claims.claims(Measured([]))
    for system in systems.systems():
        found += system.claims([]) or system.claims(some)
    return {claim.claimed: claim.where for claim in found}


@cache
def records() -> set[str]:
    """Return the names of what benchmarks record."""
    simulated = {f"{test.name}/{metric.name}" for suite in suites.SUITES.values()
                 for test, metric in suite.metrics}  # fmt: skip
    tables = [suite.tests() for _, suite in systems.suites().values()]
    return simulated | {str(name) for table in tables for name in table.columns[0].cells}


def missing(place: str) -> str | None:
    """Say what is not there of a place."""
    if place.startswith(STATED):
        claim = place.removeprefix(STATED)
        return None if claim in stated() else f"the report has no claim {claim!r}"
    if place.startswith(RECORD):
        record = place.removeprefix(RECORD)
        return None if record in records() else f"no benchmark records {record!r}"
    if place.startswith(COMMAND):
        first, second, *_ = [*place.removeprefix(COMMAND).split(), ""]
        known = second in GROUPS[first] if first in GROUPS else first in COMMANDS
        return None if known or first == "record" else f"there is no command {place!r}"
    path = ROOT / re.split("::|#", place)[0]
    if is_cut(path):
        return None
    if not path.exists():
        return f"no file {place!r}"
    if "::" in place and f"\ndef {place.split('::')[1]}(" not in path.read_text():
        return f"no test {place!r}"
    if "#" in place and place.split("#")[1] not in anchors(path):
        return f"no heading {place!r}"
    return None


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.page.stem)
def test_each_item_names_what_is_there(paper: papers.Paper):
    faults = [
        f"{item.name}: {fault}" for item in paper.items for place in item.where
        if (fault := missing(place))
    ]  # fmt: skip
    assert faults == []


@pytest.mark.parametrize(
    "place",
    [
        "docs/no-such-page.md",
        "docs/reference/figures.md#no-such-heading",
        "tests/no_such_test.py",
        "tests/test_papers.py::test_no_such_test",
        "record: semaphore-2/no-such-metric",
        "claim: it is the fastest of all",
        "isochron no-such-command",
        "isochron verify no-such-command",
    ],
)
def test_what_is_not_there_is_told(place: str):
    assert missing(place)


def test_each_claim_of_a_paper_that_the_report_judges_is_an_item():
    listed = {place.removeprefix(STATED) for _, item in ITEMS for place in item.where}
    of_papers = {claim for claim, where in stated().items() if where not in OWN}
    assert len(of_papers) > 20
    assert of_papers - listed == set()


def test_no_item_is_there_twice():
    for paper in PAPERS:
        names = [(item.kind, item.name) for item in paper.items]
        assert len(names) == len({*names})


def test_the_pages_are_those_of_the_lists_and_count_them():
    assert files.stale(papers.texts()) == [], "run `isochron generate papers`"
    for paper in PAPERS:
        counted = dict(re.findall(r"^\| ([\w ]+) \| (\d+) \|$", paper.page.read_text(), re.M))
        assert list(counted) == [*papers.STATES, "all"]
        for state in papers.STATES:
            assert int(counted[state]) == sum(item.state == state for item in paper.items)
        assert int(counted["all"]) == len(paper.items)


def test_the_index_links_to_each_page():
    linked = {path for path, _ in LINK.findall((papers.FOLDER / "README.md").read_text())}
    assert {paper.page.name for paper in PAPERS} <= linked


def written(tmp_path: Path, lines: str) -> Path:
    file = tmp_path / "paper.toml"
    file.write_text(f'title = "A paper"\npage = "a.md"\nabout = "It is."\n{lines}')
    return file


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ('[[rumour]]\nname = "x"', "items of kind 'rumour'"),
        ('[[figure]]\nname = "x"\nplace = "1"\nstate = "fine"', "its state is 'fine'"),
        ('[[figure]]\nname = "x"\nplace = "1"\nstate = "missing"', "does not say the reason"),
        ('[[figure]]\nname = "x"\nplace = "1"\nstate = "whole"', "does not say where"),
        ('[[claim]]\nname = "x"\nplace = "1"\nstate = "whole"\nwhere = ["y"]', "`found` is ''"),
        (
            '[[figure]]\nname = "x"\nplace = "1"\nstate = "whole"\nwhere = ["y"]\n'
            'found = "confirmed"',
            "is no claim that was judged",
        ),
    ],
)
def test_an_item_that_says_too_little_is_refused(lines: str, message: str, tmp_path: Path):
    with pytest.raises(IsochronError, match=re.escape(message)):
        papers.load(written(tmp_path, lines))


def test_a_page_has_a_table_for_each_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(papers, "ROOT", tmp_path)
    item = '[[claim]]\nname = "It is fast"\nplace = "4"\nstate = "whole"\nfound = "refuted"\n'
    where = 'where = ["docs/reference/figures.md#area-and-clock", "record: a/b", "isochron run"]\n'
    text = papers.page(papers.load(written(tmp_path, item + where)))
    assert "## Claims\n| item | in the paper | found | state | where | why |" in text
    assert "| It is fast | 4 | refuted | whole | " in text
    assert "[figures: area and clock](../reference/figures.md#area-and-clock)" in text
    assert "record `a/b`, `isochron run`" in text


def items_in(state: str) -> Iterator[Item]:
    return (item for _, item in ITEMS if item.state == state)


@pytest.mark.parametrize("state", papers.STATES)
def test_each_state_is_used(state: str):
    assert list(items_in(state))
