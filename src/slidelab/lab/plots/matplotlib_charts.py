"""Charts by Matplotlib, to print."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any

from matplotlib import rc_context
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator, NullFormatter

from slidelab.lab.plots.measures import (
    INK,
    Band,
    Groups,
    Points,
    asks_for_log,
    colour,
    cycle,
    short,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

marker = cycle("o", "s", "^", "D", "v", "P", "X", "*", "<", ">")
hatch = cycle("", "///", "...", "\\\\\\", "xxx", "---", "+++", "ooo", "|||", "**")
dashes = cycle("-", "--", "-.", ":")

_SHEET_COLUMNS = 2
_WIDEST_NAME = 34
_MOST_NAMES_IN_A_COLUMN = 10
_MOST_POINTS = 300
"""More dots than this hide each other; a plot of more boards shows a sample of them."""
_BOXES = (
    "Each dot is one board. The box holds the middle half of the boards, its line is the median "
    "(also written at the right), and the whiskers reach from the 5th to the 95th percentile."
)

_STYLE = Path(__file__).with_name("print.mplstyle")


def write(figure: Figure, path: Path) -> None:
    """Write a figure in the format that the name ends in."""
    # No date, so that the same plot is the same file.
    metadata = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
    with rc_context(fname=_STYLE):
        figure.savefig(path, metadata=metadata.get(path.suffix.lower()))


def sheet(charts: Mapping[str, Groups], title: str, note: str) -> Figure:
    """One chart of distributions for each label, on one sheet."""
    rows = max(map(len, charts.values()))
    several = any(len(values) > 1 for groups in charts.values() for values in groups.values())
    guide = "\n\n".join(filter(None, (note, _BOXES if several else "")))
    columns = min(_SHEET_COLUMNS, len(charts))
    lines = -(-len(charts) // columns)
    below = lines * columns == len(charts)  # no empty place to put the guide in
    size = (max(7, 1.6 + 4.3 * columns), lines * (0.8 + 0.36 * rows) + 0.5 + below * bool(guide))
    with rc_context(fname=_STYLE):
        figure = _make_figure(size, title)
        places: list[Axes] = list(figure.subplots(lines, columns, squeeze=False, sharey=True).flat)
        for axes, (label, groups) in zip(places, charts.items(), strict=False):
            _draw_distributions(axes, groups, label)
        for axes in places[len(charts) :]:
            axes.set_axis_off()
            axes.text(0, 0.95, _wrap(guide, 52), va="top", color=INK, transform=axes.transAxes)
        if below and guide:
            figure.supxlabel(_wrap(guide, 62 * columns), x=0.01, ha="left", fontsize=9)
        return figure


def _draw_distributions(axes: Axes, groups: Groups, label: str) -> None:
    """Draw each group of values in a row of its own: a bar for one value, else a box with dots."""
    every = [value for values in groups.values() for value in values]
    log = _scale(axes.xaxis, axes.set_xscale, every)
    for row, values in enumerate(groups.values()):
        if len(values) == 1:
            _draw_value(axes, row, values[0], log)
        elif values:
            _draw_values(axes, row, values)
    for row, values in enumerate(groups.values()):  # the value, or the median of several
        text = short(median(values)) if values else "–"
        _note(axes, text, (1, row), (4, 0), xycoords=("axes fraction", "data"))
    names = ["\n".join(_wrap(part, _WIDEST_NAME) for part in g.split("\n")) for g in groups]
    axes.set_yticks(range(len(groups)), names)
    axes.set_ylim(len(groups) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=False, axis="y")
    axes.set_title(f"{label}, logarithmic" if log else label)
    if every and not log:
        axes.set_xlim(left=0, right=max(every) * 1.02 or 1)


def lines(
    curves: Mapping[str, Points],
    x_label: str,
    y_label: str,
    title: str,
    point_names: Mapping[str, Sequence[str]],
) -> Figure:
    """One line for each series, named at its end."""
    with rc_context(fname=_STYLE):
        figure = _make_figure((7.5, 4.6), title)
        axes = figure.subplots()
        for number, points in enumerate(curves.values()):
            xs, ys = zip(*points, strict=True)
            axes.plot(xs, ys, dashes(number), color=colour(number), marker=marker(number))
        heights = [y for points in curves.values() for _, y in points]
        if asks_for_log(heights) and min(heights) > 0:
            axes.set_yscale("log")
            _write_plain_numbers(axes.yaxis)
            y_label += ", logarithmic"
        axes.set_xlabel(x_label)
        axes.set_title(y_label)
        _name_ends(axes, curves)
        for name, words in point_names.items():
            for point, word in zip(curves[name], words, strict=True):
                _note(axes, word, point, (5, 8))
        return figure


def bands(charts: Mapping[str, Mapping[str, Band]], x_label: str, title: str, note: str) -> Figure:
    """One chart of lines with bands for each label; one legend serves them all."""
    columns = min(_SHEET_COLUMNS, len(charts))
    lines = -(-(len(charts) + 1) // columns)  # one more place for the legend
    with rc_context(fname=_STYLE):
        figure = _make_figure((max(7, 5.1 * columns), 2.9 * lines + 0.3), title)
        places: list[Axes] = list(figure.subplots(lines, columns, squeeze=False).flat)
        for axes, (label, curves) in zip(places, charts.items(), strict=False):
            _draw_bands(axes, curves, label)
            axes.set_xlabel(x_label)
            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        for axes in places[len(charts) :]:
            axes.set_axis_off()
        legend = places[len(charts)]
        handles, names = places[0].get_legend_handles_labels()
        wrapped = [_wrap(name, _WIDEST_NAME) for name in names]
        several = 1 if len(names) <= _MOST_NAMES_IN_A_COLUMN else 2
        legend.legend(handles, wrapped, loc="upper left", ncols=several, frameon=False, fontsize=8)
        legend.text(0, 0, _wrap(note, 72), va="bottom", color=INK, transform=legend.transAxes)
        return figure


def _draw_bands(axes: Axes, curves: Mapping[str, Band], label: str) -> None:
    every = [value for band in curves.values() for _, *values in band for value in values]
    log = _scale(axes.yaxis, axes.set_yscale, every)
    for number, (name, band) in enumerate(curves.items()):
        if not band:
            continue
        xs, lows, middles, highs = zip(*band, strict=True)
        look: dict[str, Any] = {"color": colour(number), "marker": marker(number), "label": name}
        axes.plot(xs, middles, dashes(number), **look)
        axes.fill_between(xs, lows, highs, color=colour(number), alpha=0.15, linewidth=0)
    axes.set_title(f"{label}, logarithmic" if log else label)
    if not log:
        axes.set_ylim(bottom=0)


def _make_figure(size: tuple[float, float], title: str) -> Figure:
    figure = Figure(figsize=size, layout="constrained")
    if title:
        figure.suptitle(title, x=0.01, ha="left", fontsize=12, color=INK)
    return figure


def _wrap(text: str, width: int) -> str:
    from textwrap import fill

    return "\n\n".join(fill(paragraph, width) for paragraph in text.split("\n\n"))


def _scale(axis: Axis, set_scale: Callable[..., object], values: Sequence[float]) -> bool:
    """Make an axis logarithmic if its values ask for that; returns whether they do."""
    if not asks_for_log(values):
        return False
    if min(values) > 0:
        set_scale("log")
    else:  # a board solved at once expands nothing, and a logarithmic axis has no 0
        set_scale("symlog", linthresh=min(value for value in values if value > 0))
    _write_plain_numbers(axis)
    return True


def _write_plain_numbers(axis: Axis) -> None:
    """Write 100 and 10k at a logarithmic axis rather than powers of ten."""
    axis.set_major_formatter(FuncFormatter(lambda value, _: short(value)))
    axis.set_minor_formatter(NullFormatter())


def _draw_value(axes: Axes, row: int, value: float, log: bool) -> None:
    if log:
        # The length of a bar means nothing where the axis has no zero.
        axes.plot([value], [row], marker(row), color=colour(row), markersize=8)
        axes.axhline(row, color=colour(row), linewidth=0.6, linestyle=":", zorder=1)
    else:
        look: dict[str, Any] = {"edgecolor": colour(row), "hatch": hatch(row), "linewidth": 1.2}
        axes.barh(row, value, height=0.6, facecolor="white", **look)


def _draw_values(axes: Axes, row: int, values: Sequence[float]) -> None:
    random, every = Random(row), list(values)
    dots = every if len(every) <= _MOST_POINTS else random.sample(every, _MOST_POINTS)
    heights = [row + random.uniform(-0.26, 0.26) for _ in dots]
    small: dict[str, Any] = {"alpha": 0.35, "markersize": 3, "markeredgewidth": 0}
    axes.plot(dots, heights, marker(row), color=colour(row), **small)
    box: dict[str, Any] = {"positions": [row], "widths": 0.5, "manage_ticks": False}
    median_line = {"color": colour(row)}
    axes.boxplot([every], orientation="horizontal", medianprops=median_line, **box)


def _name_ends(axes: Axes, curves: Mapping[str, Points]) -> None:
    """Write each name beside the end of its line, moved apart where they would overlap."""
    low, high = axes.get_ylim()
    heights = [float(axes.transData.transform(points[-1])[1]) for points in curves.values()]
    axes.set_ylim(low, high)
    lowest = -float("inf")
    for at, number, name in sorted(zip(heights, range(len(curves)), curves, strict=True)):
        height = lowest = max(at, lowest + 12)
        points = (height - at) * 72 / axes.figure.dpi
        _note(axes, name, curves[name][-1], (8, points), color=colour(number))


def _note(
    axes: Axes, text: str, place: tuple[float, float], away: tuple[float, float], **options: Any
) -> None:
    """Write small beside a place, some points away from it."""
    usual: dict[str, Any] = {"color": INK, "fontsize": 8, "va": "center", "annotation_clip": False}
    axes.annotate(text, place, away, textcoords="offset points", **usual | options)
