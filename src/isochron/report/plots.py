# SPDX-License-Identifier: Apache-2.0
"""The report's plots, as Plotly's own JSON: traces and layout. Colours of text and grid are set in
the page, which knows whether it is dark."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from isochron.report.series import Series
from isochron.report.text import UNIT_AXIS, axis
from isochron.results import Record

Plot = dict[str, Any]
RangeRow = tuple[str, Sequence[tuple[Series, float, float]]]
"""A name, and for each kernel its series and the two ends of its bar."""

Line = tuple[str, Sequence[float]]
"""A name, and a figure at each point."""

COLOURS = {
    "freertos": "#d9662b",
    "freertos-optimised": "#c79a1e",
    "isochron": "#12a594",
    "isochron-line": "#4c82f7",
    "isochron-software": "#e5484d",
    "hybrid": "#a259d9",
    "isochron-banked": "#8e4ec6",
    "hcm": "#12a594",
    "isochron-cfu": "#b4493f",
    "ucos2": "#4c82f7",
    "ucos2-layer": "#7aa5ff",
    "rtic": "#b7410e",
    "xilkernel-layer": "#5fb3a1",
    "published": "#8a949b",
}
"""By a series' key; readable on light and on dark ground."""
DASHES = ("solid", "dash", "dot")
ROW_HEIGHT = 48
"""Of a row of the overview, in pixels."""
GROUP_HEIGHT = 62
"""Of a group of bars, in pixels."""
FIELD_GAP = 0.03
"""Between two fields of a plot, of its width."""


def sweep(series: Sequence[Series]) -> Plot:
    """Median over the sweep for each kernel, with a band from the smallest to the largest."""
    traces = []
    for one in series:
        traces += [*_band(one), _line(one, one.label)]
    return {"data": traces, "layout": _layout(axis(series[0].sweep), UNIT_AXIS)}


def conditions(found: Mapping[str, Sequence[Series]]) -> Plot:
    """One sweep under several conditions: a kernel keeps its colour, a condition has its dash."""
    traces = [
        _line(one, f"{one.label}, {condition}", dash)
        for dash, (condition, series) in zip(DASHES, found.items(), strict=False)
        for one in series
    ]
    first = next(iter(found.values()))[0]
    return {"data": traces, "layout": _layout(axis(first.sweep), UNIT_AXIS)}


def against(
    points: Sequence[int], found: Mapping[str, Mapping[str, Line]], sweep: str, unit: str
) -> Plot:
    """Other figures than cycles over a sweep, by condition and by the kernel's key."""
    traces = [
        _trace(points, figures, key, f"{name}, {condition.lower()}", dash)
        for dash, (condition, lines) in zip(DASHES, found.items(), strict=False)
        for key, (name, figures) in lines.items()
    ]
    return {"data": traces, "layout": _layout(axis(sweep), unit)}


def histogram(series: Sequence[Series]) -> Plot:
    """How often each number of cycles was seen."""
    traces = []
    for one in series:
        counts = Counter(cycles for record in one.records for cycles in record.samples)
        traces.append(
            {
                "type": "bar",
                "name": one.label,
                "x": sorted(counts),
                "y": [counts[cycles] for cycles in sorted(counts)],
                "width": 0.9,
                "opacity": 0.8,
                "marker": {"color": COLOURS[one.key], "line": {"width": 0}},
                "hovertemplate": "%{x} cycles: %{y} samples",
            }
        )
    layout = _layout(UNIT_AXIS, "samples") | {"barmode": "overlay", "hovermode": "closest"}
    return {"data": traces, "layout": layout}


def bars(names: Sequence[str], series: Mapping[str, tuple[str, Sequence[Record | None]]]) -> Plot:
    """A group of bars for each name: means, with the standard deviation where there is one.

    ``series`` has, by label, a kernel and its records, one for each name.
    """
    traces = []
    for label, (kernel, records) in series.items():
        there = [(name, one) for name, one in zip(names, records, strict=True) if one]
        traces.append(
            {
                "type": "bar",
                "name": label,
                "x": [name for name, _ in there],
                "y": [one.mean for _, one in there],
                "error_y": {"type": "data", "array": [one.stddev for _, one in there]},
                "marker": {"color": COLOURS[kernel], "line": {"width": 0}},
                "hovertemplate": "%{y} instructions",
            }
        )
    layout = _layout("", "instructions") | {"barmode": "group"}
    layout["xaxis"] |= {"automargin": True}
    return {"data": traces, "layout": layout}


