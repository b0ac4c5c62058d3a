# SPDX-License-Identifier: Apache-2.0
"""One text with many mutants: it does what the text of the chosen one does."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from isochron.building import verilator
from isochron.errors import IsochronError
from isochron.jobs.workers import workers
from isochron.mutants import together, trial, trying
from isochron.mutants.combine import CHOICE, combine, number_at
from isochron.mutants.draw import Change
from isochron.mutants.known import Known
from isochron.mutants.mutant import Mutant
from isochron.mutants.syntax import sites
from isochron.mutants.trial import KILLED, Outcome

C = """\
#include <stdio.h>

static int first( int a, int b )
{
    int sum = a + 2 * b;

    if( ( a < b ) && !( b == 3 ) )
        sum += 5;
    else
        sum -= a & b;

    return ( a > 1 ) ? sum << 1 : -sum;
}

int main( void )
{
    for( int a = 0; a < 5; a++ )
    {
        printf( "%d %d\\n", first( a, 2 ), first( 3, a ) );
    }

    return 0;
}
"""
CPP = """\
#include <cstdio>
#include <vector>

struct Sum {
  explicit Sum(int start) : sum_(start + 1) {}
  void add(const std::vector<int> &values) {
    for (const auto value : values) {
      if (value == 3) continue;
      sum_ += value > 4 ? value * 2 : value;
    }
  }
  int sum_;
};

int main() {
  Sum sum(4);
  sum.add({1, 3, 5});
  std::printf("%d\\n", sum.sum_ - 2);
  return 0;
}
"""
SYSTEMVERILOG = """\
module top;
  logic [3:0] sum, never;
  assign never[3:4 - 2] = 2'd0;
  function automatic logic [3:0] first(input logic [3:0] a, input logic [3:0] b);
    first = '0;
    if (a < b && !b[1]) first = a + 4'd3;
    else first = a & ~b;
  endfunction
  always_comb sum = first(4'd1, 4'd5) inside {4'd4, 4'd7} ? 4'(first(4'd6, 4'd2)) : 4'd0;
  initial $finish;
  final $display("%0d %0d %0d", sum, first(4'd3, 4'd9), first(4'd9, 4'd3));
endmodule
"""


COMPILERS = {".c": ["gcc"], ".cpp": ["g++", "-std=c++20", "-O0"]}


def changes_of(file: Path) -> dict[int, Change]:
    """Return every change of a file, but of its constants, by a number."""
    found = (site for site in sites(file) if site.whole)
    every = (Change(file, site, new) for site in found for new in site.alternatives)
    return dict(enumerate(every, 1))


def mutated(text: bytes, change: Change) -> bytes:
    """Return the text with one change."""
    return text[: change.site.start] + change.new.encode() + text[change.site.end :]


def compiled(folder: Path, suffix: str, text: bytes) -> Path:
    """Return the program made of a text."""
    folder.mkdir()
    source, program = folder / f"one{suffix}", folder / "one"
    source.write_bytes(text)
    if suffix in COMPILERS:
        subprocess.run([*COMPILERS[suffix], "-w", source, "-o", program], check=True)
        return program
    command: list[str | Path] = [verilator.root() / "bin/verilator", "--binary", "-Wno-fatal"]
    command += ["-MAKEFLAGS", verilator.make_flags("-O0", "-O0"), "--top", "top"]
    command += ["--Mdir", folder, "-o", program, source]
    done = subprocess.run(command, env=verilator.environment(), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return program


def said(program: Path, number: int | None = None) -> str:
    """Return what a program prints, with a mutant chosen."""
    chosen = {} if number is None else {CHOICE: str(number)}
    environment = {**os.environ, **chosen}
    done = subprocess.run(
        [program], env=environment, capture_output=True, text=True, timeout=20, check=False
    )
    # Verilator's own words begin with a dash
    return "".join(line for line in done.stdout.splitlines(True) if not line.startswith("- "))


@pytest.mark.parametrize(
    ("suffix", "text", "every"),
    [(".c", C, 2), (".cpp", CPP, 6), pytest.param(".sv", SYSTEMVERILOG, 6, marks=pytest.mark.wide)],
)
def test_a_combined_text_does_what_the_chosen_mutant_does(
    suffix: str, text: str, every: int, tmp_path: Path
) -> None:
    file = tmp_path / f"file{suffix}"
    file.write_text(text)
    changes = changes_of(file)
    assert len(changes) > 20
    constants = [site for site in sites(file) if site.whole is None]
    assert bool(constants) == (suffix != ".c")
    original = file.read_bytes()
    program = compiled(tmp_path / "combined", suffix, combine(original, suffix, changes))
    expected = said(compiled(tmp_path / "original", suffix, original))
    assert expected
    assert said(program) == said(program, 0) == expected
    differ = 0
    for number, change in list(changes.items())[::every]:
        if "a < 5" in text[slice(*change.site.whole or ())]:
            continue  # some of these come to no end
        alone = compiled(tmp_path / str(number), suffix, mutated(original, change))
        assert said(program, number) == said(alone), change
        differ += said(alone) != expected
    assert differ > 3


@pytest.mark.parametrize(("suffix", "text"), [(".c", C), (".cpp", CPP)])
def test_combined_texts_may_follow_each_other_in_one_compilation(
    suffix: str, text: str, tmp_path: Path
) -> None:
    both = combine(b"", suffix, {}) + combine(text.encode(), suffix, {})
    assert said(compiled(tmp_path / "both", suffix, both))


VALUES = """\
static int never = 3;

