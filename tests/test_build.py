# SPDX-License-Identifier: Apache-2.0
"""Finding FreeRTOS, building programs, and the labels that the suites measure at."""

import os
import re
import stat
import subprocess
from collections.abc import Set
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from isochron import building, suites, systems
from isochron.building import firmware, freertos, platforms
from isochron.building.elf import opened
from isochron.errors import BuildFailed, IsochronError, ToolMissing
from isochron.paths import ROOT

PATH = ("comp_dir", "name")
PROGRAM = "firmware/laboratory/benchmarks/semaphore_actions.c"
DEFINES = {"BENCH_TEST": "test", "NDEBUG": "1"}
OURS = {"isochron"}
"""Kernels whose programs are built at once."""


def _kernel(folder: Path, version: str) -> Path:
    (folder / "include").mkdir(parents=True)
    (folder / "tasks.c").write_text("")
    (folder / "include/task.h").write_text(f'#define tskKERNEL_VERSION_NUMBER "{version}"\n')
    return folder


@pytest.mark.parametrize("version", ["V11.2.0", "V11.2", "V11.2.7+", "V11.3.0"])
def test_the_wanted_freertos_is_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str
) -> None:
    monkeypatch.setenv(freertos.ENVIRONMENT, str(_kernel(tmp_path / "kernel", version)))
    assert freertos.locate() == tmp_path / "kernel"


@pytest.mark.parametrize("version", ["V10.5.1", "V11.1.0+", "V11.20.0", "V12.0.0"])
def test_another_freertos_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str
) -> None:
    monkeypatch.setenv(freertos.ENVIRONMENT, str(_kernel(tmp_path / "kernel", version)))
    with pytest.raises(freertos.FreeRtosError, match=f"{re.escape(version)}; V11.2 or V11.3 is"):
        freertos.locate()


def test_a_folder_without_freertos_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(freertos.ENVIRONMENT, str(tmp_path))
    with pytest.raises(freertos.FreeRtosError, match=r"FREERTOS_KERNEL_PATH: .* no tasks\.c"):
        freertos.provide()


def _cargo(folder: Path, version: str) -> None:
    script = folder / "cargo"
    script.write_text(f"#!/bin/sh\necho 'cargo {version} (0 2023-01-01)'\n")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)


def test_an_old_cargo_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _cargo(tmp_path, "0.66.0")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    with pytest.raises(freertos.FreeRtosError, match=r"too old .*0\.66\.0.*cargo-web"):
        freertos.find_cargo()


def test_a_new_cargo_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _cargo(tmp_path, "1.85.0")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert freertos.find_cargo() == str(tmp_path / "cargo")


def test_no_cargo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(freertos.FreeRtosError, match=r"cargo.*not installed.*cargo-web"):
        freertos.find_cargo()


def test_no_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolMissing, match="apt-get install gcc-riscv64-unknown-elf"):
        firmware.build(PROGRAM, defines=DEFINES)


def test_unknown_names_are_refused() -> None:
    with pytest.raises(IsochronError, match="no such program"):
        firmware.build("firmware/laboratory/benchmarks/semaphore_3.c")
    with pytest.raises(IsochronError, match=r"unknown kernel 'zephyr'.*isochron"):
        firmware.build(PROGRAM, "zephyr")
    with pytest.raises(IsochronError, match="unknown platform 'pdp11'"):
        firmware.build(PROGRAM, platform="pdp11")
    with pytest.raises(IsochronError, match="unknown optimisation 'O9'"):
        firmware.build(PROGRAM, optimisation="O9")


@pytest.mark.parametrize("kernel", ["freertos", "isochron"])
def test_several_cores_are_refused_on_the_reference_soc(kernel: str) -> None:
    with pytest.raises(IsochronError, match="The reference SoC has one core") as refused:
        firmware.build(PROGRAM, kernel, defines={**DEFINES, "configNUMBER_OF_CORES": "2"})
    assert str(refused.value).count(" error: ") == 1


def test_the_compilers_message_is_passed_on(tmp_path: Path) -> None:
    program = tmp_path / "program/broken.c"
    program.parent.mkdir()
    program.write_text("int main( void ) { return undeclared; }\n")
    with pytest.raises(BuildFailed, match=r"broken\.c.*'undeclared' undeclared"):
        firmware.build(program)


