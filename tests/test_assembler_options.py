# SPDX-License-Identifier: Apache-2.0
"""The assembler has every option as C has it, those that FreeRTOS.h derives included."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from isochron import building
from isochron.building import firmware
from isochron.paths import ROOT

ATTACHED = {"isochron": "bus", "isochron-contexts": "contexts", "isochron-cfu": "cfu"}
CONFIGURATION = """
#define configISOCHRON_MONITOR_CRITICAL_SECTIONS ( ( 1 ) )
#include_next <FreeRTOSConfig.h>
extern int something( void ); /* as in C files: not for the assembler */
{option}
"""
OPTIONS = {
    "none": "",
    "newlib": "#define configUSE_NEWLIB_REENTRANT 1",
    "picolibc": "#define configUSE_PICOLIBC_TLS 1",
    "errno": "#define configUSE_POSIX_ERRNO 1",
    "stack-check": "#undef configCHECK_FOR_STACK_OVERFLOW\n"
    "#define configCHECK_FOR_STACK_OVERFLOW 2",
    "traced": "static inline void trace( void ) {}\n#define traceTASK_SWITCHED_IN() trace()",
    "hook": "#define portTASK_SWITCH_HOOK( pxTCB ) ( void ) something()",
    "forced": "#define configHW_ACCELERATION_TRACE_SWITCHES 1",
    "tick-hook": "#undef configUSE_TICK_HOOK\n#define configUSE_TICK_HOOK 1U",
    "indices": "enum { FIRST, LAST };\n#define configTASK_NOTIFICATION_ARRAY_ENTRIES ( 2 + 2 )",
}
NOT_AT_A_SWITCH = {"none", "tick-hook", "indices"}
ASSEMBLED = sorted((ROOT / "firmware/attachments").rglob("*.S"))
FILE = ROOT / "firmware/kernel/isochron_port_asm.S"
_DEFINED = re.compile(r"^#define (\w+)(.*)$", re.MULTILINE)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_NAME = re.compile(r"\b(?:config|INCLUDE_|isochron[A-Z]|port)\w+")


def names() -> set[str]:
    """Return the names in the assembler's files that options and what follows from them have."""
    texts = (_COMMENT.sub("", path.read_text()) for path in ASSEMBLED)
    return {name for text in texts for name in _NAME.findall(text)}


@pytest.fixture
def macros(tmp_path: Path):
    def macros(kernel: str, option: str) -> tuple[Mapping[str, str], Mapping[str, str]]:
        """Return what C and what the assembler have at the end of their files."""
        (tmp_path / "FreeRTOSConfig.h").write_text(CONFIGURATION.format(option=option))
        flags = [f"-I{tmp_path}", *firmware.kernel_flags(kernel, {"NDEBUG": "1"})]
        file = tmp_path / "c.c"
        file.write_text('#include "isochron_options.h"\n#include "attachment.h"\n')
        return (_macros([*flags, str(file)]), _macros([*flags, str(FILE)]))

    return macros


def _macros(arguments: list[str]) -> dict[str, str]:
    command = [firmware.compiler(), "-E", "-dM", *arguments]
    return dict(_DEFINED.findall(building.execute(command)))


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("kernel", ATTACHED)
def test_the_assembler_has_every_option_as_c_has_it(macros, kernel: str, option: str):
    in_c, in_assembler = macros(kernel, OPTIONS[option])
    compared = {name for name in names() if name in in_c or name in in_assembler}
    assert {"isochronSWITCH_IN_SOFTWARE", "configHW_ACCELERATION_BASE_ADDRESS"} <= compared
    of_c = {name: in_c.get(name) for name in compared}
    assert {name: in_assembler.get(name) for name in compared} == of_c


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("kernel", ATTACHED)
def test_options_that_want_code_at_a_switch_have_it(macros, kernel: str, option: str):
    _, in_assembler = macros(kernel, OPTIONS[option])
    free = NOT_AT_A_SWITCH | ({"picolibc"} if kernel == "isochron-contexts" else set())
    assert (in_assembler["isochronSWITCH_IN_SOFTWARE"].strip() == "0") == (option in free)


@pytest.mark.parametrize("kernel", [*ATTACHED, "freertos", *firmware.OF_SYSTEMS])
def test_a_configuration_may_have_what_is_only_for_c(tmp_path: Path, kernel: str):
    (tmp_path / "FreeRTOSConfig.h").write_text(CONFIGURATION.format(option=OPTIONS["traced"]))
    flags = [f"-I{tmp_path}", *firmware.kernel_flags(kernel)]
    files = [FILE, *firmware.BOARD.glob("*.S"), ROOT / "firmware/template/start.S"]
    for file in files:
        command = [firmware.compiler(), *flags, "-c", str(file), "-o", tmp_path / "object.o"]
        assert building.execute(command) == ""


def test_assembler_reads_options_by_the_one_header():
    files = [path for path in (ROOT / "firmware").rglob("*.S") if "gic" not in path.parts]
    assert len(files) > 8
    others = re.compile(r'#include ["<](FreeRTOS\w*|isochron_options|isochron_choice)\.h')
    assert not [path.name for path in files if others.search(path.read_text())]
