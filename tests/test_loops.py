# SPDX-License-Identifier: Apache-2.0
"""No loop over tasks, priorities or waiters in any path of our kernel files, by machine code."""

from pathlib import Path

import pytest

from isochron.building import execute, firmware
from isochron.running import checks, known_loops, loops

EVERYTHING = {
    option: value for needs in checks.NEEDS.values() for option, value in needs.items()
} | {"configTRACE_HEADER": "<test_trace.h>"}
"""Every option that one of the test programs asks for, so that all code is compiled."""


@pytest.fixture(scope="module")
def objects() -> list[Path]:
    return [
        path
        for optimisation in firmware.OPTIMISATIONS
        for path in firmware.kernel_objects(EVERYTHING, optimisation)
    ]


def test_every_loop_is_known(objects: list[Path]) -> None:
    found = {loop.function.partition(".")[0] for path in objects for loop in loops.find(path)}
    assert found == known_loops.OURS.keys()


def test_every_function_of_others_is_known(objects: list[Path]) -> None:
    ours = set().union(*map(loops.defined, objects))
    called = set().union(*map(loops.used, objects)) - ours
    of_application = {
        name for name in called if name.startswith(("vApplication", "board_", "test_"))
    }
    of_linker = {"__freertos_irq_stack_top", "__tls_align", "__tls_size"}
    assert called - of_application - of_linker == known_loops.OTHERS.keys()


PROGRAM = """
extern void external( void );
int iCount( volatile int * piFlag, int iRounds )
{
    while( iRounds-- > 0 ) { *piFlag = iRounds; }
    return 0;
}
int iRecurse( int iRounds ) { external(); return iRounds == 0 ? 0 : iRecurse( iRounds - 1 ); }
int iNone( int i ) { if( i > 3 ) { external(); } else if( i < 1 ) { return 7; } return i + 1; }
"""


def test_loops_of_a_program_are_found(tmp_path: Path) -> None:
    source, target = tmp_path / "program.c", tmp_path / "program.o"
    source.write_text(PROGRAM)
    flags = ["-march=rv32imc", "-mabi=ilp32", "-O2", "-ffunction-sections"]
    execute([firmware.compiler(), *flags, "-c", source, "-o", target])
    assert {loop.function for loop in loops.find(target)} == {"iCount", "iRecurse"}
    assert loops.used(target) == {"external"}
    assert loops.defined(target) == {"iCount", "iRecurse", "iNone"}


LISTING = """
Disassembly of section .text.shared:

00000000 <shared>:
   0:\tbeqz\ta0,8 <.L1>
   4:\tj\tc <.L2>

00000008 <.L1>:
   8:\tret

0000000c <.L2>:
   c:\tnop
  10:\t{}\t8 <.L1>
  14:\tj\t{} <.L3>
"""


@pytest.mark.parametrize(
    ("branch", "target", "looped"),
    [
        ("bnez\ta0,", "8", 0),
        ("bnez\ta0,", "c", 1),
        ("bnez\ta0,", "14", 1),
        ("bgeu\ta0,a1,", "0", 1),
    ],
)
def test_a_branch_back_is_a_loop_only_if_it_comes_again(
    branch: str, target: str, looped: int
) -> None:
    assert len(loops.in_listing(LISTING.format(branch, target))) == looped
