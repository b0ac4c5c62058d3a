# SPDX-License-Identifier: Apache-2.0
"""Random mutants: where they are made, that a seed gives the same ones, what is told of them."""

from dataclasses import replace
from pathlib import Path

import pytest
from distributed import LocalCluster
from test_cli import invoke

from isochron import versions
from isochron.errors import EXIT_FAILED, IsochronError
from isochron.mutants import (
    assembly,
    command,
    draw,
    equivalents,
    parts,
    record,
    syntax,
    trial,
    trying,
)
from isochron.mutants.mutant import Mutant
from isochron.mutants.record import RANDOM_CALLS, Entry, Score
from isochron.mutants.trial import BROKEN, KILLED, SURVIVED, Outcome
from isochron.paths import ROOT
from isochron.proofs import catalogue

C = """\
#if ( configUSE_MUTEXES == 1 )
int f( int a )
{
    configASSERT( a > 0 );
    traceCALL( a + 1 );
    if( a == 7 )
    {
        a -= 0;
        g( a );
    }
    return !a;
}
#endif
"""
SYSTEMVERILOG = """\
module m #(parameter int N = 3) (input logic [N-1:0] a, output logic b);
  always_ff @(posedge clk_i) if (a == 4'd2) b <= 1'b0;
  assign c = ~a[0] & d;
  `ISOCHRON_ASSERT(Never, a != 1)
endmodule
"""


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        (
            "f.c",
            C,
            {
                ("( a == 7 )", ("(!(( a == 7 )))", "(1)", "(0)")),
                ("==", ("!=",)),
                ("7", ("8", "6")),
                ("a -= 0;", (";",)),
                ("-=", ("+=",)),
                ("0", ("1",)),
                ("g( a );", (";",)),
                ("!", ("",)),
            },
        ),
        (
            "m.sv",
            SYSTEMVERILOG,
            {
                ("a == 4'd2", ("(!(a == 4'd2))", "(1'b1)", "(1'b0)")),
                ("==", ("!=",)),
                ("4'd2", ("4'd3", "4'd1")),
                ("b <= 1'b0", ("",)),
                ("1'b0", ("1'b1",)),
                ("~", ("",)),
                ("0", ("1",)),
                ("&", ("|",)),
            },
        ),
    ],
)
def test_operators_constants_conditions_and_statements_are_changed_and_nothing_else(
    name: str, text: str, expected: set[tuple[str, tuple[str, ...]]], tmp_path: Path
) -> None:
    file = tmp_path / name
    file.write_text(text)
    found = syntax.sites(file)
    assert {(text[site.start : site.end], site.alternatives) for site in found} == expected
    assert len(found) == len(expected)


ASSEMBLY = """\
/* addi sp, sp, 4 */
#define SIZE  8 + \\
    16
    .balign 4
start:
1:  beqz  t1, 1b                            /* 5 */
    lw    a0, 4( sp )
    SAVE  t0
    ret
"""


def test_instructions_branches_and_numbers_of_assembly_are_changed_and_nothing_else(
    tmp_path: Path,
) -> None:
    file = tmp_path / "f.S"
    file.write_text(ASSEMBLY)
    found = assembly.sites(file)
    assert [(ASSEMBLY[site.start : site.end], site.alternatives) for site in found] == [
        ("beqz  t1, 1b", ("",)),
        ("beqz", ("bnez",)),
        ("lw    a0, 4( sp )", ("",)),
        ("4", ("5", "3")),
        ("SAVE  t0", ("",)),
        ("ret", ("",)),
    ]
    assert {site.whole for site in found} == {None}


@pytest.mark.parametrize("part", parts.parts().values(), ids=lambda part: part.name)
def test_each_mutant_of_a_part_has_a_name_and_fits_its_file(part: parts.Part) -> None:
    every = list(draw.draw(part, 100, 1))
    names = {mutant.name for mutant in every}
    assert len(names) == len(every) == min(100, draw.count(part)) > 0
    texts = {name: (ROOT / name).read_text() for name in {mutant.file for mutant in every}}
    for mutant in every:
        assert mutant.apply(texts[mutant.file]) != texts[mutant.file]
    assert list(draw.draw(part, 20, 1)) == every[:20]
    assert list(draw.draw(part, 20, 2)) != every[:20]
    assert all(
        ROOT.joinpath(test.partition("::")[0]).is_file() or test in trial.DIFFERENTIAL
        for test in (*part.tests, *part.apart, *part.further)
    )
    assert set(part.proofs) <= set(catalogue.proofs())


