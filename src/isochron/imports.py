# SPDX-License-Identifier: Apache-2.0
"""Which files of ours a Python module is made of: its own, and those of what it imports."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from isochron import building
from isochron.paths import ROOT

FOLDERS = {
    **{"src": "src", "tests": "tests", "hardware/tests": "hardware/tests", "systems": ""},
    **{
        str(path.relative_to(ROOT)): str(path.relative_to(ROOT))
        for path in ROOT.glob("systems/*/tests")
    },
}
"""Folders of modules, and what each name is relative to."""
_CODE = re.compile(r"[\w.]+:\w+")
"""How the table of commands names a function (``lazy.Entry``)."""


def files(module: Path, root: Path = ROOT) -> frozenset[Path]:
    """Return a module's file, and those of our own that it imports, and so on.

    Args:
        module: its file.
        root: of the checkout.
    """
    return _reached(module, _modules(root))


def importing(file: Path, modules: Iterable[Path]) -> set[Path]:
    """Return those of the modules that are the file, or import it, themselves or by others."""
    ours = _modules(ROOT)
    return {module for module in modules if file in _reached(module, ours)}


def _modules(root: Path) -> dict[str, list[Path]]:
    """Return our files by the name that they are imported by, as a path."""
    modules: dict[str, list[Path]] = defaultdict(list)
    for folder, origin in FOLDERS.items():
        for path in (root / folder).rglob("*.py"):
            name = path.parent if path.stem == "__init__" else path.with_suffix("")
            modules[str(name.relative_to(root / origin))].append(path)
    return modules


def _reached(module: Path, ours: Mapping[str, list[Path]]) -> frozenset[Path]:
    reached: set[Path] = set()
    waiting = [module]
    while waiting:
        path = waiting.pop()
        if path not in reached:
            reached.add(path)
            names = _names(path, building.content(path)) & ours.keys()
            waiting += [file for name in names for file in ours[name]]
    return frozenset(reached)


def with_data(modules: Iterable[Path]) -> set[Path]:
    """Return modules' files, and the files beside them that are no modules: their data."""
    files = set(modules)
    beside = (path for folder in {module.parent for module in files} for path in folder.iterdir())
    return files | {path for path in beside if path.is_file() and path.suffix != ".py"}


@cache
def _names(path: Path, _content: str) -> frozenset[str]:
    """Return what a file may import, as paths in a folder that modules are imported from."""
    names: set[str] = set()
    for node in _imported(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Constant) and _CODE.fullmatch(str(node.value)):
            names.add(str(node.value).partition(":")[0])
    return frozenset(name.replace(".", "/") for name in names)


def _imported(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a tree, but those that only a checker of types reads."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        yield node
        yield from _imported(node)