def test_the_message_comes_without_the_compilers_command(tmp_path: Path) -> None:
    program = tmp_path / "broken.c"
    program.write_text("int main( void ) { return undeclared; }\n")
    with pytest.raises(BuildFailed) as failed:
        firmware.build(program)
    assert str(failed.value).startswith(f"{program}: In function 'main'")
    (note,) = failed.value.__notes__
    assert "-ffunction-sections" in note


def test_warnings_of_the_own_file_are_passed_on_each_time(tmp_path: Path) -> None:
    program = tmp_path / "typing.c"
    program.write_text("int xSend( void );\nint main( void ) { return xSand(); }\n")
    warnings: list[str] = []
    for _ in range(2):
        with pytest.raises(BuildFailed, match="nothing defines xSand: write it, or name"):
            firmware.build(program, on_warnings=warnings.append)
    assert len(warnings) == 2
    assert all("did you mean 'xSend'?" in text for text in warnings)
    program.write_text("int main( void ) { return 0; }\n")
    firmware.build(program, on_warnings=warnings.append)
    assert len(warnings) == 2


@pytest.mark.parametrize("folder", ["common", "../common"])
def test_what_is_beside_a_users_program_is_not_compiled_with_it(
    tmp_path: Path, folder: str
) -> None:
    program = tmp_path / "program/alone.c"
    other = program.parent / folder / "other.c"
    other.parent.mkdir(parents=True)
    other.write_text("This is no C.\n")
    program.write_text("int main( void ) { return 0; }\n")
    assert firmware.build(program).is_file()


def test_only_what_changed_is_built_again(tmp_path: Path) -> None:
    program = tmp_path / "program/empty.c"
    program.parent.mkdir()
    program.write_text('#include "header.h"\nint main( void ) { return VALUE; }\n')
    header = tmp_path / "program/header.h"
    header.write_text("#define VALUE 1\n")
    first = firmware.build(program)
    built, text = first.stat().st_mtime_ns, first.read_bytes()

    assert firmware.build(program) == first
    assert first.stat().st_mtime_ns == built
    header.write_text("#define VALUE 2\n")
    assert firmware.build(program) == first
    assert first.read_bytes() != text


def test_an_option_that_a_file_does_not_see_compiles_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "_COMPILED", tmp_path / "cache")
    source = tmp_path / "a.c"
    source.write_text("int a(void) { return SEEN; }\n")
    objects = {}
    for option in ("-DSEEN=1", "-DUNSEEN=1 -DSEEN=1", "-DSEEN=2"):
        objects[option] = tmp_path / f"{len(objects)}.o"
        command = ["gcc", *option.split(), "-c", source, "-o", objects[option]]
        building.compile_file(command)
    environment = {**os.environ, "CCACHE_DIR": str(tmp_path / "cache")}
    said = subprocess.check_output(["ccache", "--print-stats"], env=environment, text=True)
    counts = dict(line.split("\t") for line in said.splitlines())
    assert (counts["preprocessed_cache_hit"], counts["cache_miss"]) == ("1", "2")
    first, same, other = (path.read_bytes() for path in objects.values())
    assert first == same != other


def test_without_a_cache_the_compiler_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cc").symlink_to("/bin/true")
    monkeypatch.setenv("PATH", str(tmp_path))
    building.compile_file(["cc"])
    assert building.cache_environment("any") == {}


def test_freertos_own_files_depend_on_the_configuration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(firmware, "BUILD", tmp_path)
    firmware.build(PROGRAM, defines=DEFINES)
    (note,) = (tmp_path / "objects").glob("heap_4-*.o.made")
    assert "firmware/board/include/FreeRTOSConfig.h" in note.read_text()


def test_files_that_all_programs_share_do_not_see_the_configuration() -> None:
    shared = [path for path in firmware.board_sources() if path.name in firmware.WITHOUT_OPTIONS]
    assert {path.name for path in shared} == {*firmware.WITHOUT_OPTIONS}
    include = (f"-I{firmware.BOARD / 'include'}", "-isystem", firmware.PICOLIBC / "include")
    for path in shared:
        assert "FreeRTOSConfig.h" not in building.execute(
            [firmware.compiler(), *include, "-M", path]
        )


def test_a_define_makes_another_program() -> None:
    plain = firmware.build(PROGRAM, defines=DEFINES)
    assert plain != firmware.build(PROGRAM, defines={**DEFINES, "configUSE_MUTEXES": "1"})
    assert plain == firmware.build(PROGRAM, defines=DEFINES)


def test_an_option_as_it_is_anyhow_makes_no_other_program() -> None:
    plain = firmware.build(PROGRAM, defines=DEFINES)
    assert plain == firmware.build(PROGRAM, defines={**DEFINES, "configUSE_MUTEXES": "0"})


