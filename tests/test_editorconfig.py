# SPDX-License-Identifier: Apache-2.0
"""Every tracked text is as ``.editorconfig`` says: characters, ends of lines, blanks, columns."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from editorconfig import get_properties

from isochron.paths import ROOT


def differences(path: Path) -> Iterator[str]:
    """Yield what is wrong with a file, each with its place."""
    style = get_properties(str(path))
    try:
        text = path.read_bytes().decode()
    except UnicodeDecodeError:
        return  # a picture
    if "\r" in text:
        yield f"{path}: the ends of lines of another system"
    if text and not text.endswith("\n"):
        yield f"{path}: the last line has no end"
    columns = int(style.get("max_line_length", "100000"))
    for number, line in enumerate(text.split("\n"), start=1):
        if style["trim_trailing_whitespace"] == "true" and line != line.rstrip():
            yield f"{path}:{number}: blanks at the end"
        if style["indent_style"] == "space" and line.startswith("\t"):
            yield f"{path}:{number}: a tab where blanks are the style"
        if len(line) > columns:
            yield f"{path}:{number}: {len(line)} columns, at most {columns}"


def test_every_tracked_text():
    names = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT, text=True).split("\0")
    files = [path for name in names if name and (path := ROOT / name).is_file()]
    assert [difference for path in files for difference in differences(path)] == []


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("a.py", "x = 1 \n", "blanks at the end"),
        ("a.py", "\tx = 1\n", "a tab"),
        ("a.py", f"{'x' * 101}\n", "101 columns"),
        ("a.py", "x = 1", "no end"),
        ("a.py", "x = 1\r\n", "another system"),
        ("Makefile", "\tx\n", ""),
    ],
)
def test_a_flaw_is_found(tmp_path: Path, name: str, text: str, complaint: str):
    (tmp_path / ".editorconfig").write_bytes((ROOT / ".editorconfig").read_bytes())
    path = tmp_path / name
    path.write_bytes(text.encode())
    assert (complaint in "\n".join(differences(path))) if complaint else not [*differences(path)]