def test_what_tries_a_mutant_is_about_behaviour() -> None:
    kernel = parts.parts()["hardware-kernel-rtl"]
    tests = kernel.tests_of("hardware/rtl/kernel/isochron_lists.sv")
    assert tests[:2] == ("differential", "hardware/tests/test_kernel.py")
    constants = kernel.tests_of("hardware/rtl/kernel/isochron_lists.sv", apart=True)
    assert constants == (tests[1], tests[0], *tests[3:])
    assert "hardware/tests/test_proofs.py::test_properties_hold[ready-lists]" in tests
    cores = parts.parts()["cores-rtl"].tests_of("hardware/rtl/cores/isochron_cores.sv")
    assert cores[-2:] == tuple(
        f"hardware/tests/test_proofs.py::test_properties_hold[{name}]"
        for name in ("cores", "cores-one-priority")
    )
    of_c = parts.parts()["hardware-kernel-c"].tests_of(
        "firmware/kernel/hardware_kernel/configuration.c"
    )
    programs = [test for test in of_c if "test_checks" in test]
    assert programs == [
        "tests/test_checks.py::test_program",
        "tests/test_checks.py::test_smaller_hardware_says_what_it_lacks",
    ]


def test_a_part_that_there_is_not_is_named() -> None:
    with pytest.raises(IsochronError, match=r"no part 'kernel'; there are: hardware-kernel-rtl, "):
        parts.chosen(["kernel"])
    assert invoke("verify", "mutants", "kernel").exit_code == 1


