# SPDX-License-Identifier: Apache-2.0
"""`isochron export browser`"""

import json
import shutil
from pathlib import Path
from typing import Annotated, Any

import typer

from isochron import files
from isochron.api import names
from isochron.browser import build, programs
from isochron.building import freertos
from isochron.paths import BUILT
from isochron.terminal import console

FOLDER = BUILT / "site/try"
LIST = "programs.json"
_LEFT_OUT = {"xTaskGetTickCount"}
"""Not shown: a program that waits for time calls it some hundred thousand times."""

EPILOG = """Examples:

    isochron export browser                      into the site that `make docs` has written

    isochron export browser -o try               into another folder
"""


def browser(
    out: Annotated[
        Path,
        typer.Option(
            "--output", "-o", metavar="FOLDER", help="Where to; by default build/site/try."
        ),
    ] = FOLDER,
) -> None:
    """Write what runs programs in a browser: the simulator as WebAssembly, scripts, programs.

    The page try.html of the site loads it, served from a folder. Emscripten
    compiles the simulator: `make docs` installs it.
    """
    simulator = build.build(lambda what: console.print(what, soft_wrap=True))
    out.mkdir(parents=True, exist_ok=True)
    for path in (simulator, *sorted(build.FOLDER.glob("*.js")), build.FOLDER / "page.css"):
        shutil.copyfile(path, out / path.name)
    described = [_written(program, out) for program in programs.programs()]
    content = {
        "functions": sorted(names.functions(freertos.provide()) - _LEFT_OUT),
        "kernels": programs.KERNELS,
        "programs": described,
    }
    files.write(out / LIST, json.dumps(content, indent=1))
    size = sum(path.stat().st_size for path in out.iterdir())
    console.print(f"{len(described)} programs, {size:,} bytes: {out}", soft_wrap=True)


def _written(program: programs.Program, out: Path) -> dict[str, Any]:
    """Write a program's files, and return what the page is told of it."""
    shutil.copyfile(program.source, out / f"{program.name}.c")
    words: dict[str, dict[str, Any]] = {
        word.variable: {"title": word.title, "least": word.least, "most": word.most, "offset": {}}
        for word in program.words
    }
    for kernel in programs.KERNELS:
        elf = out / f"{program.name}-{kernel}.elf"
        programs.stripped(program.build(kernel), elf)
        for variable, text in words.items():
            text["offset"][kernel], text["value"] = programs.place_of(elf, variable)
    source = programs.shown(program.source)
    return {"name": program.name, "title": program.title, "source": source, "words": words}
