# SPDX-License-Identifier: Apache-2.0
"""`isochron generate`"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from isochron import files
from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.terminal import console, known

EPILOG = """Examples:

    isochron generate                      what needs no run, such as registers and figures

    isochron generate --check              say which of these are stale

    isochron generate api-table examples   of runs of programs

    isochron generate compile-commands     for clangd
"""

Texts = Mapping[Path, str]
"""What must be in each file."""


def _registers() -> Texts:
    from isochron import registers

    return registers.texts()


def _cores() -> Texts:
    from isochron import rtl

    return rtl.texts()


def _figures() -> Texts:
    from isochron.pages import recorded, text

    return dict(text.stale(text.quotes(), recorded.load()))


def _pictures() -> Texts:
    from isochron.pictures import drawn

    return drawn.texts()


def _waveforms() -> Texts:
    from isochron import results
    from isochron.pictures import drawn, record

    return {
        drawn.SOURCES / f"{name}.json": results.one_record_a_line(wave, "signal")
        for name, wave in record.record().items()
    }


def _api_table() -> Texts:
    from isochron.pages import api_costs, api_table, call_costs

    costs = {kernel: api_costs.measure(kernel) for kernel in call_costs.KERNELS}
    return {
        api_table.PAGE: api_table.page(costs["isochron"]),
        call_costs.PAGE: call_costs.page(costs),
    }


def _examples() -> Texts:
    from isochron import examples

    return {
        page: examples.with_outputs(page.read_text(encoding="utf-8"), examples.output)
        for page in examples.pages()
    }


def _loads() -> Texts:
    from isochron.analysis import random_sets

    return {random_sets.PAGE: random_sets.page()}


def _compile_commands() -> Texts:
    from isochron import compile_commands

    return {compile_commands.FILE: compile_commands.text()}


@dataclass(frozen=True)
class Part:
    """Files that are made of others."""

    title: str
    texts: Callable[[], Texts]
    usual: bool = False
    """Whether it is made where no part is named: it needs no run, and is in the repository."""


PARTS = {
    "registers": Part("headers, packages and pages of hardware/registers", _registers, usual=True),
    "cores": Part("Bender.yml, of the core files", _cores, usual=True),
    "figures": Part("the recorded figures in README and pages", _figures, usual=True),
    "waveforms": Part("the waveforms of docs/pictures, of a run", _waveforms),
    "pictures": Part("the drawings of these", _pictures, usual=True),
    "api-table": Part("the tables of the API and of its costs, of runs", _api_table),
    "examples": Part("outputs in the examples' READMEs, of runs", _examples),
    "loads": Part("the table of loads that fit, of the calibration", _loads),
    "compile-commands": Part("build/compile_commands.json, for clangd", _compile_commands),
}


def generate(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PART]...",
            help="; ".join(f"{name}: {part.title}" for name, part in PARTS.items())
            + ". Without a name those that need no run.",
            callback=known("part", PARTS),
            show_default=False,
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; fail when a file is stale.")
    ] = False,
) -> None:
    """Write the files that are made of other files, where they are not current."""
    chosen = [name for name, part in PARTS.items() if (name in names if names else part.usual)]
    stale = []
    for name in chosen:
        texts = PARTS[name].texts()
        for path in files.stale(texts):
            stale.append(name)
            if not check:
                path.parent.mkdir(parents=True, exist_ok=True)
                files.write(path, texts[path])
            done = "stale" if check else "written"
            console.print(f"{done}: {path.relative_to(ROOT)}", soft_wrap=True)
    if stale and check:
        raise IsochronError(
            "files are not what they are made of gives: run `isochron generate "
            f"{' '.join(dict.fromkeys(stale))}`, commit them"
        )
