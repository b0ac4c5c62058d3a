# SPDX-License-Identifier: Apache-2.0
"""Files that a command writes: whole, or ending where they are valid, however the command ends."""

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from tempfile import NamedTemporaryFile


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """Yield a temporary file that becomes the target at the end: nobody ever sees half a file.

    A link stays one. What is no file, such as /dev/stdout, is written itself.

    Raises:
        OSError: with the target's name.
    """
    with _naming(target):
        target = target.resolve()
        if target.exists() and not target.is_file():
            yield target
            return
        with NamedTemporaryFile(dir=target.parent, suffix=target.suffix, delete=False) as file:
            partial = Path(file.name)
        try:
            yield partial
            partial.chmod(partial.stat().st_mode | 0o044)
            partial.replace(target)
        except BaseException:
            partial.unlink(missing_ok=True)
            raise


def write(target: Path, content: str | bytes) -> None:
    """Write a file as a whole; a text in UTF-8.

    Raises:
        OSError: with its name. What was there before is there still.
    """
    with replacing(target) as partial:
        partial.write_bytes(content.encode() if isinstance(content, str) else content)


def stale(texts: Mapping[Path, str]) -> list[Path]:
    """Return the files that are missing, or have another text than they must."""
    return [
        path
        for path, text in texts.items()
        if not path.is_file() or path.read_text(encoding="utf-8") != text
    ]


@contextmanager
def filling(folder: Path) -> Iterator[None]:
    """Make a folder, or fill an empty one; leave nothing in it if that cannot be done as a whole.

    Raises:
        OSError: with its name.
    """
    was_there = folder.exists()
    with _naming(folder):
        folder.mkdir(parents=True, exist_ok=True)
        try:
            yield
        except BaseException:
            shutil.rmtree(folder)
            if was_there:
                folder.mkdir()
            raise


def append(stream: FileIO, content: bytes) -> None:
    """Add a part to a file as a whole, or not at all: where there is no room it ends before it.

    Raises:
        OSError: with its name.
    """
    with _naming(Path(stream.name)):
        end = stream.tell()
        try:
            rest = memoryview(content)
            while rest:
                rest = rest[stream.write(rest) :]
        except BaseException:
            stream.seek(end)
            stream.truncate()
            raise


def check(target: Path) -> None:
    """Raise OSError if a file cannot be written; leave nothing there that was not."""
    was_there = target.exists()
    target.open("ab").close()
    if not was_there:
        target.unlink()


@contextmanager
def _naming(target: Path) -> Iterator[None]:
    """Give an error of the system the name of the file, which one about room does not have."""
    try:
        yield
    except OSError as error:
        error.filename = str(target)
        raise