def test_only_what_an_option_is_without_conditions_is_its_default(tmp_path: Path) -> None:
    configuration = tmp_path / "FreeRTOSConfig.h"
    configuration.write_text(
        "#ifndef configA\n    #define configA    1\n#endif\n"
        "#ifndef configB\n    #if configA\n        #define configB    1\n    #endif\n#endif\n"
        "#define configC    1\n"
    )
    options = {"configA": "1", "configB": "1", "configC": "1", "other": "1"}
    without = {name: value for name, value in options.items() if name != "configA"}
    assert freertos.unlike_defaults(options, configuration) == without
    assert freertos.unlike_defaults({"configA": "2"}, configuration) == {"configA": "2"}


def test_a_debugger_finds_every_source_wherever_the_program_was_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    source = Path("own.c")
    source.write_text((ROOT / "firmware/examples/first_program.c").read_text())
    elf = firmware.build(source.absolute())
    fresh = building.compile_object(
        [firmware.compiler(), *firmware.kernel_flags("freertos"), "-DFRESH"],
        freertos.provide() / "list.c",
        tmp_path,
    )
    linked = tmp_path / "fresh"
    link = [firmware.compiler(), "-march=rv32im", "-mabi=ilp32", "-nostdlib", fresh, "-o", linked]
    building.execute([*link, "-Wl,-e,0,--unresolved-symbols=ignore-all"])
    for program in (elf, linked):
        with opened(program) as file:
            units = [unit.get_top_DIE().attributes for unit in file.get_dwarf_info().iter_CUs()]
        texts = [[os.fsdecode(unit[f"DW_AT_{what}"].value) for what in PATH] for unit in units]
        # Those of the C library and of libgcc are in folders that were there when they were built.
        paths = [Path(folder) / name for folder, name in texts if Path(folder).is_absolute()]
        paths = [path for path in paths if "libgcc" not in path.parts]
        assert any("FreeRTOS-Kernel" in path.parts for path in paths)
        assert [path for path in paths if not path.is_file()] == []


def _labels(elf: Path) -> list[str]:
    with elf.open("rb") as file:
        symbols = ELFFile(file).get_section_by_name(".symtab").iter_symbols()
        return sorted(symbol.name for symbol in symbols if symbol.name.startswith("probe_"))


OF_SYSTEMS = {suite.name for system in systems.systems() for suite in system.simulated}
_BUILDS = {
    "O2": ("O2", OURS),
    "O2-others": ("O2", firmware.KERNELS.keys() - OURS),
    "O3": ("O3", firmware.KERNELS.keys()),
}


@pytest.mark.parametrize(
    ("name", "optimisation", "kernels"),
    [
        pytest.param(
            *(name, optimisation, kernels),
            id=f"{name}-{case}",
            marks=[] if case == "O2" and name not in OF_SYSTEMS else [pytest.mark.wide(each=6)],
        )
        for name in suites.SUITES
        for case, (optimisation, kernels) in _BUILDS.items()
        if list(suites.runs([name], kernels))
    ],
)
def test_every_metric_has_its_labels_once(name: str, optimisation: str, kernels: Set[str]) -> None:
    runs = list(suites.runs([name], kernels))
    for run in runs:
        if not firmware.fits(run.kernel, platforms.find("ibex")):
            continue  # the same programs
        labels = _labels(suites.build(run, optimisation=optimisation))
        stops = [f"probe_stop_{metric.label}" for metric in run.test.metrics]
        starts = [label for label in labels if label not in stops]
        assert sorted(label for label in labels if label in stops) == sorted(stops)
        assert sorted(label.rpartition("start_")[2] for label in starts) == sorted(
            metric.label for metric in run.test.metrics
        )


def test_what_runs_where() -> None:
    on = {
        kernel: {run.test.name for run in suites.runs(kernels=[kernel])} for kernel in suites.EVERY
    }
    everything = {test.name for suite in suites.SUITES.values() for test in suite.tests}
    # a tick that is the hardware's has no function to measure
    in_hardware = everything - {"tick-increment"}
    own = [
        test for system in systems.systems() for suite in system.simulated for test in suite.tests
    ]
    by_software = {
        kernel: everything - {test.name for test in own if kernel not in test.kernels}
        for kernel in ("freertos", "freertos-optimised")
    }
    assert on == {**by_software, "isochron": in_hardware}
