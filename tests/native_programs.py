# SPDX-License-Identifier: Apache-2.0
"""Runs the programs of firmware/laboratory/tests natively."""

import re

from isochron.building import native
from isochron.running import checks


def name(case: checks.Case) -> str:
    """Return a program with its options as the name of a test."""
    options = (f"{option}={value}" for option, value in case.options.items())
    return "-".join([case.name.replace("/", "-"), *options])


def run(case: checks.Case) -> None:
    """Run a program, which passes or is refused as the case says.

    It is compiled longer than it runs. Random calls run with optimised kernel files.
    """
    code, output = checks.run(checks.build(case, native.Variant("unoptimised")))
    assert code == case.code, output
    if case.refused:
        assert case.refused in output
    else:
        passed = re.fullmatch(r"passed (\d+) checks\n", output)
        assert passed is not None, output
        assert int(passed[1]) > 0
