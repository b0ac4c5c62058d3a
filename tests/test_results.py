# SPDX-License-Identifier: Apache-2.0
"""Records, their statistics, and the results file."""

import json
from dataclasses import fields, replace
from pathlib import Path

import jsonschema
import pytest
import synthetic

from isochron import bench, published, results
from isochron.paths import ROOT
from isochron.running.samples import Sample

SOURCE = results.Source("accelerated", "garcia-martinez", "ibex", "freertos", "none", None, "O2")
SCHEMA_PAGE = ROOT / "docs/reference/results-schema.md"


def sample(cycles: int, off: int = 10, drop: int = 1) -> Sample:
    return Sample("semaphore-2", "wait-block", cycles, off, 2 * off, {"priority_drop": drop})


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> str:
    measured = synthetic.results(bench.plan(["semaphore-2"], platforms=["ibex"]))
    return results.save(measured, tmp_path_factory.mktemp("results")).read_text()


@pytest.fixture
def document(saved: str) -> dict:
    return json.loads(saved)


def test_statistics_of_one_point():
    (record,) = results.summarise(SOURCE, [sample(4, 7), sample(1, 9), sample(3, 8), sample(4, 1)])
    assert (record.n, record.min, record.median, record.max) == (4, 1, 3.5, 4)
    assert record.mean == 3
    assert record.stddev == 1.225  # of the whole population: sqrt(6 / 4)
    assert (record.interrupts_off_max, record.interrupts_off_total) == (9, 18)
    assert record.samples == [4, 1, 3, 4]
    assert record.parameters == {"priority_drop": 1, "optimisation": "O2"}


def test_points_of_a_sweep_are_apart():
    points = results.summarise(SOURCE, [sample(1, drop=1), sample(5, drop=2), sample(2, drop=1)])
    assert [(p.parameters["priority_drop"], p.samples) for p in points] == [(1, [1, 2]), (2, [5])]


def test_a_stock_record_carries_the_papers_stock_figures():
    (record,) = results.summarise(SOURCE, [sample(1)])
    assert record.published == {
        "paper": "000",
        "where": "4.1, figure 4.1",
        "values": dict(published.find("accelerated", "semaphore-2", "wait-block").stock),
    }


def test_a_metric_that_no_paper_has_carries_none():
    (record,) = results.summarise(SOURCE, [Sample("tick", "tick-stolen", 1, 0, 0, {})])
    assert record.published is None


def test_saved_results_load_as_they_were(tmp_path: Path):
    measured = synthetic.results()
    assert results.load(results.save(measured, tmp_path)) == measured


def test_names_of_the_version_before_are_read(tmp_path: Path):
    path = results.save(synthetic.results(), tmp_path)
    document = json.loads(path.read_text())
    old = {"suite": "hcm", "kernel": "isochron-banked", "attachment": "banked"}
    document["records"] = [{**document["records"][0], **old}]
    path.write_text(json.dumps(document))
    (record,) = results.load(path).records
    assert (record.suite, record.kernel, record.attachment) == (
        *("gic", "isochron-contexts", "contexts"),
    )


def test_a_wrong_record_is_not_written(tmp_path: Path):
    (record,) = results.summarise(SOURCE, [sample(1)])
    wrong = results.Results({}, [replace(record, unit="Clock cycles")])
    with pytest.raises(jsonschema.ValidationError):
        results.save(wrong, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_every_record_is_one_line(tmp_path: Path):
    measured = synthetic.results()
    lines = results.save(measured, tmp_path).read_text().splitlines()
    assert sum(line.startswith('{"paper"') for line in lines) == len(measured.records)


@pytest.mark.parametrize("name", [field.name for field in fields(results.Record)])
def test_the_schema_wants_every_member(document: dict, name: str):
    del document["records"][0][name]
    with pytest.raises(jsonschema.ValidationError):
        results.validate(document)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("n", 0),
        ("min", 1.5),
        ("samples", []),
        ("metric", "wait_block"),
        ("attachment", "wire"),
        ("parameters", {"priority_drop": 1}),
        ("surprise", 1),
    ],
)
def test_the_schema_refuses(document: dict, name: str, value: object):
    document["records"][0][name] = value
    with pytest.raises(jsonschema.ValidationError):
        results.validate(document)


def test_silicon_has_clocks_with_a_fraction_and_no_compiler(tmp_path: Path):
    records = synthetic.silicon("full", 32, targets=("ecp5",))
    measured = results.Results(synthetic.VERSIONS, records)
    assert results.load(results.save(measured, tmp_path)) == measured
    assert {record.unit for record in records} == {"lut4", "comb", "ff", "ram_bits", "mhz"}


def test_the_page_describes_every_member():
    page = SCHEMA_PAGE.read_text()
    missing = [f.name for f in fields(results.Record) if f"`{f.name}`" not in page]
    assert not missing


@pytest.mark.parametrize("text", ["", "[]", "{", '{"schema": 0, "versions": {}, "records": []}'])
def test_a_wrong_file_is_refused_with_its_name(tmp_path: Path, text: str):
    path = tmp_path / "results.json"
    path.write_text(text)
    with pytest.raises(results.WrongResults, match=r"results\.json.*isochron bench"):
        results.load(path)


def test_a_missing_file_says_how_to_make_it(tmp_path: Path):
    with pytest.raises(results.WrongResults, match="isochron bench"):
        results.load(tmp_path / "results.json")
