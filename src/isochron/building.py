# SPDX-License-Identifier: Apache-2.0
"""What every build needs: commands that must succeed, inputs by content, one builder at a time.

Where ccache is installed it compiles: most options of FreeRTOSConfig.h change what the preprocessor
makes of one file and leave that of twenty others, so four of five compilations are repetitions.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile

from isochron.errors import IsochronError, ToolMissing

_COMPILED = Path(__file__).resolve().parents[2] / "build/ccache"


def execute(
    command: Iterable[str | Path],
    error: type[IsochronError],
    environment: Mapping[str, str] | None = None,
) -> str:
    """Run a command and return what it prints.

    Raises:
        ToolMissing: there is no such program.
        error: the command failed; its messages follow the command.
    """
    words = [str(word) for word in command]
    try:
        done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    except FileNotFoundError as missing:
        raise ToolMissing(f"{missing.filename} is missing: run `make setup`") from missing
    if done.returncode != 0:
        raise error(f"{' '.join(words)}\n{done.stdout}{done.stderr}".strip())
    return done.stdout


def compile_file(command: Iterable[str | Path], error: type[IsochronError]) -> None:
    """Run a compiler that makes one object file; raise as ``execute`` does."""
    cache = cache_environment()
    execute([*([cache["OBJCACHE"]] if cache else []), *command], error, {**os.environ, **cache})


def cache_environment() -> dict[str, str]:
    """Return the variables by which Verilator's make, and ccache itself, know of the cache."""
    ccache = shutil.which("ccache")
    return {"OBJCACHE": ccache, "CCACHE_DIR": str(_COMPILED)} if ccache else {}


def digest(words: Iterable[str | Path], files: Iterable[Path] = ()) -> str:
    """Return a short name for a command and the files that it reads, by what is in them."""
    found = hashlib.sha256("\0".join(map(str, words)).encode())
    for path in files:
        found.update(f"\0{path}\0".encode() + path.read_bytes())
    return found.hexdigest()[:12]


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Make the folder, and let one process at a time build in it."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        yield


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """Yield a temporary file that becomes the target at the end: nobody ever sees half a file."""
    with NamedTemporaryFile(dir=target.parent, suffix=target.suffix, delete=False) as file:
        partial = Path(file.name)
    try:
        yield partial
        partial.chmod(0o644)
        partial.replace(target)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


def compile_object(
    command: Iterable[str | Path], source: Path, folder: Path, error: type[IsochronError]
) -> Path:
    """Compile a file, unless it has been before, and return its object file in ``folder``.

    What the preprocessor makes of the file counts, so nothing depends on times of files.

    Raises:
        ToolMissing: there is no such compiler.
        error: the compiler refused the file.
    """
    words = [str(word) for word in command]
    text = execute([*words, "-E", source], error)
    options = [word for word in words if not word.startswith(("-D", "-I"))]
    target = folder / f"{source.stem}-{digest([*options, text])}.o"
    if not target.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        with replacing(target) as partial:
            execute([*words, "-c", source, "-o", partial], error)
    return target
