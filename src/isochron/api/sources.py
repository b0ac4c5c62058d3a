# SPDX-License-Identifier: Apache-2.0
"""What the kernel's C sources say about a function: who defines it, which commands it issues."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from isochron.api.names import macros, without_comments
from isochron.processes import TEXT

HEAD = re.compile(
    r"^[ \t]*(?!return\b|else\b|typedef\b)(?:[\w]+(?:\([^()]*\))?[ *]+)+(\w+)\([^;{}]*\)\s*\{",
    re.MULTILINE,
)
"""The head of a function in C text without comments, up to its first brace."""
_OPENS = re.compile(r"\s*#\s*if")
_OTHERWISE = re.compile(r"\s*#\s*(?:else|elif)\b")
_CLOSES = re.compile(r"\s*#\s*endif\b")
_SEVERAL_CORES = re.compile(r"\s*#\s*if \( configNUMBER_OF_CORES > 1 \)( && .*)?\s*$")
_ONE_CORE = re.compile(r"\s*#\s*if \( configNUMBER_OF_CORES == 1 \)\s*$")
_CALL = re.compile(r"\b(\w+)\s*\(")
_COMMAND = re.compile(r"\b(?:ISOCHRON_)?(TASK|ISR)_([A-Z][A-Z_]*?)(?:_OFFSET)?\b")


@dataclass(frozen=True)
class Sources:
    """The bodies of functions and function-like macros, by name."""

    ours: Mapping[str, str]
    """Functions of the hardware kernel's files."""
    upstream: Mapping[str, str]
    """Functions of FreeRTOS's own files that are built with them."""
    macros: Mapping[str, str]
    """Macros of FreeRTOS's headers and of those files."""
    commands: frozenset[tuple[str, str]] = field(default_factory=frozenset)
    """Window and name of each command that the hardware has."""

    def commands_of(self, name: str) -> set[tuple[str, str]]:
        """Return the commands that a name leads to, through whatever it calls."""
        commands: set[tuple[str, str]] = set()
        for body in filter(None, map(self._body, self.reached(name))):
            commands |= {
                (window.lower(), command.lower())
                for window, command in _COMMAND.findall(body)
                if (window.lower(), command.lower()) in self.commands
            }
            if "kernelSEND_IS_GIVE" in body:  # a semaphore's handle holds the address of GIVE
                commands.add(("task", "give"))
        return commands

    def reached(self, name: str) -> set[str]:
        """Return a name, and all that it calls, through whatever it calls."""
        seen: set[str] = set()
        waiting = {name}
        while waiting:
            seen |= waiting
            bodies = filter(None, map(self._body, waiting))
            waiting = {call for body in bodies for call in _CALL.findall(body)} - seen
        return seen

    def reads_registers(self, function: str) -> bool:
        """Return whether a function of ours loads or stores a register itself."""
        body = re.sub(r"configASSERT\s*\([^;]*;", "", self.ours.get(function, ""))
        return re.search(r"\bisochron(SET_)?REGISTER\b|\bkernelCURRENT_TASK\b", body) is not None

    def target_of(self, macro: str) -> str | None:
        """Return the function that a macro stands for, None if there is none."""
        seen: set[str] = set()
        while macro in self.macros and macro not in seen:
            seen.add(macro)
            calls = _CALL.findall(self.macros[macro])
            macro = next((call for call in calls if self._body(call) is not None), "")
        return macro if macro in self.ours or macro in self.upstream else None

    def _body(self, name: str) -> str | None:
        for bodies in (self.ours, self.upstream, self.macros):
            if name in bodies:
                return bodies[name]
        return None


def read(
    own: Iterable[Path],
    upstream: Iterable[Path],
    headers: Iterable[Path],
    commands: Iterable[tuple[str, str]],
) -> Sources:
    """Read the C files: ours, FreeRTOS's own that are built with them, and FreeRTOS's headers.

    ``commands`` are window ("task", "isr") and name of each command of the hardware.
    """
    upstream = list(upstream)
    texts = [path.read_text(**TEXT) for path in (*headers, *upstream)]
    return Sources(
        ours=_functions(path.read_text(**TEXT) for path in own),
        upstream=_functions(path.read_text(**TEXT) for path in upstream),
        macros={name: body for text in texts for name, body in macros(text).items()},
        commands=frozenset(commands),
    )


def of_one_core(text: str) -> str:
    """Return C text without comments, and without what is compiled with several cores only."""
    kept: list[str] = []
    left_out: list[bool | None] = []
    """Of each open #if whether what follows is left out; None: it is not about cores."""
    for line in text.splitlines(keepends=True):
        if _OPENS.match(line):
            several = _SEVERAL_CORES.match(line) is not None
            left_out.append(several if several or _ONE_CORE.match(line) else None)
        elif _OTHERWISE.match(line) and left_out[-1] is not None:
            left_out[-1] = not left_out[-1]
        if True not in left_out:
            kept.append(line)
        if _CLOSES.match(line):
            left_out.pop()
    return "".join(kept)


def _functions(texts: Iterable[str]) -> dict[str, str]:
    """Return the bodies of the functions in C files."""
    bodies = {}
    for text in texts:
        plain = re.sub(
            r"__attribute__\s*\(\s*\(.*?\)\s*\)", "", of_one_core(without_comments(text))
        )
        plain = re.sub(r"->ux(?:Command|CommandFromISR)\s*=[^;]*;", "", plain)  # addresses
        for head in HEAD.finditer(plain):
            bodies[head[1]] = _block(plain, head.end())
    return bodies


def _block(text: str, start: int) -> str:
    """Return what is between the brace before ``start`` and the one that closes it."""
    depth = 1
    for brace in re.compile(r"[{}]").finditer(text, start):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return text[start : brace.start()]
    return text[start:]
