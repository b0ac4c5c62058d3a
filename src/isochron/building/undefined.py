# SPDX-License-Identifier: Apache-2.0
"""What a program that cannot be linked lacks: the cause and the cure, in place of ld's words."""

import re
from collections.abc import Callable, Mapping

from isochron.advice import Case, what_to_do
from isochron.api import conditions
from isochron.building import freertos

_TOOL = re.compile(r"^\S*(?:/ld|collect2)(?:\.\w+)?: ")
_MISSING = re.compile(r"(?:(\S[^`]*\.\w+:\d+): )?.*undefined reference to [`'](\w+)'")
_NO_FUNCTION = re.compile(r"'(\w+)' undeclared")
_ARGUMENTS = re.compile(r'macro "(\w+)" (?:requires (\d+) arguments?, but only|passed) (\d+)')
_TAKES = re.compile(r'macro "(\w+)" passed \d+ arguments?, but takes just (\d+)')
_SILENT = re.compile(r".*: in function [`'].*':$|error: ld returned \d+ exit status$")


def explained(output: str, program: str, values: Callable[[], Mapping[str, int]]) -> str:
    """Return what compiler or linker said, with a cure for each name that they miss.

    Args:
        said: its output.
        program: names of the program's files.
        values: returns the preprocessor's symbols of the program.
    """
    miscalled = _miscalled(output)
    undeclared = dict.fromkeys(n for n in _NO_FUNCTION.findall(output) if n not in miscalled)
    if "undefined reference to" not in output and not undeclared:
        plain = (_TOOL.sub("", line) for line in output.splitlines())
        return "\n".join([*plain, *miscalled.values()])
    known = values()
    lines: list[str] = []
    missed: set[str] = set()
    for line in (_TOOL.sub("", text) for text in output.splitlines()):
        if match := _MISSING.match(line):
            place, name = match.groups()
            if name not in missed:
                lines.append(f"{place}: " if place else "")
                lines[-1] += _cure(name, program, known) or (
                    f"nothing defines {name}: write it, or name the C file that has it, too"
                )
            missed.add(name)
        elif not _SILENT.match(line):
            lines.append(line)
    lines += filter(None, (_cure(name, program, known) for name in undeclared))
    lines += miscalled.values()
    if any(_api().definitions.get(name) for name in (*missed, *undeclared)):
        lines.append(what_to_do(Case.MISSING_FUNCTION))
    return "\n".join(lines)


def _miscalled(output: str) -> dict[str, str]:
    """Return the macros with a wrong number of arguments, each with what is to be said of it.

    The compiler then calls them undeclared, too.
    """
    takes = dict(_TAKES.findall(output))
    names = {
        name: (wanted or takes[name], given) for name, wanted, given in _ARGUMENTS.findall(output)
    }
    return {
        name: f"{name} takes {wanted} argument{'' if wanted == '1' else 's'}, and is given {given}"
        for name, (wanted, given) in names.items()
    }


def _api() -> conditions.Api:
    return conditions.api(freertos.provide())


def _cure(name: str, program: str, values: Mapping[str, int]) -> str | None:
    """Return why there is no such name, and what helps; None: it is none of FreeRTOS's."""
    if name == "main":
        return f"{program} has no function main"
    if name not in _api().definitions:
        return None
    options = _api().left_out(name, values)
    if options:
        causes = " and ".join(f"{option} {values.get(option, 0)}" for option in options)
        wanted = " ".join(f"-D {option}={value}" for option, value in options.items())
        return f"{name} is left out by {causes}: add {wanted}"
    header = _api().header(name)
    if options is not None and header:
        return f'{name} is a macro of {header}: #include "{header}"'
    return f"{name} is not in this kernel: docs/reference/kernel-api.md says why"
