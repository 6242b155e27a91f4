"""Charts by Plotly: one page that needs nothing from the net, to zoom into and to point at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from slidelab.lab.plots.measures import INK, Band, Groups, Points, asks_for_log, colour, cycle

symbol = cycle("circle", "square", "triangle-up", "diamond", "triangle-down", "cross", "x", "star")
dash = cycle("solid", "dash", "dashdot", "dot")
pattern = cycle("", "/", ".", "\\", "x", "-", "+", "|")

_MOST_POINTS = 2000


def write(figure: Any, path: Path) -> None:
    figure.write_html(path, include_plotlyjs=True)


def lines(
    curves: Mapping[str, Points],
    x_label: str,
    y_label: str,
    title: str,
    point_names: Mapping[str, Sequence[str]],
) -> Any:
    """One line for each series."""
    # Plotly is loaded by name, since it tells type checkers nothing.
    figure = import_module("plotly.graph_objects").Figure()
    for number, (name, points) in enumerate(curves.items()):
        xs, ys = zip(*points, strict=True)
        look = _style_line(number, 7) | {"text": point_names.get(name), "textposition": "top right"}
        if name in point_names:
            look["mode"] += "+text"
        figure.add_scatter(x=xs, y=ys, name=name, **look)
    heights = [y for points in curves.values() for _, y in points]
    log = asks_for_log(heights) and min(heights) > 0
    _finish(figure, title)
    figure.update_xaxes(title=x_label, showgrid=True)
    figure.update_yaxes(title=y_label, showgrid=True, type="log" if log else "linear")
    return figure


def bands(charts: Mapping[str, Mapping[str, Band]], x_label: str, title: str, note: str) -> Any:
    """One chart of lines with bands for each label, one below the other."""
    figure = _stack_charts(charts, 0.3 / len(charts))
    for row, curves in enumerate(charts.values(), start=1):
        for number, (name, band) in enumerate(curves.items()):
            if band:
                _draw_band(figure, row, number, name, band)
        every = [value for band in curves.values() for _, *values in band for value in values]
        log = asks_for_log(every) and min(every) > 0
        figure.update_xaxes(row=row, col=1, title=x_label, showgrid=True)
        figure.update_yaxes(row=row, col=1, type="log" if log else "linear", showgrid=True)
    _finish(figure, f"{title}<br><sub>{note}</sub>", height=140 + 340 * len(charts))
    return figure


def _draw_band(figure: Any, row: int, number: int, name: str, band: Band) -> None:
    xs, lows, middles, highs = zip(*band, strict=True)
    place = {"row": row, "col": 1, "legendgroup": name, "name": name}
    edge = place | {"mode": "lines", "line": {"width": 0}, "showlegend": False, "hoverinfo": "skip"}
    red, green, blue = (int(colour(number)[at : at + 2], 16) for at in (1, 3, 5))
    figure.add_scatter(x=xs, y=lows, **edge)
    fill = {"fill": "tonexty", "fillcolor": f"rgba({red},{green},{blue},0.15)"}
    figure.add_scatter(x=xs, y=highs, **edge, **fill)
    figure.add_scatter(x=xs, y=middles, **place, showlegend=row == 1, **_style_line(number, 6))


def _style_line(number: int, size: int) -> dict[str, Any]:
    """How a line is drawn."""
    line = {"color": colour(number), "dash": dash(number)}
    return {
        "mode": "lines+markers",
        "line": line,
        "marker": {"symbol": symbol(number), "size": size},
    }


def sheet(charts: Mapping[str, Groups], title: str, note: str) -> Any:
    """One chart of distributions for each label, one below the other."""
    most = max(map(len, charts.values()))
    figure = _stack_charts(charts, 0.22 / max(len(charts), 2))
    for row, chart in enumerate(charts.values(), start=1):
        groups = {name.replace("\n", " "): values for name, values in chart.items()}
        every = [value for values in groups.values() for value in values]
        log = asks_for_log(every)
        for number, (name, values) in enumerate(groups.items()):
            _draw_values(figure, row, number, name, values, log)
        figure.update_xaxes(row=row, col=1, type="log" if log else "linear", showgrid=True)
        rows = {"type": "category", "categoryorder": "array", "categoryarray": list(groups)}
        figure.update_yaxes(row=row, col=1, autorange="reversed", **rows)
    heading = title if not note else f"{title}<br><sub>{note}</sub>"
    _finish(figure, heading, height=140 + len(charts) * (90 + 34 * most), showlegend=False)
    return figure


def _stack_charts(charts: Mapping[str, object], spacing: float) -> Any:
    return import_module("plotly.subplots").make_subplots(
        rows=len(charts), cols=1, subplot_titles=list(charts), vertical_spacing=spacing
    )


def _finish(figure: Any, title: str, **layout: Any) -> None:
    figure.update_layout(template="simple_white", title=title, font={"color": INK}, **layout)


def _draw_values(
    figure: Any, row: int, number: int, name: str, values: Sequence[float], log: bool
) -> None:
    shared = {"x": list(values), "y": [name] * len(values), "name": name, "row": row, "col": 1}
    marker: dict[str, Any] = {"color": colour(number), "symbol": symbol(number)}
    if len(values) > 1:
        points = {"boxpoints": "all" if len(values) <= _MOST_POINTS else "outliers", "pointpos": 0}
        small = marker | {"opacity": 0.5, "size": 4}
        figure.add_box(**shared, orientation="h", jitter=0.5, marker=small, **points)
    elif log:
        figure.add_scatter(**shared, mode="markers", marker=marker | {"size": 12})
    else:
        hatch = {"shape": pattern(number), "fgcolor": "white"}
        figure.add_bar(
            **shared, orientation="h", marker={"color": colour(number), "pattern": hatch}
        )
