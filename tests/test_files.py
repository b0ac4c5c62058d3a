# SPDX-License-Identifier: Apache-2.0
"""What a command writes is whole, or what was there before: after Ctrl-C, and on a full disk."""

import os
import stat
import sys
from pathlib import Path

import pytest
import synthetic
from full_disk import room_for

from isochron import cli, files, results
from isochron.suites.job import plan

SIZE = 4096


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_without_room_is_what_it_was(tmp_path: Path):
    file = tmp_path / "file"
    file.write_text("before")
    with room_for(SIZE), pytest.raises(OSError, match="too large") as refused:
        files.write(file, b"a" * 2 * SIZE)
    assert refused.value.filename == str(file)
    assert file.read_text() == "before"
    assert names(tmp_path) == ["file"]


def test_a_file_that_is_interrupted_is_what_it_was(tmp_path: Path):
    file = tmp_path / "file"
    file.write_text("before")

    def write() -> None:
        with files.replacing(file) as partial:
            partial.write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write()
    assert file.read_text() == "before"
    assert names(tmp_path) == ["file"]


def test_a_part_without_room_is_not_in_the_file(tmp_path: Path):
    with (tmp_path / "file").open("wb", buffering=0) as stream:
        files.append(stream, b"first")
        with room_for(SIZE), pytest.raises(OSError, match="too large"):
            files.append(stream, b"a" * 2 * SIZE)
    assert (tmp_path / "file").read_bytes() == b"first"


def test_a_folder_that_cannot_be_filled_is_not_there(tmp_path: Path):
    (tmp_path / "empty").mkdir()

    def fill(folder: Path) -> None:
        with files.filling(folder):
            (folder / "first").touch()
            (folder / "second").write_bytes(b"a" * 2 * SIZE)

    for name in ("new", "empty"):
        with room_for(SIZE), pytest.raises(OSError, match="too large"):
            fill(tmp_path / name)
    assert names(tmp_path) == ["empty"]
    assert names(tmp_path / "empty") == []


def test_a_link_and_a_device_stay_what_they_are(tmp_path: Path):
    (tmp_path / "link").symlink_to("file")
    files.write(tmp_path / "link", "text")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "text"
    assert (tmp_path / "file").stat().st_mode & 0o044, "others may read it"
    os.mkfifo(tmp_path / "pipe")
    reads = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    files.write(tmp_path / "pipe", "text")
    assert os.read(reads, 10) == b"text"
    os.close(reads)
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def test_what_is_checked_is_not_left_there(tmp_path: Path):
    files.check(tmp_path / "file")
    assert names(tmp_path) == []
    (tmp_path / "file").write_text("text")
    files.check(tmp_path / "file")
    assert (tmp_path / "file").read_text() == "text"


def test_a_full_disk_is_one_line_and_leaves_the_report(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    jobs = plan(["timeout-1"], (), ["ibex"], ["O2"])
    results.save(synthetic.results(jobs), tmp_path)
    page = tmp_path / "index.html"
    page.write_text("before")
    monkeypatch.setattr(sys, "argv", ["isochron", "bench", "--report", "--out", str(tmp_path)])
    with room_for(SIZE), pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == cli.EXIT_FAILED
    (line,) = capsys.readouterr().err.splitlines()
    assert line == f"error: {page}: File too large: make room on its disk"
    assert page.read_text() == "before"
