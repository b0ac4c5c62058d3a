# SPDX-License-Identifier: Apache-2.0
"""What concerns a file, found from the lists, the imports and the tests themselves."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from isochron import affected, cli
from isochron.affected import find
from isochron.errors import IsochronError
from isochron.paths import ROOT
from isochron.proofs import catalogue as proofs
from isochron.proofs.concerned import proofs_of


def test_a_file_of_the_kernel_has_the_tests_of_its_part() -> None:
    found = find([ROOT / "firmware/kernel/hardware_kernel/queue_sets.c"])
    native = "tests/test_checks.py::test_program"
    assert {"tests/test_differential.py", native, "tests/test_contexts_soc.py"} <= set(found.tests)
    assert found.proofs == []


def test_a_block_has_the_proofs_of_what_it_is_part_of() -> None:
    whole = {name for name, proof in proofs.proofs().items() if proof.block == "isochron"}
    found = find([ROOT / "hardware/rtl/kernel/isochron_lists.sv"])
    assert set(found.proofs) == whole | {"ready-lists", "cores", "cores-one-priority"}
    assert "hardware/tests/test_kernel.py" in found.tests
    assert find([ROOT / "hardware/rtl/kernel/isochron.sv"]).proofs == [
        name for name in proofs.proofs() if name in whole
    ]


def test_a_package_has_the_proofs_of_the_blocks_that_name_it() -> None:
    whole = {name for name, proof in proofs.proofs().items() if proof.block == "isochron"}
    package = ROOT / "hardware/rtl/kernel/isochron_objects_pkg.sv"
    assert set(proofs_of(package)) == whole | {"waiter-order", "messages"}


def test_properties_have_their_proofs() -> None:
    for name, proof in proofs.proofs().items():
        for path in [*proof.included(), *(proof.folder / file for file in proof.properties)]:
            assert name in proofs_of(path), path.name


def test_a_program_has_the_tests_that_run_it() -> None:
    tests = find([ROOT / "firmware/laboratory/tests/isochron/errors.c"]).tests
    assert "tests/test_checks.py::test_program[isochron-errors]" in tests
    assert "tests/test_checks.py::test_program[queues]" not in tests
    assert all("errors" in test or "::" not in test for test in tests)


def test_a_module_has_the_tests_that_import_it_through_others() -> None:
    tests = find([ROOT / "src/isochron/mutants/mutant.py"]).tests
    assert {"tests/test_mutants.py", "tests/test_affected.py", "tests/test_cli.py"} <= set(tests)
    assert "tests/test_samples.py" not in tests


def test_a_bench_has_the_tests_of_its_folder() -> None:
    tests = find([ROOT / "hardware/tests/kernel/queue_bench.py"]).tests
    assert "hardware/tests/test_kernel.py" in tests
    assert "hardware/tests/test_cfu.py" not in tests


def test_a_page_has_the_tests_that_read_it() -> None:
    assert "tests/test_vexriscv.py" in find([ROOT / "docs/cfu.md"]).tests


def test_a_test_of_a_module_that_is_run_whole_is_not_named_again() -> None:
    module = "tests/test_checks.py"
    kernel = ROOT / "firmware/kernel/hardware_kernel/object_identifiers.c"
    assert any(test.startswith(f"{module}::") for test in find([kernel]).tests)
    tests = find([kernel, ROOT / module]).tests
    assert module in tests
    assert not any(test.startswith(f"{module}::") for test in tests)


def test_a_file_from_elsewhere_is_refused(tmp_path: Path) -> None:
    with pytest.raises(IsochronError, match="is not in"):
        find([tmp_path / "some.c"])


def test_just_these_are_run(monkeypatch: pytest.MonkeyPatch) -> None:
    ran = []
    concerned = affected.Affected(["tests/test_samples.py"], ["banks"])
    monkeypatch.setattr(affected, "find", lambda files: concerned)
    monkeypatch.setattr(
        affected.proofs_command, "prove", lambda names, quick: ran.append((names, quick))
    )
    arguments = ["verify", "affected", str(ROOT / "README.md")]
    told = CliRunner().invoke(cli.app, arguments)
    assert told.exit_code == 0
    assert "tests: 1\n  tests/test_samples.py\nproofs: 1\n  banks\n" in told.output
    assert not ran
    monkeypatch.setattr(
        affected.subprocess, "run", lambda command, **_: ran.append(command) or _Done(len(ran) > 2)
    )
    assert CliRunner().invoke(cli.app, [*arguments, "--run"]).exit_code == 0
    assert ran[0][-1] == "tests/test_samples.py"
    assert ran[1:] == [(["banks"], True)]
    failed = CliRunner().invoke(cli.app, [*arguments, "--run"])
    assert isinstance(failed.exception, affected.TestsFailed)


class _Done:
    """What a command ended with."""

    def __init__(self, failed: bool) -> None:
        self.returncode = int(failed)
