# SPDX-License-Identifier: Apache-2.0
"""What runs in a browser: the simulator as WebAssembly does what the native one does, and the page
shows it."""

import json
import subprocess
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import web_driver
from typer.testing import CliRunner

from isochron import cli
from isochron.browser import build, programs
from isochron.building import simulator_build
from isochron.building.symbols import address_of
from isochron.paths import ROOT
from isochron.running import simulator
from isochron.tracing import reader
from isochron.tracing.events import Begin, End
from isochron.tracing.timeline import READY, RUNNING, Track

SCRIPT = Path(__file__).with_name("browser.js")
PAGE = ROOT / "docs/try.md"
MOST_BYTES = 2_000_000
FUNCTIONS = (
    *("xQueueSemaphoreTake", "xQueueGenericSend", "xQueueReceive", "vTaskDelay", "xTaskCreate"),
    *("vTaskSuspend", "xTaskGetTickCount"),
)
PROGRAMS = {program.name: program for program in programs.programs()}
STATES = (RUNNING, READY)

Slices = Mapping[str, Sequence[tuple[str, int, int]]]
"""What there is on each track: its name, its first cycle, and the one behind its last."""


@pytest.fixture(scope="module")
def compiled() -> Path:
    """The simulator for browsers."""
    if missing := build.why_not():
        pytest.skip(missing)
    return build.build()