def grouped(
    names: Sequence[str],
    found: Mapping[str, Mapping[str, Sequence[float | None]]],
    labels: Mapping[str, str],
) -> Plot:
    """A field for each condition with a group of bars for each name; the scale is the same.

    ``found`` has, by condition and by the key of a colour, a figure for each name.
    """
    largest = max(one or 0 for field in found.values() for bars in field.values() for one in bars)
    layout = _layout(UNIT_AXIS, "") | {"barmode": "group", "hovermode": "closest"}
    layout["height"] = GROUP_HEIGHT * len(names) + 110
    layout["margin"] |= {"t": 30}
    layout["legend"] |= {"y": 1.05}
    layout["yaxis"] = {"autorange": "reversed", "automargin": True, "fixedrange": True}
    traces: list[Plot] = []
    width = (1 + FIELD_GAP) / len(found)
    for number, (condition, field) in enumerate(found.items()):
        axis_id = "x" if number == 0 else f"x{number + 1}"
        left = number * width
        layout[axis_id.replace("x", "xaxis")] = {
            "title": {"text": f"{condition}: {UNIT_AXIS}"},
            "domain": [left, left + width - FIELD_GAP],
            "range": [0, 1.15 * largest],
            "zeroline": False,
        }
        for key, figures in field.items():
            traces.append(
                {
                    "type": "bar",
                    "orientation": "h",
                    "name": labels[key],
                    "legendgroup": key,
                    "showlegend": all(trace["legendgroup"] != key for trace in traces),
                    "x": list(figures),
                    "y": list(names),
                    "xaxis": axis_id,
                    "text": [None if one is None else f"{one:g}" for one in figures],
                    "textposition": "outside",
                    "cliponaxis": False,
                    "marker": {"color": COLOURS[key], "line": {"width": 0}},
                    "hovertemplate": "%{x} cycles",
                }
            )
    return {"data": traces, "layout": layout}


def lines(x_title: str, y_title: str, found: Mapping[str, Mapping[int, float]]) -> Plot:
    """Figures over a number, a line for each name."""
    traces = [
        {
            "type": "scatter",
            "mode": "lines+markers",
            "name": name,
            "x": list(points),
            "y": list(points.values()),
            "line": {"color": colour, "width": 2.5},
        }
        for colour, (name, points) in zip(COLOURS.values(), found.items(), strict=False)
    ]
    return {"data": traces, "layout": _layout(x_title, y_title)}


def over_tasks(y_title: str, found: Mapping[str, Mapping[int, Record]]) -> Plot:
    """Figures over the number of tasks, doubled from mark to mark; a line for each name.

    Medians, with the smallest and the largest where they differ.
    """
    traces = []
    for colour, (name, points) in zip(COLOURS.values(), found.items(), strict=False):
        trace = {
            "type": "scatter",
            "mode": "lines+markers",
            "name": name,
            "x": list(points),
            "y": [one.median for one in points.values()],
            "line": {"color": colour, "width": 2.5},
        }
        if any(one.min != one.max for one in points.values()):
            trace["error_y"] = {
                "type": "data",
                "symmetric": False,
                "array": [one.max - one.median for one in points.values()],
                "arrayminus": [one.median - one.min for one in points.values()],
            }
        traces.append(trace)
    layout = _layout("tasks", y_title)
    counts = sorted({count for points in found.values() for count in points})
    layout["xaxis"] |= {"type": "log", "tickvals": counts, "ticktext": [str(n) for n in counts]}
    return {"data": traces, "layout": layout}


def kernel_bars(bars: Sequence[tuple[str, str, float]], unit: str) -> Plot:
    """A bar for each kernel: its key, its label and its figure."""
    layout = _layout("", "")
    layout["height"] = 28 * len(bars) + 60
    layout["showlegend"] = False
    layout["hovermode"] = "closest"
    layout["yaxis"] = {"autorange": "reversed", "automargin": True, "fixedrange": True}
    trace = {
        "type": "bar",
        "orientation": "h",
        "x": [figure for _, _, figure in bars],
        "y": [label for _, label, _ in bars],
        "text": [f"{figure:,.0f}" for _, _, figure in bars],
        "marker": {"color": [COLOURS[key] for key, _, _ in bars], "line": {"width": 0}},
        "hovertemplate": "%{x} " + unit.replace("-", " "),
    }
    return {"data": [trace], "layout": layout}


