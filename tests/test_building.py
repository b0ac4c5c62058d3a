# SPDX-License-Identifier: Apache-2.0
"""What is built again, and what is not: by content, and by nothing else."""

import errno
import os
from pathlib import Path

import pytest

from isochron import building
from isochron.building import firmware, verilator
from isochron.errors import IsochronError, ToolMissing


class Workshop:
    """A program of one file, its header and a library, and a compiler that keeps a log."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder / "log"
        self.log.write_text("")
        self.compiler = folder / "bin/our-gcc"
        self.compiler.parent.mkdir()
        self.set_compiler("first")
        self.source, self.header = folder / "main.c", folder / "include/value.h"
        self.header.parent.mkdir()
        (folder / "earlier").mkdir()
        self.header.write_text("#define VALUE 1\n")
        self.source.write_text(
            '#include "value.h"\nint part(void);\nint main(void) { return VALUE + part(); }\n'
        )
        self.set_library(1)
        self.options: list[str] = []

    def set_compiler(self, comment: str) -> None:
        self.compiler.write_text(
            f'#!/bin/sh\n# {comment}\ncase "$*" in *" -o "*) echo "$*" >> {self.log};; esac\n'
            'exec gcc "$@"\n'
        )
        self.compiler.chmod(0o755)

    def set_library(self, value: int) -> None:
        source, compiled = self.folder / "part.c", self.folder / "part.o"
        source.write_text(f"int part(void) {{ return {value}; }}\n")
        building.execute(["gcc", "-c", source, "-o", compiled])
        library = self.folder / "libpart.a"
        library.unlink(missing_ok=True)
        building.execute(["ar", "rcsD", library, compiled])

    def build(self) -> Path:
        include = [f"-I{self.folder / 'earlier'}", f"-I{self.header.parent}"]
        command = [self.compiler, "-O1", *include, *self.options]
        compiled = building.compile_object(command, self.source, self.folder / "objects")
        link = [self.compiler, compiled, f"-L{self.folder}", "-lpart"]
        return building.link(link, [compiled], self.folder / "program")

    def steps(self) -> list[str]:
        """Build, and return what was done for it."""
        self.log.write_text("")
        self.build()
        lines = self.log.read_text().splitlines()
        # without ccache, which asks the preprocessor first
        return ["compile" if " -c " in f"{line} " else "link" for line in lines if "-E" not in line]


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    monkeypatch.setattr(building.shutil, "which", _without_ccache(building.shutil.which))
    made = Workshop(tmp_path)
    assert made.steps() == ["compile", "link"]
    assert made.steps() == []
    return made


def _without_ccache(which):
    return lambda name: None if name == "ccache" else which(name)


def test_touching_files_builds_nothing(workshop: Workshop) -> None:
    for path in workshop.folder.rglob("*"):
        os.utime(path, (1, 1) if path.suffix == ".c" else None)
    assert workshop.steps() == []


def test_another_compiler_at_the_same_path_builds_again(workshop: Workshop) -> None:
    before = workshop.compiler.stat()
    workshop.set_compiler("other")
    os.utime(workshop.compiler, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert workshop.steps() == ["compile", "link"]
    assert workshop.steps() == []


def test_an_edited_header_builds_again_though_its_time_stays(workshop: Workshop) -> None:
    before = workshop.header.stat()
    workshop.header.write_text("#define VALUE 2\n")
    os.utime(workshop.header, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert workshop.steps() == ["compile", "link"]


def test_a_change_without_effect_is_not_linked(workshop: Workshop) -> None:
    workshop.header.write_text("#define VALUE 1 // the same\n")
    assert workshop.steps() == ["compile"]


def test_a_header_that_comes_before_another_builds_again(workshop: Workshop) -> None:
    (workshop.folder / "earlier/value.h").write_text("#define VALUE 3\n")
    assert workshop.steps() == ["compile", "link"]


def test_another_library_that_the_linker_finds_is_linked(workshop: Workshop) -> None:
    workshop.set_library(2)
    assert workshop.steps() == ["link"]
    assert workshop.steps() == []


def test_a_changed_option_makes_another_object(workshop: Workshop) -> None:
    workshop.options.append("-DUNUSED")
    assert workshop.steps() == ["compile", "link"]
    workshop.options.clear()
    assert workshop.steps() == ["link"]


def test_what_was_overwritten_is_made_again(workshop: Workshop) -> None:
    workshop.build().write_text("no program")
    assert workshop.steps() == ["link"]


def test_a_failed_build_leaves_nothing_that_counts(workshop: Workshop) -> None:
    workshop.header.write_text("#error not now\n")
    with pytest.raises(IsochronError, match="not now"):
        workshop.build()
    workshop.header.write_text("#define VALUE 1\n")
    assert workshop.steps() == ["compile"]


def test_what_is_edited_while_it_is_read_is_made_again(workshop: Workshop) -> None:
    copy = workshop.folder / "copy"

    def make(partial: Path) -> None:
        partial.write_text(workshop.source.read_text())
        workshop.source.write_text("int edited;\n")

    building.made(copy, [], [workshop.source], make)
    building.made(copy, [], [workshop.source], make)
    assert copy.read_text() == "int edited;\n"


def test_a_header_that_is_edited_while_it_is_read_is_read_again(workshop: Workshop) -> None:
    copy = workshop.folder / "copy"
    edits = iter([None, "int second;\n"])

    def make(partial: Path) -> list[Path]:
        partial.write_text(workshop.header.read_text())
        if (edited := next(edits, None)) is not None:
            workshop.header.write_text(edited)
        return [workshop.header]

    building.made(copy, [], [], make)
    workshop.header.write_text("int first;\n")
    building.made(copy, [], [], make)
    assert copy.read_text() == "int first;\n"
    building.made(copy, [], [], make)
    assert copy.read_text() == "int second;\n"


def test_a_command_that_makes_nothing_takes_only_what_is_current(workshop: Workshop) -> None:
    with building.within(building.Command(makes=False)):
        assert workshop.steps() == []
    workshop.header.write_text("#define VALUE 4\n")
    with building.within(building.Command(makes=False)), pytest.raises(building.NotMade):
        workshop.build()
    assert workshop.steps() == ["compile", "link"]


def test_within_a_command_inputs_are_taken_as_they_were(workshop: Workshop) -> None:
    with building.within(building.Command()):
        assert workshop.steps() == []
        workshop.header.write_text("#define VALUE 5\n")
        assert workshop.steps() == []
    assert workshop.steps() == ["compile", "link"]


def test_the_cache_of_compilations_knows_the_compiler_by_its_content(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building.shutil, "which", lambda name: f"/bin/{Path(name).name}")
    monkeypatch.setattr(building, "content", lambda path: f"content of {path}")
    first = building.cache_environment(building.identity("ls"))["CCACHE_COMPILERCHECK"]
    monkeypatch.setattr(building, "content", lambda path: f"other content of {path}")
    other = building.cache_environment(building.identity("ls"))["CCACHE_COMPILERCHECK"]
    assert first.startswith("string:ls (GNU coreutils)")
    assert first != other


def test_a_tool_that_is_missing_is_named() -> None:
    with pytest.raises(ToolMissing, match="no-such-tool is missing"):
        building.identity("no-such-tool")


def test_a_programs_libraries_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copies = []
    for library in firmware.libraries():
        copies.append(tmp_path / library.name)
        copies[-1].write_bytes(library.read_bytes())
    monkeypatch.setattr(firmware, "_libraries", lambda *_: copies)
    program = tmp_path / "program/empty.c"
    program.parent.mkdir()
    program.write_text("int main( void ) { return 0; }\n")
    elf = firmware.build(program)
    linked = elf.stat().st_ino
    assert firmware.build(program).stat().st_ino == linked
    building.execute(
        ["ar", "mD", copies[1], *_members(copies[1])[:1]]
    )  # another order of its members
    assert firmware.build(program).stat().st_ino != linked


def _members(library: Path) -> list[str]:
    return building.execute(["ar", "t", library]).split()


@pytest.mark.wide
def test_an_edited_header_of_a_core_verilates_again(tmp_path: Path) -> None:
    (tmp_path / "core").mkdir()
    header, top = tmp_path / "core/value.svh", tmp_path / "top.sv"
    header.write_text("`define VALUE 8'd17\n")
    top.write_text(
        '`include "value.svh"\n'
        "module top (input logic [7:0] a_i, output logic [7:0] b_o);\n"
        "  assign b_o = a_i ^ `VALUE;\nendmodule\n"
    )

    made = []

    def build() -> tuple[int, bytes]:
        arguments = ["--top-module", "top", f"+incdir+{header.parent}", top]
        library = verilator.build(
            arguments,
            tmp_path / "made",
            "libVtop.a",
            on_make=lambda: made.append(1),
        )
        return library.stat().st_ino, library.read_bytes()

    first = build()
    os.utime(header)
    os.utime(top)
    assert build() == first
    assert len(made) == 1
    header.write_text("`define VALUE 8'd18\n")
    assert build()[1] != first[1]


def test_a_simulator_is_the_same_in_a_terminal_of_any_width(monkeypatch: pytest.MonkeyPatch):
    told = []
    for columns in ("60", "200"):
        monkeypatch.setenv("COLUMNS", columns)
        building._said.cache_clear()
        told.append(verilator.tools())
    assert told[0] == told[1]


@pytest.fixture
def read_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk cannot be written, whoever asks: tests may run as root."""
    opened = Path.open

    def refusing(path: Path, mode: str = "r", *rest, **options):
        if set(mode) & set("wax+"):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))
        return opened(path, mode, *rest, **options)

    monkeypatch.setattr(Path, "open", refusing)


def test_what_is_current_is_taken_from_a_disk_that_cannot_be_written(
    workshop: Workshop, request: pytest.FixtureRequest
) -> None:
    request.getfixturevalue("read_only")
    assert workshop.build().is_file()
    workshop.options.append("-DUNUSED")
    with pytest.raises(IsochronError, match=r"must be built, .*Read-only.*: make the"):
        workshop.build()


@pytest.mark.parametrize("name", ["a b.h", "a#b.h", "a$b.h", "a:b.h", "grün.h", "gr\udcfcn.h"])
def test_a_header_of_whatever_name_counts(workshop: Workshop, name: str) -> None:
    header = workshop.header.with_name(name)
    header.write_text("#define MORE 1\n")
    text = workshop.source.read_bytes() + b'#include "' + os.fsencode(name) + b'"\n'
    workshop.source.write_bytes(text)
    assert workshop.steps() == ["compile"]
    header.write_text("extern int more;\n")
    assert workshop.steps() == ["compile"]
