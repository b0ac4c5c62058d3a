# SPDX-License-Identifier: Apache-2.0
"""Hardware as one file of plain Verilog (Verilog-2005), for tools that don't read SystemVerilog.

Yosys reads the SystemVerilog and writes it with its modules, instances, ports and signals. The
parameters are fixed, and what the source leaves undefined has some value.
"""

import re
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from pathlib import Path

from isochron import building
from isochron.building import verilator, yosys

_MODULE = re.compile(r"^module \\?(\S+)", re.MULTILINE)
_ESCAPED = re.compile(r"\\(\S+) ")
_ZEROS = re.compile(r"  initial begin\n((?:    memory_q\[\d+\] = \d+'\w0+;\n)+)  end\n")
_NONE_OF = re.compile("= ! ")
"""Of one bit or several; tools warn of the latter."""
_WAIVED = ("CASEOVERLAP", "UNOPTFLAT")
"""What Verilator warns of: cases of one-hot selectors, and vectors whose bits depend on others."""
_SWITCH = ("off", "on")
_RAW = "raw.v"
_MEMORIES = "isochron_ram*"
# Memories are written as tools know a block RAM: words as a whole, a read with an enable.
_COMMANDS = (
    *("proc", "opt_expr", "opt_clean"),
    *("opt_expr -mux_undef", f"opt_dff {_MEMORIES}"),
    *(f"simplemap {_MEMORIES}/t:$mux", f"opt_expr -mux_bool {_MEMORIES}"),
    *("opt_clean", "bwmuxmap"),
)
# No attribute stays but the one that says how a memory is made.
_LAST_COMMANDS = (
    "setattr -unset src -unset hdlname -unset keep_hierarchy -unset full_case -unset init",
    "setattr -mod -unset src -unset hdlname -unset keep_hierarchy -unset top",
    f"write_verilog {_RAW}",
)
# Memories begin as 0, as in a simulation of the source.
_OPTIONS = "--error-limit=0 --keep-hierarchy --no-synthesis-define --ignore-assertions"


def write(
    file: Path,
    top: str,
    sources: Iterable[Path],
    parameters: Mapping[str, int],
    options: Iterable[str] = (),
) -> Path:
    """Write a module and all below it, unless the file is current; ``options`` as ``convert``."""
    files, more = list(sources), list(options)

    def make(partial: Path) -> None:
        partial.write_text(convert(top, files, parameters, more))

    words = [top, *parameters.items(), *more, version("pyosys")]
    return building.made(file, words, [*files, Path(__file__)], make)


def convert(
    top: str,
    sources: Iterable[Path],
    parameters: Mapping[str, int],
    options: Iterable[str] = (),
) -> str:
    """Return the text of a module and all below it; ``options`` are further ones of slang."""
    files = list(sources)
    words = [f"-G {key}={value}" for key, value in parameters.items()]
    words += [*options, *(f"-I {folder}" for folder in verilator.include_folders(files))]
    words += [str(path) for path in files]
    with tempfile.TemporaryDirectory() as folder:
        yosys.run(
            f"read_slang --top {top} {_OPTIONS} {' '.join(words)}",
            f"hierarchy -top {top}",
            *_COMMANDS,
            f"hierarchy -top {top}",  # without what only checked the parameters
            *_LAST_COMMANDS,
            folder=folder,
        )
        text = (Path(folder) / _RAW).read_text()
    modules = _module_names(top, _MODULE.findall(text))

    def plain(match: re.Match[str]) -> str:
        name = match[1]
        return modules.get(name, re.sub(r"\W+", "_", name)) + " "

    body = _ESCAPED.sub(plain, text.partition("\n")[2]).strip()
    body = _NONE_OF.sub("= ~|", _ZEROS.sub(_loop, body))
    off, on = ("".join(f"/* verilator lint_{to} {rule} */\n" for rule in _WAIVED) for to in _SWITCH)
    return f"{_header(top, parameters)}{off}\n{body}\n\n{on}"


def _header(top: str, parameters: Mapping[str, int]) -> str:
    fixed = ", ".join(f"{key} {value}" for key, value in parameters.items())
    lines = [
        # REUSE-IgnoreStart
        "// SPDX-License-Identifier: Apache-2.0",
        # REUSE-IgnoreEnd
        "//",
        f"// {top} of Isochron in plain Verilog, by `isochron export verilog`; do not edit.",
        f"// Parameters, fixed here: {fixed or 'the defaults'}.",
        "",
    ]
    return "\n".join(lines)


def _module_names(top: str, names: list[str]) -> dict[str, str]:
    """Return names that begin with that of the top module, so that two files may be used together.

    Then comes the name in the source, and as much of the place as tells instances apart.
    """
    kinds = defaultdict(list)
    for name in names:
        kind, _, path = name.partition("$")
        kinds[kind].append((name, [part.removeprefix("u_") for part in path.split(".")]))
    short = {}
    for kind, instances in kinds.items():
        depth = 0
        while len({tuple(path[len(path) - depth :]) for _, path in instances}) < len(instances):
            depth += 1
        own = kind == top or kind.startswith(f"{top}_")
        first = kind if own else f"{top}_{kind.removeprefix('isochron_')}"
        for name, place in instances:
            short[name] = re.sub(r"\W+", "_", ".".join([first, *place[len(place) - depth :]]))
    return short


def _loop(match: re.Match[str]) -> str:
    """Return a loop for a list of words that are 0."""
    depth = match[1].count("\n")
    return (
        "`ifndef SYNTHESIS\n"
        "  initial begin : begins_as_zero\n"
        "    integer word;\n"
        f"    for (word = 0; word < {depth}; word = word + 1) memory_q[word] = 0;\n"
        "  end\n"
        "`endif\n"
    )
