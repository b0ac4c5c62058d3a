# SPDX-License-Identifier: Apache-2.0
"""Holds the texts of the pages to docs/results/pages.toml, and to that of each system."""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from isochron.boards import recorded as boards
from isochron.errors import IsochronError
from isochron.mutants import record as random_mutants
from isochron.pages import lookup
from isochron.pages.recorded import Runs
from isochron.paths import ROOT
from isochron.synth import recorded as silicon
from isochron.synth import table
from isochron.systems import systems

FILES = (ROOT / "docs/results/pages.toml", *sorted(ROOT.glob("systems/*/pages.toml")))
PLACE = "{}"
_NUMBER = r"\d[\d,]*(?:\.\d+)?"
_COMMIT = r"[0-9a-f]{7,40}"


@dataclass(frozen=True)
class Quote:
    """A piece of a line with figures in it."""

    page: Path
    text: str
    """PLACE stands for each figure."""
    figures: Sequence[str]
    """The words of each, see ``lookup``."""

    @property
    def pattern(self) -> re.Pattern[str]:
        """What it looks like, whatever the figures."""
        first, *others = (re.escape(part) for part in self.text.split(PLACE))
        pairs = zip(self.figures, others, strict=True)
        return re.compile(first + "".join(f"({_form(words)}){other}" for words, other in pairs))

    def written(self, runs: Runs) -> str:
        """Return it with the recorded figures."""
        first, *others = self.text.split(PLACE)
        pairs = zip(self.figures, others, strict=True)
        return first + "".join(f"{lookup.figure(words, runs)}{other}" for words, other in pairs)


def _form(words: str) -> str:
    return _COMMIT if words.split()[0] == "commit" else f"{_NUMBER}(?: to {_NUMBER})?"


def quotes(files: Sequence[Path] | None = None) -> list[Quote]:
    """Return every text with figures."""
    return [
        Quote(ROOT / page, text, figures)
        for file in files or FILES
        for page, texts in tomllib.loads(file.read_text()).items()
        for text, figures in texts.items()
    ]


def words_of(files: Sequence[Path] | None = None) -> set[str]:
    """Return the words of every figure of results that is quoted, as they are recorded."""
    return {
        lookup.recorded_as(words)
        for quote in quotes(files)
        for figures in quote.figures
        for words in figures.split(lookup.OVER)
    }


def stale(quoted: Sequence[Quote], runs: Runs) -> Iterator[tuple[Path, str]]:
    """Yield each page that has a figure which is not the recorded one, with its text as it must be.

    Raises:
        IsochronError: a page has not the text exactly once.
    """
    for page in dict.fromkeys(quote.page for quote in quoted):
        before = text = page.read_text(encoding="utf-8")
        for quote in quoted:
            if quote.page == page:
                text = _replaced(text, quote, runs)
        if text != before:
            yield page, text
    made = {
        table.PAGE: silicon.page(silicon.load()),
        random_mutants.PAGE: random_mutants.page(random_mutants.load()),
        boards.PAGE: boards.page(boards.load()),
        **{page: text for system in systems() for page, text in system.pages().items()},
    }
    for page, text in made.items():
        if page.read_text(encoding="utf-8") != text:
            yield page, text


def _replaced(text: str, quote: Quote, runs: Runs) -> str:
    written = quote.written(runs)
    text, count = quote.pattern.subn(lambda _: written, text)
    if count != 1:
        raise IsochronError(
            f"{quote.page.relative_to(ROOT)} has {quote.text!r} {count} times, not once: correct "
            "it there or in pages.toml"
        )
    return text