TESTS = {
    "test_first": "from value import A\n\ndef test_a():\n    assert A == 1\n",
    "test_second": "from value import B\n\ndef test_b():\n    assert B == 1\n",
}
VALUES = "A = 1\nB = 1\nC = 1\n"


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository of one file with three mutants, and two tests; C is noticed by none of them."""
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "value.py").write_text(VALUES)
    for name, text in TESTS.items():
        (folder / f"{name}.py").write_text(text)
    drawn = [Mutant(letter, "tests/value.py", f"{letter} = 1", f"{letter} = 2") for letter in "ABC"]
    constant = draw.Change(Path("tests/value.py"), syntax.Site(4, 5, ("2",), whole=None), "2")
    for module in (trial, trying, equivalents):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    for module, name, value in (
        (trial, "BUILD", tmp_path / "build/mutants"),
        (record, "FILE", tmp_path / "mutants.json"),
        (draw, "draw", lambda *_: dict.fromkeys(drawn, constant)),
        (draw, "count", lambda _: 3),
        (equivalents, "load", lambda _: {}),
        (versions, "repository", lambda: "1234567"),
    ):
        monkeypatch.setattr(module, name, value)
    order = tuple(f"tests/{name}.py" for name in TESTS)
    monkeypatch.setattr(parts.Part, "tests_of", lambda *_: order)
    monkeypatch.setitem(parts.parts(), "soc-rtl", replace(parts.parts()["soc-rtl"], tests=()))
    return folder


def test_each_is_tried_by_one_test_after_the_other_until_one_notices_it(small: Path) -> None:
    arguments = ["verify", "mutants", "--number", "3", "--jobs", "1", "--record", "soc-rtl"]
    done = invoke(*arguments)
    assert done.exit_code == EXIT_FAILED
    assert "A: killed, tests/test_first.py::test_a" in done.output
    assert "B: killed, tests/test_second.py::test_b" in done.output
    assert "3 mutants: 2 killed, 1 survived\nlives: C\n" in done.output
    (entry,) = record.load().values()
    score = entry.now
    assert entry.first == score
    assert score.killed == {"tests/test_first.py": 1, "tests/test_second.py": 1}
    assert (score.lived, score.percent, score.tried) == (("C",), "66.7%", 3)
    # nothing is tried again, but what lives as soon as a test has changed
    assert " s\n" not in invoke(*arguments).output
    noticing = TESTS["test_second"].replace("B", "C")
    (small / "test_second.py").write_text(noticing)
    again = invoke(*arguments)
    assert "C: killed, tests/test_second.py::test_b" in again.output
    assert "C, tests/test_first.py: " not in again.output
    assert again.exit_code == 0
    assert record.load()["soc-rtl"].now.lived == ()
    assert record.load()["soc-rtl"].first == score


@pytest.mark.usefixtures("small")
def test_a_cluster_tries_them_too() -> None:
    network = {"protocol": "tcp", "dashboard_address": ":0", "threads_per_worker": 1}
    with LocalCluster(n_workers=2, processes=False, **network) as cluster:
        address = cluster.scheduler_address
        done = invoke("verify", "mutants", "--number", "3", "--scheduler", address, "soc-rtl")
    assert done.exit_code == EXIT_FAILED
    assert "3 mutants: 2 killed, 1 survived\nlives: C\n" in done.output


@pytest.mark.usefixtures("small")
def test_what_is_equivalent_by_another_text_is_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    judged = {Mutant("C's", "tests/value.py", "\nC = 1", "\nC = 2"): "no use"}
    monkeypatch.setattr(equivalents, "load", lambda _: judged)
    done = invoke("verify", "mutants", "--number", "3", "soc-rtl")
    assert done.exit_code == 0
    assert f"C: {command.EQUIVALENT}\n" in done.output
    assert "3 mutants: 1 equivalent, explained, 2 killed" in done.output


OUTCOMES = {
    "a": Outcome(KILLED, "differential"),
    "b": Outcome(KILLED, "tests/test_some.py::test_one"),
    "c": Outcome(KILLED, "tests/test_some.py::test_other"),
    "d": Outcome(BROKEN, "differential"),
    "e": Outcome(SURVIVED),
}
SAYS = parts.parts()["soc-rtl"].says
SCORE = record.score("1234567", 5, 2000, 2, OUTCOMES)


def test_the_page_has_each_part_and_what_noticed_its_mutants() -> None:
    assert Score("1234567", 5, 2000, 1, 2, {"tests/test_some.py": 2, RANDOM_CALLS: 1}, ("e",)) == (
        SCORE
    )
    better = replace(SCORE, commit="89abcde", lived=(), equivalent=3)
    page = record.page(
        {"some-c": Entry("some part", better, SCORE), "other-c": Entry("other part", SCORE)}
    )
    first = "3 | 1 | 75.0% | 5, 1234567"
    assert f"| some part | 2,000 | 7 | 1 | {first} | 3 | 3 | 0 | 100.0% | 89abcde |\n" in page
    assert (
        "| other part | 2,000 | 7 | 1 | - | - | - | 5, - | 2 | 3 | 1 | 75.0% | 1234567 |\n" in page
    )
    assert "| some part | `tests/test_some.py` | 2 |\n" in page
    assert "| some part | random calls | 1 |\n" in page
    assert f"\nWithout a score so far: {parts.parts()['hardware-kernel-rtl'].says}; " in page
    assert page.endswith("## What lives\n- `e`\n")
    assert record.page({"some-c": Entry("some part", better)}).endswith("None.\n")


def test_scores_are_recorded_of_a_commit_only_and_others_stay(tmp_path: Path) -> None:
    file = tmp_path / "mutants.json"
    record.save("hardware-kernel-c", SCORE, file)
    record.save("soc-rtl", SCORE, file)
    assert list(record.load(file)) == ["hardware-kernel-c", "soc-rtl"]
    assert record.load(file)["soc-rtl"] == Entry(SAYS, SCORE, SCORE)
    with pytest.raises(IsochronError, match="commit first"):
        record.save("soc-rtl", replace(SCORE, commit="1234567-dirty"), file)


def test_the_first_try_of_a_seed_stays_until_another_seed_is_tried(tmp_path: Path) -> None:
    file = tmp_path / "mutants.json"
    better, other = replace(SCORE, lived=(), commit="89abcde"), replace(SCORE, seed=6)
    record.save("soc-rtl", SCORE, file)
    record.save("soc-rtl", better, file)
    assert record.load(file)["soc-rtl"] == Entry(SAYS, better, SCORE)
    record.save("soc-rtl", other, file)
    assert record.load(file)["soc-rtl"] == Entry(SAYS, other, other)
    more = replace(other, not_built=100)
    record.save("soc-rtl", more, file)
    assert record.load(file)["soc-rtl"] == Entry(SAYS, more, more)
