# SPDX-License-Identifier: Apache-2.0
"""What is current: the one policy by which everything is built, and built again.

A file that was made stands beside a record of what made it: the command, the identity of its tools,
and every file that they read, by content. ``made`` makes it again when one of these differs, and
never by a time of a file. Where ccache is installed it compiles: most options of FreeRTOSConfig.h
change what the preprocessor makes of one file and leave that of twenty others.
"""

import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import IO

from isochron.errors import BuildFailed, IsochronError, ToolMissing
from isochron.files import replacing
from isochron.paths import BUILT, ROOT
from isochron.processes import TEXT

_COMPILED = BUILT / "ccache"
_PROGRAMS = ("cc1", "cc1plus", "lto1", "collect2", "lto-wrapper", "as", "ld")
"""What GCC's drivers run."""
_ESCAPED = re.compile(r"\\([ #:])|\$(?=\$)")
"""In a rule for make: a character of a file's name, and a dollar in front of one."""
_SETTLED = 100_000_000
"""Nanoseconds after which a second change of a file is sure to show in its times."""


class NotMade(Exception):
    """What is asked for is not there, or not current, and nothing is to be made now."""


@dataclass
class Command:
    """A command of ours while it runs; it takes its inputs as they were when it first saw them."""

    makes: bool = True
    """False: what would have to be made is refused (``NotMade``)."""
    fresh: bool = False
    """Runs of programs are repeated, see ``runs``."""
    seen: set[Path] = field(default_factory=set)
    """What is known to be current."""


_command: ContextVar[Command | None] = ContextVar("command", default=None)


@contextmanager
def within(command: Command) -> Iterator[None]:
    """Build within a command: what it has found current once is not looked at again."""
    token = _command.set(command)
    try:
        yield
    finally:
        _command.reset(token)


def is_fresh() -> bool:
    """Return whether the command repeats runs of programs."""
    command = _command.get()
    return command is not None and command.fresh


def makes() -> bool:
    """Return whether the command makes what is not there."""
    command = _command.get()
    return command is None or command.makes


def _seen(target: Path) -> bool:
    command = _command.get()
    return command is not None and target in command.seen


def made(
    target: Path,
    words: Iterable[object],
    inputs: Iterable[Path],
    make: Callable[[Path], Iterable[Path] | None],
) -> Path:
    """Return a file, made anew unless it is what these words and inputs make.

    Args:
        target: the file. One process and thread at a time makes it.
        words: all that decides what it is beside files: the command, identities of tools.
        inputs: files that it is made of.
        make: makes it, under the name that it is given, and returns the further files that were
            read. They count from then on.

    Raises:
        NotMade: it would have to be made within a command that makes nothing.
        IsochronError: it would have to be made in a folder that cannot be written.
    """
    if _seen(target):
        return target
    command = _command.get() or Command()
    inputs = list(inputs)
    key = digest([*words, *inputs])
    note = target.with_name(f"{target.name}.made")
    if _current(target, key, _noted(note)):
        command.seen.add(target)
        return target
    if not command.makes:
        raise NotMade(f"{target} is not {'current' if note.is_file() else 'there'}")
    with _open_note(note) as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        stream.seek(0)
        noted = stream.read()
        # Another process may have made it meanwhile.
        if not _current(target, key, noted):
            before = _sources([*inputs, *(json.loads(noted)["files"] if noted else ())])
            before.pop(str(target), None)
            stream.truncate(0)
            with replacing(target) as partial:
                read = [*inputs, *(make(partial) or ())]
            files = {str(path): content(path) for path in dict.fromkeys([target, *read])}
            # What was edited meanwhile may have been read before: then it is made again next time.
            if all(files.get(path, then) == then for path, then in before.items()):
                stream.write(json.dumps({"command": key, "files": files}))
    command.seen.add(target)
    return target


def _noted(note: Path) -> str:
    """Return what stands in a note when nobody writes it; nothing if there is none."""
    try:
        with note.open() as stream:
            fcntl.flock(stream, fcntl.LOCK_SH)
            return stream.read()
    except FileNotFoundError:
        return ""


def _open_note(note: Path) -> IO[str]:
    """Open a note to write it, in a folder that is made if need be."""
    try:
        note.parent.mkdir(parents=True, exist_ok=True)
        return note.open("a+")
    except OSError as error:
        raise IsochronError(
            f"{note.with_suffix('')} must be built, and {note.parent} cannot be written "
            f"({error.strerror}): make the checkout writable, or copy it to where you may write"
        ) from error


