# SPDX-License-Identifier: Apache-2.0
"""The papers' figures."""

from isochron import published, suites


def test_figures_load_and_have_a_source():
    assert published.figures()
    for key, figure in published.figures().items():
        assert key == figure.key
        assert figure.file
        assert figure.where
        assert figure.unit


def test_every_figure_named_by_a_metric_belongs_to_one_of_a_suite():
    ours = {
        f"{suite.paper}/{test.name}/{metric.name}"
        for suite in suites.SUITES.values()
        for test in suite.tests
        for metric in test.metrics
    }
    papers = {suite.paper for suite in suites.SUITES.values()}
    named = [key for key in published.figures() if key.count("/") == 2]
    theirs = {key for key in named if key.partition("/")[0] in papers}
    assert theirs
    assert theirs <= ours


def test_jitter_is_the_difference_where_both_ends_are_stated():
    for figure in published.figures().values():
        if {"min", "max", "jitter"} <= figure.stock.keys():
            assert figure.stock["max"] - figure.stock["min"] == figure.stock["jitter"]


def test_only_their_two_kernels_have_figures():
    figure = published.find("accelerated", "semaphore-2", "wait-block")
    assert figure.values_for("freertos") == figure.stock
    assert figure.values_for("isochron") == figure.theirs
    assert figure.values_for("freertos-optimised") is None
    assert published.find(None, "tick", "tick-stolen") is None