def in_node(compiled: Path, elf: Path) -> dict[str, Any]:
    """Return what a page would be told of a run, and the trace that it would offer."""
    command = ["node", SCRIPT, compiled, build.FOLDER, elf, *FUNCTIONS]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def natively(elf: Path, folder: Path) -> dict[str, Any]:
    """Return what the native simulator tells."""
    records, trace = folder / "records", folder / "trace"
    command = [simulator_build.build("ibex"), "--elf", elf, "--probe-file", records]
    command += ["--trace-file", trace]
    command += [word for name in FUNCTIONS for word in ("--trace-function", name)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return {
        "code": done.returncode,
        "output": done.stdout.splitlines(),
        "errors": done.stderr.splitlines(),
        "records": _read(records),
        "trace": _read(trace),
    }


def _read(file: Path) -> Sequence[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def shown_by_the_page(perfetto: Mapping[str, Any]) -> Slices:
    """Return what is in a trace of the page: which tasks run and are ready, and calls."""
    events = perfetto["traceEvents"]
    tracks = {
        event["tid"]: event["args"]["name"] for event in events if event["name"] == "thread_name"
    }
    slices = defaultdict(list)
    for event in events:
        name = tracks.get(event["tid"], "")
        if event["ph"] == "X" and (event["name"] in STATES or name.endswith(": calls")):
            begin, cycles = round(event["ts"] * 1000), round(event["dur"] * 1000)
            slices[name].append((event["name"], begin, begin + cycles))
    return {name: sorted(of) for name, of in slices.items()}


def shown_by_the_laboratory(trace: Sequence[dict[str, Any]]) -> Slices:
    """Return the same of what `isochron run --trace` writes."""
    slices = defaultdict(list)
    open_slices: dict[Track, list[Begin]] = defaultdict(list)
    for track, event in reader.follow({**record} for record in trace):
        if isinstance(event, Begin):
            open_slices[track].append(event)
        elif isinstance(event, End):
            begun = open_slices[track].pop()
            if begun.name in STATES or track.name.endswith(": calls"):
                slices[track.name].append((begun.name, begun.cycle, event.cycle))
    return {name: sorted(of) for name, of in slices.items()}


@pytest.mark.wide(each=5)
@pytest.mark.parametrize("kernel", programs.KERNELS)
@pytest.mark.parametrize("name", ["first_program", "crowd"])
def test_a_program_does_the_same_in_the_same_cycles(
    name: str, kernel: str, compiled: Path, tmp_path: Path
) -> None:
    elf = tmp_path / "program.elf"
    programs.stripped(PROGRAMS[name].build(kernel), elf)
    for word in PROGRAMS[name].words:
        offset, _ = programs.place_of(elf, word.variable)
        content = bytearray(elf.read_bytes())
        content[offset : offset + 4] = word.most.to_bytes(4, "little")
        elf.write_bytes(content)
    expected = natively(elf, tmp_path)
    assert expected["code"] == 0
    told = in_node(compiled, elf)
    assert told["run"] == expected
    ours, theirs = shown_by_the_page(told["perfetto"]), shown_by_the_laboratory(expected["trace"])
    named = [name for name in theirs if not name.startswith("task 0x")]  # the idle task
    assert len(named) >= 4
    for track in named:
        assert ours[track] == theirs[track], track


@pytest.mark.wide(each=3)
@pytest.mark.parametrize("kernel", programs.KERNELS)
def test_the_cycles_of_calls_are_those_of_the_profile(kernel: str, compiled: Path) -> None:
    elf = PROGRAMS["first_program"].build(kernel)
    calls = ("xQueueSemaphoreTake", "xQueueGenericSend", "vTaskDelay")
    profile = [hex(address_of(elf, name)) for name in calls]
    expected = defaultdict(list)
    for call in simulator.run(elf, profile=profile).profiled:
        expected[calls[call.item]].append(call.own)
    told = in_node(compiled, elf)["measured"]
    for name in calls:
        cycles = expected[name]
        assert told[name] == {"times": len(cycles), "least": min(cycles), "most": max(cycles)}


@pytest.fixture(scope="module")
def browser(
    compiled: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[web_driver.Browser]:
    """The page as the site has it, without the site around it, in Chromium."""
    if missing := web_driver.why_not():
        pytest.skip(missing)
    folder = tmp_path_factory.mktemp("site")
    done = CliRunner().invoke(cli.app, ["export", "browser", "-o", str(folder / "try")])
    assert done.exit_code == 0, done.output
    _, begin, rest = PAGE.read_text().partition("<div")
    page, end, _ = rest.rpartition("</script>")
    (folder / "index.html").write_text(f"<!doctype html><title>Try it</title>{begin}{page}{end}")
    with web_driver.served(folder) as address, web_driver.chromium() as browser:
        browser.open(f"{address}/index.html")
        yield browser


def ended(browser: web_driver.Browser) -> dict[str, list[str]]:
    """Return the page's table of cycles by name, when all kernels have ended."""
    browser.wait("document.querySelector('#try a[download]:not([hidden])') !== null")
    rows = browser.of(
        "[...document.querySelectorAll('#try tbody tr')]"
        ".map((row) => [...row.cells].map((cell) => cell.innerText.trim()))"
    )
    return {name: cells for name, *cells in rows}


@pytest.mark.wide
def test_the_page_runs_its_first_program_on_all_kernels(
    browser: web_driver.Browser, tmp_path: Path
) -> None:
    first, *_ = PROGRAMS.values()
    calls = ended(browser)
    assert {"xQueueSemaphoreTake", "xQueueGenericSend", "vTaskDelay"} <= {*calls}
    boxes = browser.of("[...document.querySelectorAll('.kernels > *')].map((box) => box.innerText)")
    for kernel, box in zip(programs.KERNELS, boxes, strict=True):
        expected = natively(first.build(kernel), tmp_path)
        assert expected["output"]
        for line in expected["output"]:
            assert line in box
        (end,) = (record for record in expected["records"] if record["record"] == "end")
        assert f"{end['cycles']:,} cycles" in box
    drawn = "[...document.querySelectorAll('#try canvas')].map((canvas) => canvas.height)"
    assert min(browser.of(drawn)) > 60  # a row for each of some tasks
    loaded = browser.of(
        "performance.getEntriesByType('resource')"
        ".reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)"
    )
    worker = sum(
        browser.of(f"fetch('try/{name}').then((a) => a.blob()).then((b) => b.size)")
        for name in ("simulator.js", "run.js")
    )
    assert 0 < loaded + worker <= MOST_BYTES


@pytest.mark.wide
def test_sliders_change_what_freertos_takes_and_not_isochron(browser: web_driver.Browser) -> None:
    browser.of(
        "(([choice]) => { choice.value = [...choice.options].findIndex((one) => "
        "one.textContent === 'Calls beside other tasks'); choice.onchange(); })"
        "(document.querySelectorAll('#try select'))"
    )
    before = ended(browser)
    browser.of(
        "document.querySelectorAll('#try input').forEach((input) => "
        "{ input.value = input.max; input.onchange(); })"
    )
    after = ended(browser)
    # kernels whose cycles grow: the port's bitmap does not depend on the priorities
    grow = {"measured: wait": {"freertos"}, "measured: delay": {"freertos", "freertos-optimised"}}
    for name, kernels in grow.items():
        few, many = ([int(text) for text in of[name][1:]] for of in (before, after))
        changed = dict(zip(programs.KERNELS, zip(few, many, strict=True), strict=True))
        assert {kernel for kernel, (less, more) in changed.items() if more > less} == kernels
        assert {kernel for kernel, (less, more) in changed.items() if more != less} == kernels


def test_the_words_of_a_program_are_in_its_files(tmp_path: Path) -> None:
    elf = tmp_path / "program.elf"
    for program in PROGRAMS.values():
        for word in program.words:
            programs.stripped(program.build("isochron"), elf)
            _, value = programs.place_of(elf, word.variable)
            assert word.least <= value <= word.most
