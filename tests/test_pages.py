# SPDX-License-Identifier: Apache-2.0
"""The figures in README and pages are the recorded ones."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
import synthetic
from test_cli import invoke
from test_docs import CUT

from isochron import results, systems
from isochron.errors import IsochronError
from isochron.mutants import record as mutants
from isochron.pages import lookup, recorded, text
from isochron.pages.recorded import Recorded
from isochron.pages.text import Quote
from isochron.paths import ROOT
from isochron.synth import recorded as silicon

WAIT = "semaphore-2/wait-block"


@pytest.fixture(scope="module")
def found() -> results.Results:
    return synthetic.results(synthetic.plan(["semaphore-2", "interrupt-response-1"]))


@pytest.fixture(scope="module")
def run(found: results.Results) -> recorded.Runs:
    return runs(found, f"{WAIT} isochron", f"{WAIT} freertos")


def runs(found: results.Results, *words: str) -> recorded.Runs:
    return {recorded.BENCHMARKS: lookup.measured(words, found)}


def test_figures_that_a_test_holds_come_from_that_test(run: recorded.Runs):
    bench = "hardware/tests/kernel/group_bench.py"
    assert lookup.figure(f"tested {bench} WOKEN", run) == "9"
    with pytest.raises(IsochronError, match="no constant NAP"):
        lookup.figure(f"tested {bench} NAP", run)


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(text, "ROOT", tmp_path)
    return tmp_path / "page.md"


def quote(page: Path, line: str, *figures: str) -> Quote:
    return Quote(page, line, figures)


def test_every_page_has_the_recorded_figures():
    assert list(text.stale(text.quotes(), recorded.load())) == []


def test_a_page_with_recorded_figures_names_their_commit():
    quotes = list(text.quotes())
    named = {quote.page for quote in quotes if "commit" in quote.figures}
    others = {file.name: f"commit {Path(file.name).stem}" for file in systems.results_files()}
    of_silicon: dict[Path, set[str]] = {}
    for quote in quotes:
        for words in quote.figures:
            if words.startswith("commit silicon "):
                of_silicon.setdefault(quote.page, set()).update(words.split()[2:])
    for quote in quotes:
        for words in (words for words in quote.figures if not words.startswith("commit")):
            of_file = {lookup.file_of(part) for part in words.split(lookup.OVER)}
            if of_file & {*others}:
                for name in of_file & {*others}:
                    commits = {quote.page for quote in quotes if others[name] in quote.figures}
                    assert quote.page in commits, quote.text
            elif "/" in words.split()[0]:
                assert quote.page in named, quote.text
            kernel = words.split()[0]
            if kernel in lookup._alone():
                names = {quote.page for quote in quotes if f"commit {kernel}" in quote.figures}
                assert quote.page in names, quote.text
            if words.startswith("silicon") or words.endswith("microseconds"):
                configuration = words.split()[1] if words.startswith("silicon") else "soc"
                assert configuration in of_silicon[quote.page], quote.text


def test_nothing_is_recorded_that_no_page_shows():
    assert [listed.with_name(recorded.NAME) for listed in text.FILES] == list(recorded.FILES)
    for listed in text.FILES:
        runs = recorded.load([listed.with_name(recorded.NAME)])
        assert text.words_of([listed]) >= {words for run in runs.values() for words in run.figures}


def test_figures_of_two_runs_are_not_mixed(tmp_path: Path):
    paths = [tmp_path / name for name in ("first.json", "second.json")]
    for path, commit in zip(paths, ("1234567", "7654321"), strict=True):
        run = Recorded({"isochron": commit}, {path.stem: commit})
        recorded.save({recorded.BENCHMARKS: run}, [path.stem], path)
    with pytest.raises(IsochronError, match=r"second\.json has figures of another results\.json"):
        recorded.load(paths)


@pytest.mark.parametrize(
    ("page", "heading"),
    [("README.md", "## What was measured"), ("docs/reference/figures.md", "# What was measured")],
)
def test_no_row_of_the_tables_of_figures_is_typed_by_hand(page: str, heading: str):
    quotes = [quote for quote in text.quotes() if quote.page == ROOT / page]
    _, shown = (ROOT / page).read_text().split(f"{heading}\n", 1)
    rows = re.findall(r"^\|.*\d.*\n(?!\|--)", shown, re.MULTILINE)
    assert rows
    typed = [row for row in rows if not any(quote.pattern.search(row) for quote in quotes)]
    assert typed == [] or CUT, "figures of a system that is cut are held by nothing"


@pytest.mark.parametrize(
    ("words", "figure"),
    [
        (f"{WAIT} freertos", "500 to 520"),
        (f"{WAIT} freertos max", "520"),
        (f"{WAIT} freertos priority_drop=1", "500"),
        (f"{WAIT} isochron vexriscv O2", "60"),
        (f"{WAIT} freertos priority_drop=1,2", "500 to 510"),
        (f"{WAIT} freertos jitter", "20"),
        (f"{WAIT} isochron off", "15"),
        ("interrupt-response-1/task-dispatch isochron line background=loop", "60 to 62"),
        ("interrupt-response-1/task-dispatch isochron line background=loop means", "61"),
        (f"{WAIT} freertos / {WAIT} isochron", "8.33 to 8.67"),
        ("commit", "synthetic"),
    ],
)
def test_a_figure_is_found_by_its_words(words: str, figure: str, found: results.Results):
    assert lookup.figure(words, runs(found, words)) == figure


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (f"{WAIT} freertos priority_drop=99", "have no figure"),
        (f"{WAIT} no-such-kernel", "have no figure"),
        (f"{WAIT} freertos average", "'average' of"),
        ("interrupt-response-1/task-dispatch isochron", "several variants"),
        ("silicon soc 5 mhz", "no recorded figure of the silicon"),
        ("semaphore-2 freertos", "have no figure"),
    ],
)
def test_words_that_name_nothing_are_refused(words: str, message: str, found: results.Results):
    with pytest.raises(IsochronError, match=message):
        lookup.figure(words, runs(found, words))


def test_what_is_not_recorded_is_told(run: recorded.Runs):
    with pytest.raises(IsochronError, match=r"is not recorded.*isochron record"):
        lookup.figure(f"{WAIT} isochron-cfu", run)


def test_cycles_are_microseconds_at_the_recorded_clock(found: results.Results):
    words = f"{WAIT} isochron microseconds"
    run = runs(found, words)
    (row,) = (row for row in lookup._rows() if (row.configuration, row.tasks) == ("soc", 32)
              and row.target.name == "ecp5")  # fmt: skip
    expected = f"{60 / row.clock.median:.2f}"
    assert lookup.figure(words, run) == expected
    assert lookup.figure("silicon soc 32 mhz", run) == f"{row.clock.median:.1f}"


def test_a_stale_figure_is_written_anew(page: Path, run: recorded.Runs):
    page.write_text("It takes 1,234.5 cycles; stock **7 to 8**.\nIt takes 5 days.\n")
    line = quote(page, "takes {} cycles; stock **{}**.", f"{WAIT} isochron", f"{WAIT} freertos")
    new = dict(text.stale([line], run))[page]
    assert new == "It takes 60 cycles; stock **500 to 520**.\nIt takes 5 days.\n"
    page.write_text(new)
    assert page not in dict(text.stale([line], run))


@pytest.mark.parametrize("content", ["It took 60 cycles.", "It takes 6 cycles. It takes 6 cycles."])
def test_a_text_must_be_on_its_page_once(content: str, page: Path, run: recorded.Runs):
    page.write_text(content)
    with pytest.raises(IsochronError, match=r"page\.md has 'It takes \{\} cycles\.' [02] times"):
        list(text.stale([quote(page, "It takes {} cycles.", f"{WAIT} isochron")], run))


def test_the_page_of_the_silicon_is_held_to_the_recorded_figures(monkeypatch, tmp_path: Path):
    stale = tmp_path / "figures.md"
    stale.write_text("other figures")
    monkeypatch.setattr(text.table, "PAGE", stale)
    assert list(text.stale([], recorded.load())) == [(stale, silicon.page(silicon.load()))]


def test_the_page_of_random_mutants_is_held_to_the_recorded_scores(monkeypatch, tmp_path: Path):
    stale = tmp_path / "mutants.md"
    stale.write_text("other scores")
    monkeypatch.setattr(mutants, "PAGE", stale)
    assert list(text.stale([], recorded.load())) == [(stale, mutants.page(mutants.load()))]


def test_the_command_records_and_writes(page: Path, found, tmp_path, monkeypatch):
    listed, kept = tmp_path / "pages.toml", tmp_path / "recorded.json"
    listed.write_text(
        f'["page.md"]\n"{{}} at {{}}" = ["{WAIT} isochron ibex", "commit"]\n'
        f'"{{}} of {{}}" = ["{WAIT} another-kernel", "commit another"]\n'
    )
    kept.write_text("{}")
    another = systems.ResultsFile(
        "another.json", "isochron another", ["another-kernel"], "ibex", ()
    )
    system = systems.System("another", "Another", files=[another])
    monkeypatch.setattr(systems, "systems", lambda: (system,))
    monkeypatch.setattr(text, "FILES", (listed,))
    monkeypatch.setattr(recorded, "FILES", (kept,))
    monkeypatch.setattr("isochron.pages.command.ROOT", tmp_path)
    monkeypatch.setattr(text.table, "PAGE", tmp_path / "silicon.md")
    text.table.PAGE.write_text(silicon.page(silicon.load()))
    page.write_text("1 at 0000000, 1 of 0000000")
    out = tmp_path / "out"
    with pytest.raises(IsochronError, match=r"none of results\.json, another\.json"):
        raise invoke("record", "--from", str(out)).exception
    measured = replace(found, versions={**found.versions, "isochron": "abcdef1"})
    benchmarks = results.save(measured, out)
    for cycles, commit in ((76, "1234567"), (77, "7654321")):
        (first, *_) = (
            record for record in found.records if f"{record.test}/{record.metric}" == WAIT
        )
        changed = replace(first, kernel="another-kernel", platform="ibex", min=cycles, max=cycles)
        results.save(results.Results({"isochron": commit}, [changed]), out, another.name)
        done = invoke("record", "--from", str(out))
        assert done.exit_code == 0, done.output
        assert page.read_text() == f"60 at abcdef1, {cycles} of {commit}"
        benchmarks.unlink(missing_ok=True)  # what is not there stays recorded
    monkeypatch.setattr("isochron.cli.generate.ROOT", tmp_path)
    page.write_text("61 at abcdef1, 77 of 7654321")
    done = invoke("generate", "figures", "--check")
    assert done.exit_code != 0
    assert "stale: page.md" in done.output
    assert page.read_text() == "61 at abcdef1, 77 of 7654321"


def test_results_of_changed_files_are_not_recorded(found: results.Results):
    for commit in ("abcdef1-dirty", ""):
        with pytest.raises(IsochronError, match="commit first"):
            lookup.measured([], replace(found, versions={"isochron": commit}))
