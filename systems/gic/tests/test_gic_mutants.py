# SPDX-License-Identifier: Apache-2.0
"""A program for QEMU has no environment: the choice of a mutant is put into the program."""

from pathlib import Path

import pytest
from systems.gic.lab import build, qemu

from isochron.mutants import board, syntax
from isochron.mutants.combine import CHOICE, combine
from isochron.mutants.draw import Change

OF_A_BOARD = """\
#include <stdio.h>
#include "FreeRTOS.h"
#include "board.h"

int main( void )
{
    printf( "%d", 2 + 5 );
    board_exit( 0 );
}
"""


def test_a_program_of_a_board_does_what_the_chosen_mutant_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "number.c"
    file.write_text(OF_A_BOARD)
    sites = (site for site in syntax.sites(file) if site.whole)
    drawn = [Change(file, site, new) for site in sites for new in site.alternatives]
    changes = dict(enumerate(drawn, 1))
    file.write_bytes(combine(file.read_bytes(), ".c", changes))
    elf = build.build(file)
    (minus,) = (number for number, change in changes.items() if change.new == "-")
    with board.chosen():
        assert qemu.run(elf).output == "7"
        monkeypatch.setenv(CHOICE, str(minus))
        assert qemu.run(elf).output == "-3"
    assert qemu.run(elf).output == "7"