def _current(target: Path, key: str, note: str) -> bool:
    """Whether a target is what its note says, and that is what is wanted."""
    if not note:
        return False
    known = json.loads(note)
    if known["command"] != key or str(target) not in known["files"]:
        return False
    try:
        return all(content(path) == digest_then for path, digest_then in known["files"].items())
    except OSError:
        return False


def _sources(paths: Iterable[Path | str]) -> dict[str, str]:
    """Return the content of those that are there and were not made."""
    sources = (Path(path) for path in paths if not Path(path).is_relative_to(BUILT))
    return {str(path): content(path) for path in sources if path.is_file()}


_contents: dict[str, tuple[tuple[int, ...], str]] = {}


def content(path: Path | str) -> str:
    """Return the digest of a file's content; in one process it is read once while it is the same.

    Raises:
        FileNotFoundError: there is no such file.
    """
    name, path = str(path), Path(path)
    status = path.stat()
    state = (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
    known = _contents.get(name)
    if known is not None and known[0] == state:
        return known[1]
    with path.open("rb") as stream:
        digest_of_file = hashlib.file_digest(stream, "sha256").hexdigest()
    if time.time_ns() - status.st_ctime_ns > _SETTLED:
        _contents[name] = (state, digest_of_file)
    return digest_of_file


def identity(tool: str | Path, *parts: Path) -> str:
    """Return what a tool is, wherever it lies: its version, and a digest of its programs.

    Args:
        tool: a program, by name or path; the driver of a GCC stands for all that it runs.
        parts: further files that it is made of.

    Raises:
        ToolMissing: it is not there.
    """
    path = _find(tool)
    own = content(path)
    if path.endswith(("gcc", "g++")):
        parts = (*map(Path, _programs(path, own)), *parts)
    version = said(path, "--version").partition("\n")[0]
    return f"{version} {digest([own, *map(content, parts)])}"


@cache
def _programs(driver: str, _content: str) -> list[str]:
    named = [said(driver, f"-print-prog-name={name}") for name in _PROGRAMS]
    return [path for name in named if (path := shutil.which(name))]


def _find(tool: str | Path) -> str:
    path = shutil.which(str(tool))
    if path is None:
        raise ToolMissing(f"{tool} is missing: run `make setup`")
    return path


def cross_tool(prefix: str, tool: str, library: Path) -> str:
    """Return the path of a tool of a cross compiler, whose C library is there, too.

    Args:
        prefix: of the names of its tools.
        tool: its name without that.
        library: folder of picolibc for it.

    Raises:
        ToolMissing: one of them is not installed; with the package that has it.
    """
    path, package = shutil.which(prefix + tool), prefix.removesuffix("-")
    if path is None:
        raise ToolMissing(f"{prefix}{tool} is not installed: apt-get install gcc-{package}")
    if not (library / "include/stdio.h").is_file():
        raise ToolMissing(
            f"the C library {library} is not installed: apt-get install picolibc-{package}"
        )
    return path


def said(tool: str, *options: str) -> str:
    """Return what a program says of itself; it is asked once while its file is the same.

    Raises:
        ToolMissing: it is not there, or does not know these options.
    """
    path = _find(tool)
    return _said(path, content(path), options)


@cache
def _said(path: str, _content: str, options: tuple[str, ...]) -> str:
    # GCC writes its tables of options as wide as the terminal
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    try:
        return execute([path, *options], environment).strip()
    except BuildFailed as failed:
        raise ToolMissing(str(failed)) from failed


def compile_object(
    command: Iterable[str | Path],
    source: Path,
    folder: Path,
    on_warnings: Callable[[str], None] | None = None,
) -> Path:
    """Compile a file, unless it has been before, and return its object file in ``folder``.

    ``on_warnings`` is called with the compiler's warnings, if there are some, whether the file was
    compiled now or before.

    Raises:
        BuildFailed: the compiler refused the file.
    """
    words = [str(word) for word in command]
    target = folder / f"{source.stem}-{digest([*words, source])}.o"
    warnings = target.with_suffix(".warnings")
    if _seen(target):
        return target

    def make(partial: Path) -> list[Path]:
        rules = partial.with_suffix(".d")
        # FreeRTOS's own files include all as system headers, and they count.
        wanted: list[str | Path] = ["-MD", "-MF", rules, "-MT", source.name]
        try:
            said = compile_file([*words, *wanted, "-c", source, "-o", partial])
            warnings.unlink(missing_ok=True)
            if said:
                warnings.write_text(said)
            return dependencies(rules)
        finally:
            rules.unlink(missing_ok=True)

    made(target, [*words, identity(words[0]), *_headers(words)], [source], make)
    if on_warnings and warnings.is_file():
        on_warnings(warnings.read_text().strip())
    return target


def compile_file(command: Sequence[str | Path]) -> str:
    """Run a compiler that makes one object file; return its warnings.

    Wherever the command is called, it is run in the checkout: the object file, which may be used by
    another command then, names that folder to debuggers.
    """
    cache = cache_environment(identity(command[0]))
    words = [*([cache["OBJCACHE"]] if cache else []), *command]
    _, warnings = _executed(words, {**os.environ, **cache}, ROOT)
    return warnings


def cache_environment(compiler: str) -> dict[str, str]:
    """Return the variables by which Verilator's make, and ccache itself, know of the cache.

    ``compiler`` is its identity, by which ccache knows it, too.
    """
    ccache = shutil.which("ccache")
    if ccache is None:
        return {}
    check = f"string:{compiler}"
    return {"OBJCACHE": ccache, "CCACHE_DIR": str(_COMPILED), "CCACHE_COMPILERCHECK": check}


def _headers(words: Sequence[str]) -> Iterator[str]:
    """Yield which headers are in a command's folders: a new one may be found before another."""
    folders = [word.removeprefix("-I") for word in words if word.startswith("-I")]
    folders += [word for option, word in pairwise(words) if option == "-isystem"]
    for folder in map(Path, folders):
        if folder.is_dir():
            yield _header_names(folder, folder.stat().st_mtime_ns)


@cache
def _header_names(folder: Path, _changed: int) -> str:
    return " ".join(sorted(path.name for path in folder.glob("*.h")))


def link(
    command: Iterable[str | Path],
    inputs: Iterable[Path],
    target: Path,
) -> Path:
    """Link with a compiler's driver, unless it has been done before, and return the program.

    The libraries that the linker finds by itself are its inputs, too.

    Raises:
        BuildFailed: the linker refused.
    """
    words = [str(word) for word in command]

    def make(partial: Path) -> list[Path]:
        rules = partial.with_suffix(".d")
        try:
            execute([*words, f"-Wl,--dependency-file={rules}", "-o", partial])
            return dependencies(rules)
        finally:
            rules.unlink(missing_ok=True)

    return made(target, [*words, identity(words[0])], inputs, make)


def dependencies(*rules: Path) -> list[Path]:
    """Return the files that rules for make depend on, without those that are there no more.

    A rule names files from its own folder, and a linker's rule temporary ones.
    """
    paths: dict[Path, None] = {}
    for path in rules:
        rule, *_ = os.fsdecode(path.read_bytes()).replace("\\\n", " ").split("\n")
        _, _, names = rule.partition(": ")
        for name in re.split(r"(?<!\\)\s+", names.strip()):
            file = path.parent / _ESCAPED.sub(r"\1", name)
            if name and file.is_file():
                paths[Path(os.path.normpath(file))] = None
    return list(paths)


def execute(
    command: Iterable[str | Path],
    environment: Mapping[str, str] | None = None,
) -> str:
    """Run a command and return what it prints.

    Raises:
        ToolMissing: there is no such program.
        BuildFailed: it failed; the text is what it printed, the note the command.
    """
    done, _ = _executed(command, environment)
    return done


def _executed(
    command: Iterable[str | Path],
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
) -> tuple[str, str]:
    """Run a command as ``execute`` does, and return what it prints, and its warnings."""
    words = [str(word) for word in command]
    try:
        done = subprocess.run(
            words, cwd=folder, env=environment, capture_output=True, **TEXT, check=False
        )
    except FileNotFoundError as missing:
        raise ToolMissing(f"{missing.filename} is missing: run `make setup`") from missing
    if done.returncode != 0:
        output = f"{done.stdout}{done.stderr}".strip()
        failure = BuildFailed(output or f"{words[0]} failed with exit code {done.returncode}")
        failure.add_note(f"The command was: {' '.join(words)}")
        raise failure
    return done.stdout, done.stderr


def digest(words: Iterable[object], files: Iterable[Path] = ()) -> str:
    """Return a short name for a command and the files that it reads, by what is in them."""
    hasher = hashlib.sha256(os.fsencode("\0".join(map(str, words))))
    for path in files:
        hasher.update(os.fsencode(f"\0{path}\0") + path.read_bytes())
    return hasher.hexdigest()[:12]


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Make the folder, and let one process at a time build in it."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        yield
