# SPDX-License-Identifier: Apache-2.0
"""Each item of a paper is in a state, and names what is there, or why it is not."""

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
import synthetic
from test_docs import LINK, anchors, is_cut

from isochron import suites, systems
from isochron.cli.commands import BOARD, COMMANDS, EXPORT, VERIFY
from isochron.paths import ROOT
from isochron.report import claims
from isochron.report.kinds import Verdict
from isochron.report.series import Measured

FOLDER = ROOT / "docs/papers"
PAGES = sorted(path for path in FOLDER.glob("*.md") if path.name != "README.md")
STATES = ("whole", "beyond", "reduced", "missing", "not measured")
WITH_REASON = STATES[2:]
VERDICTS = [verdict.value for verdict in Verdict if verdict is not Verdict.OPEN]
CLAIMS = "Claims"
KINDS = (
    *("How it is built", "Functions and options", "Platform", "Method", "Tables", "Figures"),
    *("Scenarios", CLAIMS, "What the paper leaves for later", "What the paper does not have"),
)
"""The headings of a page, in their order."""
PLACE = r"\[[^\]]+\]\([^)]+\)|(?:claim|record) [*`][^*`]+[*`]|`[^`]+`"
"""Of the column `where`: a page, a claim of the report, a record; a file, a test, a command."""
GROUPS = {"board": BOARD, "export": EXPORT, "verify": VERIFY}
OWN = ("our own", "ours", "HcM: not compared there")
"""Where the report says that a claim is of ours."""

Row = dict[str, str]
"""An item: its cells, by the heads of the table."""


def tables(text: str) -> dict[str, list[Row]]:
    """Return the items of a page by their headings."""
    found = {}
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        kind, *lines = section.splitlines()
        heads, _, *rows = (
            [cell.strip() for cell in line.split("|")[1:-1]] for line in lines if line
        )
        found[kind] = [dict(zip(heads, row, strict=True)) for row in rows]
    return found


def items(page: Path) -> list[Row]:
    return [row for rows in tables(page.read_text()).values() for row in rows]


def places(row: Row) -> list[str]:
    """Return what the column `where` names."""
    return re.findall(PLACE, row["where"])


def fault(kind: str, row: Row) -> str | None:
    """Say what is wrong with an item."""
    state, found = row["state"], row.get("found", "")
    if state not in STATES:
        return f"its state is {state!r}, not one of {', '.join(STATES)}"
    if state in WITH_REASON and not row["why"]:
        return f"it is {state}, and `why` does not say the reason"
    if state not in WITH_REASON and not row["where"]:
        return f"it is {state}, and `where` does not say where"
    if re.sub(f"({PLACE})(, |$)", "", row["where"]):
        return f"`where` has more than places: {row['where']}"
    judged = kind == CLAIMS and state not in ("missing", "not measured")
    if found not in (VERDICTS if judged else [""]):
        return f"`found` is {found!r}, and it is {'a' if judged else 'no'} claim that was judged"
    return None


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
    kind, _, name = place.rstrip("*`").partition("*" if place.startswith("claim") else "`")
    if kind == "claim ":
        return None if name in stated() else f"the report has no claim {name!r}"
    if kind == "record ":
        return None if name in records() else f"no benchmark records {name!r}"
    if name.startswith("isochron "):
        _, first, second, *_ = [*name.split(), ""]
        known = second in GROUPS[first] if first in GROUPS else first in COMMANDS
        return None if known or first == "record" else f"there is no command {name!r}"
    if kind:
        ((link, anchor),) = LINK.findall(place)
        path = FOLDER / link
        if anchor and path.is_file() and anchor.removeprefix("#") not in anchors(path):
            return f"no heading {place!r}"
    else:
        path, _, test = name.partition("::")
        path = ROOT / path
        if test and path.is_file() and f"\ndef {test}(" not in path.read_text():
            return f"no test {place!r}"
    return None if path.exists() or is_cut(path) else f"no file {place!r}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_each_item_says_enough_and_names_what_is_there(page: Path):
    sections = tables(page.read_text())
    assert list(sections) == [kind for kind in KINDS if kind in sections]
    assert [
        (row["item"], wrong)
        for kind, rows in sections.items()
        for row in rows
        if (wrong := fault(kind, row))
    ] == []
    rows = items(page)
    named = [place for row in rows for place in places(row)]
    system_is_cut = any(is_cut(ROOT / place.strip("`").partition("::")[0]) for place in named)
    faults = [wrong for place in named if (wrong := missing(place))]
    assert faults == [] or system_is_cut  # with its claims and records
    names = [(kind, row["item"]) for kind, rows in sections.items() for row in rows]
    assert len(names) == len({*names})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_counts_its_items(page: Path):
    counted = dict(re.findall(r"^\| ([\w ]+) \| (\d+) \|$", page.read_text(), re.M))
    states = Counter(row["state"] for row in items(page))
    assert counted == {state: str(states[state]) for state in STATES} | {"all": str(states.total())}


@pytest.mark.parametrize(
    "place",
    [
        "[a page](../no-such-page.md)",
        "[a page](../reference/figures.md#no-such-heading)",
        "`tests/no_such_test.py`",
        "`tests/test_papers.py::test_no_such_test`",
        "record `semaphore-2/no-such-metric`",
        "claim *it is the fastest of all*",
        "`isochron no-such-command`",
        "`isochron verify no-such-command`",
    ],
)
def test_what_is_not_there_is_told(place: str):
    assert re.fullmatch(PLACE, place)
    assert missing(place)


def test_each_claim_of_a_paper_that_the_report_judges_is_an_item():
    listed = {place for page in PAGES for row in items(page) for place in places(row)}
    of_papers = {f"claim *{claim}*" for claim, where in stated().items() if where not in OWN}
    assert len(of_papers) > 10
    assert of_papers - listed == set()


def test_the_index_links_to_each_page():
    linked = {path for path, _ in LINK.findall((FOLDER / "README.md").read_text())}
    assert {page.name for page in PAGES} <= linked


@pytest.mark.parametrize(
    ("kind", "row", "message"),
    [
        ("Figures", "fine | `y` |  | ", "its state is 'fine'"),
        ("Figures", "missing |  |  | ", "does not say the reason"),
        ("Figures", "whole |  |  | ", "does not say where"),
        ("Figures", "whole | `x` or y |  | ", "has more than places"),
        (CLAIMS, "whole | `y` |  | ", "`found` is ''"),
        ("Figures", "whole | `y` |  | confirmed", "it is no claim that was judged"),
    ],
)
def test_an_item_that_says_too_little_is_refused(kind: str, row: str, message: str):
    table = f"## {kind}\n| state | where | why | found |\n|---|---|---|---|\n| {row} |"
    ((item,),) = tables(table).values()
    assert message in str(fault(kind, item))