def kernel_lines(
    found: Sequence[tuple[str, str, Mapping[int, float]]],
    x_title: str,
    y_title: str,
    logarithmic: bool = False,
) -> Plot:
    """A line for each kernel: its key, its label and its figures; the published ones dashed."""
    traces = [
        _trace(list(points), list(points.values()), key, label,
               DASHES[1] if key == "published" else DASHES[0])
        | {"hovertemplate": "%{y}"}
        for key, label, points in found
    ]  # fmt: skip
    layout = _layout(x_title, y_title)
    if logarithmic:
        layout["yaxis"] |= {"type": "log", "rangemode": "normal"}
    return {"data": traces, "layout": layout}


def ranges(rows: Sequence[RangeRow]) -> Plot:
    """A row for each call: each kernel's bar from its best to its worst, a dot if constant."""
    traces = [_range_bars(key, rows) for key in COLOURS]
    layout = _layout(UNIT_AXIS, "")
    layout["height"] = ROW_HEIGHT * len(rows) + 60
    layout["showlegend"] = False
    layout["hovermode"] = "closest"
    layout["yaxis"] = {
        "tickvals": list(range(len(rows))),
        "ticktext": [name for name, _ in rows],
        "range": [len(rows) - 0.5, -0.5],
        "automargin": True,
        "zeroline": False,
        "showgrid": False,
        "fixedrange": True,
    }
    return {"data": [trace for trace in traces if trace["x"]], "layout": layout}


def _range_bars(key: str, rows: Sequence[RangeRow]) -> Plot:
    """One kernel's bars of every row, broken between the rows."""
    xs: list[float | None] = []
    ys: list[float | None] = []
    name = key
    for position, (_, entries) in enumerate(rows):
        for place, (one, low, high) in enumerate(entries):
            if one.key != key:
                continue
            name = one.label
            level = position + (place - (len(entries) - 1) / 2) * 0.24
            xs += [low, high, None]
            ys += [level, level, None]
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "name": name,
        "x": xs,
        "y": ys,
        "connectgaps": False,
        "cliponaxis": False,
        "line": {"color": COLOURS[key], "width": 7},
        "marker": {"color": COLOURS[key], "size": 10},
        "hovertemplate": "%{x} cycles",
    }


def _line(series: Series, name: str, dash: str = "solid") -> Plot:
    return _trace(series.points, series.medians, series.key, name, dash)


def _trace(
    x: Sequence[int | str | None], y: Sequence[float], key: str, name: str, dash: str
) -> Plot:
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "name": name,
        "x": list(x),
        "y": list(y),
        "line": {"color": COLOURS[key], "width": 2.5, "dash": dash},
        "marker": {"color": COLOURS[key], "size": 5},
        "hovertemplate": "%{y} cycles",
    }


def _band(series: Series) -> list[Plot]:
    """From the smallest to the largest sample of every point, if they differ anywhere."""
    if all(record.min == record.max for record in series.records):
        return []
    highs = [record.max for record in series.records]
    lows = [record.min for record in series.records]
    return [
        {
            "type": "scatter",
            "mode": "lines",
            "fill": "toself",
            "x": [*series.points, *reversed(series.points)],
            "y": [*highs, *reversed(lows)],
            "line": {"width": 0},
            "fillcolor": COLOURS[series.key],
            "opacity": 0.25,
            "hoverinfo": "skip",
            "showlegend": False,
        }
    ]


def _layout(x_title: str, y_title: str) -> Plot:
    return {
        "margin": {"l": 56, "r": 16, "t": 12, "b": 48},
        "height": 340,
        "hovermode": "x unified",
        "legend": {"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0},
        "xaxis": {"title": {"text": x_title}, "zeroline": False, "rangemode": "tozero"},
        "yaxis": {"title": {"text": y_title}, "rangemode": "tozero", "zeroline": False},
    }