int value( void )
{
    int one = 1;

    one += never - 3;
    one = one + 0;
    return one;
}

int other( void )
{
    return 5;
}
"""
TEST = """\
import ctypes, functools, os, subprocess, tempfile

@functools.cache
def value():
    source = os.path.abspath("firmware/value.c")
    with tempfile.TemporaryDirectory() as folder:
        library = folder + "/value.so"
        subprocess.run(["gcc", "-shared", source, "-o", library], check=True)
        return ctypes.CDLL(library).value()

def test_value():
    assert value() == 1
"""
"""What its function keeps of a run is not there for the next mutant."""


@pytest.fixture
def drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[Mutant, Change]:
    """Changes of a repository's only source, one of which no text of many mutants can have."""
    for module in (trial, trying, together):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(trial, "BUILD", tmp_path / "build/mutants")
    for name, text in (("firmware/value.c", VALUES), ("tests/test_value.py", TEST)):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(text)
    file = Path("firmware/value.c")
    found = {}
    for change in changes_of(tmp_path / file).values():
        old = VALUES[change.site.start : change.site.end]
        name = f"{VALUES[: change.site.start].count(chr(10)) + 1} {old} {change.new}"
        found[Mutant(name, str(file), old, change.new)] = Change(file, change.site, change.new)
    return found


def test_those_that_can_be_combined_are_tried_in_one_copy(
    drawn: dict[Mutant, Change], tmp_path: Path
) -> None:
    known, told = Known(again=False), list[str]()
    test = "tests/test_value.py"
    with workers(1) as who:
        together.try_together("part", drawn, [test], known, who, told.append)
    assert told[0].lstrip().startswith(f"part, combined: {len(drawn) - 2} of {len(drawn)}, ")
    assert told[1].lstrip().startswith(f"{test}, batch 1: ")
    outcomes = {
        mutant.name: trying.killed(trying.Candidate(mutant, (test,)), known) for mutant in drawn
    }
    killed = Outcome(KILLED, f"{test}::test_value")
    assert {outcomes[name] for name in ("5 1 2", "5 1 0", "7 - +", "8 0 1")} == {killed}
    assert {outcomes[name] for name in ("1 3 4", "1 3 2", "8 + -", "14 5 6", "14 5 4")} == {None}
    state = trial.states([test])[test]
    lives = {mutant.name for mutant in drawn if known.find(trying.survival(mutant, test), state)}
    assert {"8 + -", "14 5 6", "14 5 4"} <= lives
    assert not {"1 3 4", "1 3 2"} & lives
    (tmp_path / test).write_text(TEST.replace("== 1", "== 2"))
    with workers(1) as who, pytest.raises(IsochronError, match="fails without any mutant"):
        together.try_together("part", drawn, [test], known, who, told.append)


HANGS = """\
import os, subprocess, sys

def test_a_program_ends():
    code = "import os\\nwhile os.environ.get('ISOCHRON_MUTANT') == '1': pass"
    subprocess.run([sys.executable, "-c", code], check=True)
"""


BATCH = """\
import resource
from isochron.mutants import batch

batch.main()
limit, most = resource.getrlimit(resource.RLIMIT_CPU)
print("mutant limit:", limit == most)
"""


def test_a_mutant_that_hangs_is_noticed(tmp_path: Path) -> None:
    """Whoever notices it has no limit at its end, when Python hears no signals any more."""
    test = tmp_path / "test_end.py"
    test.write_text(HANGS)
    command = [sys.executable, "-c", BATCH, "test_end.py", "1", "2"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    found = [line for line in done.stdout.splitlines() if line.startswith("mutant ")]
    noticed = "mutant 1: test_end.py::test_a_program_ends"
    assert found == [noticed, "mutant 2: ", "mutant limit: True"]


def test_a_line_of_a_message_is_the_mutants_that_begins_there(tmp_path: Path) -> None:
    file = tmp_path / "value.c"
    file.write_text(VALUES)
    text = combine(file.read_bytes(), ".c", changes_of(file)).decode()
    lines = text.splitlines()
    where = next(i for i, line in enumerate(lines, 1) if f"{CHOICE}( 2 ) ?" in line)
    assert number_at(text, where) == 2
    assert number_at(text, 1) is None
