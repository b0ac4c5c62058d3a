# SPDX-License-Identifier: Apache-2.0
"""The report's plots, as Plotly's own JSON: traces and layout. Colours of text and grid are set in
the page, which knows whether it is dark."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from isochron.building import firmware
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
    "freertos-short-tick": "#8f7d3a",
    "isochron": "#12a594",
    "isochron-line": "#4c82f7",
    "isochron-software": "#e5484d",
    "isochron-tickless": "#e8a33d",
    "freertos-optimised-software-on-freertos": "#a8442f",
    "freertos-optimised-tickless-on-freertos": "#8f7d3a",
    **{kernel.name: kernel.colour for kernel in firmware.KERNELS.values() if kernel.colour},
    "isochron-contexts": "#8e4ec6",
    "isochron-contexts-line": "#c06fb5",
    "gic": "#12a594",
    "isochron-cfu": "#b4493f",
    "ucos2": "#4c82f7",
    "ucos2-layer": "#7aa5ff",
    "rtic": "#b7410e",
    "threadx": "#d6409f",
    "xilkernel-layer": "#5fb3a1",
    "published": "#8a949b",
}
"""By a series' key; readable on light and on dark ground."""
LEGEND_LINE = 20
"""Height of a name in a legend."""
DASHES = ("solid", "dash", "dot", "dashdot")
ROW_HEIGHT = 48
"""Of a row of the overview, in pixels."""
GROUP_HEIGHT = 62
"""Of a group of bars, in pixels."""
DOWNWARDS = {"autorange": "reversed", "automargin": True, "fixedrange": True}
"""An axis with its names from the top."""
FIELD_GAP = 0.03
"""Between two fields of a plot, of its width."""


def sweep(series: Sequence[Series], others: Mapping[str, Sequence[Series]] | None = None) -> Plot:
    """Median over the sweep for each kernel, with a band from the smallest to the largest.

    ``others`` are dashed medians under further conditions, by the condition's name.
    """
    traces = [trace for entry in series for trace in (*_band(entry), _line(entry, entry.label))]
    traces += [
        _line(entry, f"{entry.label}, {condition}", "dash")
        for condition, further in (others or {}).items()
        for entry in further
    ]
    return _plot(traces, axis(series[0].sweep), UNIT_AXIS)


def conditions(by_condition: Mapping[str, Sequence[Series]]) -> Plot:
    """One sweep under several conditions: a kernel keeps its colour, a condition has its dash."""
    traces = [
        _line(entry, f"{entry.label}, {condition}", dash)
        for dash, (condition, series) in zip(DASHES, by_condition.items(), strict=False)
        for entry in series
    ]
    first = next(iter(by_condition.values()))[0]
    return _plot(traces, axis(first.sweep), UNIT_AXIS)


def against(
    points: Sequence[int], by_name: Mapping[str, Mapping[str, Line]], sweep: str, unit: str
) -> Plot:
    """Other figures than cycles over a sweep, by condition and by the kernel's key."""
    traces = [
        _trace(points, figures, key, f"{name}, {condition.lower()}", dash)
        for dash, (condition, lines) in zip(DASHES, by_name.items(), strict=False)
        for key, (name, figures) in lines.items()
    ]
    return _plot(traces, axis(sweep), unit, {"height": 260 + LEGEND_LINE * len(traces)})


def histogram(series: Sequence[Series]) -> Plot:
    """How often each number of cycles was seen."""
    traces = []
    for entry in series:
        counts = Counter(cycles for record in entry.records for cycles in record.samples)
        seen = sorted(counts)
        bar = _bar(entry.label, seen, [counts[cycles] for cycles in seen], COLOURS[entry.key])
        shown = {"hovertemplate": "%{x} cycles: %{y} samples"}
        traces.append(bar | shown | {"width": 0.9, "opacity": 0.8})
    layout = {"barmode": "overlay", "hovermode": "closest"}
    return _plot(traces, UNIT_AXIS, "samples", layout)


def bars(names: Sequence[str], series: Mapping[str, tuple[str, Sequence[Record | None]]]) -> Plot:
    """A group of bars for each name: means, with the standard deviation where there is one.

    ``series`` has, by label, a kernel and its records, one for each name.
    """
    traces = []
    for label, (kernel, records) in series.items():
        present = [(name, record) for name, record in zip(names, records, strict=True) if record]
        bar = _bar(label, [name for name, _ in present], [record.mean for _, record in present],
                   COLOURS[kernel])  # fmt: skip
        deviations = {"type": "data", "array": [record.stddev for _, record in present]}
        traces.append(bar | {"error_y": deviations, "hovertemplate": "%{y} instructions"})
    plot = _plot(traces, "", "instructions", {"barmode": "group"})
    plot["layout"]["xaxis"] |= {"automargin": True}
    return plot


