"""Charts by Plotly: one page that needs nothing from the net, to zoom into and to point at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from slidelab.lab.plots.measures import Measure, Series, asks_for_log
from slidelab.lab.plots.style import INK, colour

Points = Sequence[tuple[float, float]]

_SYMBOLS = ("circle", "square", "triangle-up", "diamond", "triangle-down", "cross", "x", "star")
_DASHES = ("solid", "dash", "dashdot", "dot")
_PATTERNS = ("", "/", ".", "\\", "x", "-", "+", "|")
_MOST_POINTS = 2000


def graph_objects() -> Any:
    """Plotly's figures. It is loaded by name, since it tells type checkers nothing."""
    return import_module("plotly.graph_objects")


def sheet(series: Sequence[Series], measures: Sequence[Measure], title: str, note: str) -> Any:
    """One chart for each measure, one below the other."""
    charts = [
        (
            measure.label,
            {each.title.replace("\n", " "): each.values[measure.key] for each in series},
        )
        for measure in measures
    ]
    return _page(charts, title if not note else f"{title}<br><sub>{note}</sub>")


def single(groups: Mapping[str, Sequence[float]], label: str, title: str) -> Any:
    """One chart of distributions."""
    return _page([(label, groups)], title)


def lines(
    curves: Mapping[str, Points],
    x_label: str,
    y_label: str,
    title: str,
    point_names: Mapping[str, Sequence[str]],
) -> Any:
    """One line for each series."""
    go = graph_objects()
    figure = go.Figure()
    for number, (name, points) in enumerate(curves.items()):
        xs, ys = zip(*points, strict=True)
        figure.add_scatter(
            x=xs,
            y=ys,
            name=name,
            mode="lines+markers+text" if name in point_names else "lines+markers",
            text=point_names.get(name),
            textposition="top right",
            line={"color": colour(number), "dash": _DASHES[number % len(_DASHES)]},
            marker={"symbol": _SYMBOLS[number % len(_SYMBOLS)], "size": 7},
        )
    heights = [y for points in curves.values() for _, y in points]
    log = asks_for_log(heights) and min(heights) > 0
    figure.update_layout(template="simple_white", title=title, font={"color": INK})
    figure.update_xaxes(title=x_label, showgrid=True)
    figure.update_yaxes(title=y_label, showgrid=True, type="log" if log else "linear")
    return figure


def _page(charts: Sequence[tuple[str, Mapping[str, Sequence[float]]]], title: str) -> Any:
    make_subplots = import_module("plotly.subplots").make_subplots
    rows = max(len(groups) for _, groups in charts)
    figure = make_subplots(
        rows=len(charts),
        cols=1,
        subplot_titles=[label for label, _ in charts],
        vertical_spacing=0.22 / max(len(charts), 2),
    )
    for row, (_, groups) in enumerate(charts, start=1):
        every = [value for values in groups.values() for value in values]
        log = asks_for_log(every)
        for number, (name, values) in enumerate(groups.items()):
            _draw(figure, row, number, name, values, log)
        figure.update_xaxes(row=row, col=1, type="log" if log else "linear", showgrid=True)
        figure.update_yaxes(
            row=row,
            col=1,
            type="category",
            categoryorder="array",
            categoryarray=list(groups),
            autorange="reversed",
        )
    figure.update_layout(
        template="simple_white",
        title=title,
        showlegend=False,
        font={"color": INK},
        height=140 + len(charts) * (90 + 34 * rows),
    )
    return figure


def _draw(
    figure: Any, row: int, number: int, name: str, values: Sequence[float], log: bool
) -> None:
    if len(values) > 1:
        figure.add_box(
            x=list(values),
            y=[name] * len(values),
            name=name,
            orientation="h",
            boxpoints="all" if len(values) <= _MOST_POINTS else "outliers",
            jitter=0.5,
            pointpos=0,
            marker={
                "color": colour(number),
                "symbol": _SYMBOLS[number % len(_SYMBOLS)],
                "opacity": 0.5,
                "size": 4,
            },
            row=row,
            col=1,
        )
    elif log:
        figure.add_scatter(
            x=list(values),
            y=[name] * len(values),
            name=name,
            mode="markers",
            marker={
                "color": colour(number),
                "symbol": _SYMBOLS[number % len(_SYMBOLS)],
                "size": 12,
            },
            row=row,
            col=1,
        )
    else:
        figure.add_bar(
            x=list(values),
            y=[name] * len(values),
            name=name,
            orientation="h",
            marker={
                "color": colour(number),
                "pattern": {"shape": _PATTERNS[number % len(_PATTERNS)], "fgcolor": "white"},
            },
            row=row,
            col=1,
        )