def grouped(
    names: Sequence[str],
    fields: Mapping[str, Mapping[str, Sequence[float | None]]],
    labels: Mapping[str, str],
) -> Plot:
    """A field for each condition with a group of bars for each name; the scale is the same.

    ``found`` has, by condition and by the key of a colour, a figure for each name.
    """
    largest = max(
        value or 0 for field in fields.values() for bars in field.values() for value in bars
    )
    plot = _plot([], UNIT_AXIS, "", {"barmode": "group", "hovermode": "closest"})
    layout, traces = plot["layout"], plot["data"]
    layout["height"] = GROUP_HEIGHT * len(names) + 110
    layout["margin"] |= {"t": 30}
    layout["legend"] |= {"y": 1.05}
    layout["yaxis"] = DOWNWARDS
    width = (1 + FIELD_GAP) / len(fields)
    for number, (condition, field) in enumerate(fields.items()):
        axis_id = "x" if number == 0 else f"x{number + 1}"
        left = number * width
        layout[axis_id.replace("x", "xaxis")] = {
            "title": {"text": f"{condition}: {UNIT_AXIS}"},
            "domain": [left, left + width - FIELD_GAP],
            "range": [0, 1.15 * largest],
            "zeroline": False,
        }
        for key, figures in field.items():
            shown = {
                "orientation": "h",
                "legendgroup": key,
                "showlegend": all(trace["legendgroup"] != key for trace in traces),
                "xaxis": axis_id,
                "text": [None if figure is None else f"{figure:g}" for figure in figures],
                "textposition": "outside",
                "cliponaxis": False,
                "hovertemplate": "%{x} cycles",
            }
            traces.append(_bar(labels[key], figures, names, COLOURS[key]) | shown)
    return plot


def lines(x_title: str, y_title: str, by_name: Mapping[str, Mapping[int, float]]) -> Plot:
    """Figures over a number, a line for each name."""
    traces = [
        _scatter(name, list(points), list(points.values()), colour)
        for colour, (name, points) in zip(COLOURS.values(), by_name.items(), strict=False)
    ]
    return _plot(traces, x_title, y_title)


def over_tasks(y_title: str, by_name: Mapping[str, Mapping[int, Record]]) -> Plot:
    """Figures over the number of tasks, doubled from mark to mark; a line for each name.

    Medians, with the smallest and the largest where they differ.
    """
    medians = {
        name: {count: record.median for count, record in points.items()}
        for name, points in by_name.items()
    }
    plot = lines("tasks", y_title, medians)
    for trace, points in zip(plot["data"], by_name.values(), strict=False):
        if any(point.min != point.max for point in points.values()):
            trace["error_y"] = {
                "type": "data",
                "symmetric": False,
                "array": [point.max - point.median for point in points.values()],
                "arrayminus": [point.median - point.min for point in points.values()],
            }
    counts = sorted({count for points in by_name.values() for count in points})
    marks = {"type": "log", "tickvals": counts, "ticktext": [str(n) for n in counts]}
    plot["layout"]["xaxis"] |= marks
    return plot


def kernel_bars(bars: Sequence[tuple[str, str, float]], unit: str) -> Plot:
    """A bar for each kernel: its key, its label and its figure."""
    keys, labels, figures = zip(*bars, strict=True) if bars else ((), (), ())
    trace = _bar("", figures, labels, [COLOURS[key] for key in keys]) | {
        "orientation": "h",
        "text": [f"{figure:,.0f}" for figure in figures],
        "hovertemplate": "%{x} " + unit.replace("-", " "),
    }
    del trace["name"]
    height = 28 * len(bars) + 60
    layout = {"height": height, "showlegend": False, "hovermode": "closest", "yaxis": DOWNWARDS}
    return _plot([trace], "", "", layout)


def kernel_lines(
    drawn: Sequence[tuple[str, str, Mapping[int, float] | Mapping[float, float]]],
    x_title: str,
    y_title: str,
    logarithmic: bool = False,
) -> Plot:
    """A line for each kernel: its key, its label and its figures; the published ones dashed."""
    traces = [
        _trace(list(points), list(points.values()), key, label, DASHES[key == "published"])
        | {"hovertemplate": "%{y}"}
        for key, label, points in drawn
    ]
    plot = _plot(traces, x_title, y_title)
    if logarithmic:
        plot["layout"]["yaxis"] |= {"type": "log", "rangemode": "normal"}
    return plot


def stacked_bars(
    names: Sequence[str],
    parts: Mapping[str, tuple[str, Sequence[float]]],
    marks: tuple[str, Mapping[str, float]],
    notes: Mapping[str, str],
    x_title: str,
) -> Plot:
    """A bar of several parts for each name, up to or beyond a line at 1.

    Args:
        parts: by label, a colour and a figure for each name.
        marks: a label, and where names have a mark.
        notes: what stands in the place of a bar.
    """
    traces = [
        _bar(label, figures, names, colour) | {"orientation": "h", "hovertemplate": "%{x:.3f}"}
        for label, (colour, figures) in parts.items()
    ]
    label, points = marks
    if points:
        mark = _scatter(label, list(points.values()), list(points), COLOURS["isochron"])
        marker = {"color": COLOURS["isochron"], "symbol": "line-ns-open", "size": 18}
        marker |= {"line": {"width": 3}}
        traces.append(mark | {"mode": "markers", "marker": marker, "hovertemplate": "%{x:.3f}"})
    line = {"width": 1, "color": COLOURS["published"]}
    limit = {"type": "line", "x0": 1, "x1": 1, "y0": 0, "y1": 1, "yref": "paper", "line": line}
    texts = [
        {"x": 0.02, "y": name, "text": text, "showarrow": False, "xanchor": "left"}
        for name, text in notes.items()
    ]
    layout = {"barmode": "relative", "shapes": [limit], "annotations": texts}
    return _plot(traces, x_title, "", _rows(len(names)) | layout)


def spans(
    names: Sequence[str],
    groups: Mapping[str, tuple[str, Sequence[tuple[str, float, float]]]],
    x_title: str,
) -> Plot:
    """A row of lines for each name; by label a colour and the lines: name, begin, end."""
    traces = []
    for label, (colour, lines) in groups.items():
        xs: list[float | None] = []
        ys: list[str | None] = []
        for name, begin, end in lines:
            xs += [begin, end, None]
            ys += [name, name, None]
        line = {"mode": "lines", "connectgaps": False, "line": {"color": colour, "width": 9}}
        traces.append(_scatter(label, xs, ys, colour) | line | {"hovertemplate": "%{x} cycles"})
    layout = _rows(len(names))
    layout["yaxis"] |= {"categoryorder": "array", "categoryarray": list(names)}
    return _plot(traces, x_title, "", layout)


def _rows(count: int) -> Plot:
    """The layout of so many rows with names."""
    return {"height": 32 * count + 110, "hovermode": "closest", "yaxis": dict(DOWNWARDS)}


def ranges(rows: Sequence[RangeRow]) -> Plot:
    """A row for each call: each kernel's bar from its best to its worst, a dot if constant."""
    traces = [_range_bars(key, rows) for key in COLOURS]
    layout = {
        "height": ROW_HEIGHT * len(rows) + 60,
        "showlegend": False,
        "hovermode": "closest",
        "yaxis": {
            "tickvals": list(range(len(rows))),
            "ticktext": [name for name, _ in rows],
            "range": [len(rows) - 0.5, -0.5],
            "automargin": True,
            "zeroline": False,
            "showgrid": False,
            "fixedrange": True,
        },
    }
    return _plot([trace for trace in traces if trace["x"]], UNIT_AXIS, "", layout)


def _range_bars(key: str, rows: Sequence[RangeRow]) -> Plot:
    """One kernel's bars of every row, broken between the rows."""
    xs: list[float | None] = []
    ys: list[float | None] = []
    name = key
    for position, (_, entries) in enumerate(rows):
        for place, (entry, low, high) in enumerate(entries):
            if entry.key != key:
                continue
            name = entry.label
            level = position + (place - (len(entries) - 1) / 2) * 0.24
            xs += [low, high, None]
            ys += [level, level, None]
    return _scatter(name, xs, ys, COLOURS[key]) | {
        "connectgaps": False,
        "cliponaxis": False,
        "line": {"color": COLOURS[key], "width": 7},
        "marker": {"color": COLOURS[key], "size": 10},
        "hovertemplate": "%{x} cycles",
    }


def _line(series: Series, name: str, dash: str = "solid") -> Plot:
    return _trace(series.points, series.medians, series.key, name, dash)


def _trace(
    x: Sequence[float | str | None], y: Sequence[float], key: str, name: str, dash: str
) -> Plot:
    trace = _scatter(name, x, y, COLOURS[key])
    trace["line"]["dash"] = dash
    return trace | {
        "marker": {"color": COLOURS[key], "size": 5},
        "hovertemplate": "%{y} cycles",
    }


def _scatter(name: str, x: Sequence[Any], y: Sequence[Any], colour: str) -> Plot:
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "name": name,
        "x": list(x),
        "y": list(y),
        "line": {"color": colour, "width": 2.5},
    }


def _bar(name: str, x: Sequence[Any], y: Sequence[Any], colour: str | list[str]) -> Plot:
    return {
        "type": "bar",
        "name": name,
        "x": list(x),
        "y": list(y),
        "marker": {"color": colour, "line": {"width": 0}},
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


def _plot(
    traces: list[Plot], x_title: str, y_title: str, layout: Mapping[str, Any] | None = None
) -> Plot:
    usual = {
        "margin": {"l": 56, "r": 16, "t": 12, "b": 48},
        "height": 340,
        "hovermode": "x unified",
        "legend": {"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0},
        "xaxis": {"title": {"text": x_title}, "zeroline": False, "rangemode": "tozero"},
        "yaxis": {"title": {"text": y_title}, "rangemode": "tozero", "zeroline": False},
    }
    return {"data": traces, "layout": usual | dict(layout or {})}
