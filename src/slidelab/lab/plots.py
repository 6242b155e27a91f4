"""Plots of rows to print, by Matplotlib: distributions, and growth with the distance.

Nothing is shown by colour alone: each search has its name beside it, and a marker or a hatch.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from itertools import cycle
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

from slidelab.errors import SlidelabError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure
    from pandas import DataFrame

MEASURES = {
    "cost": "Path cost (moves)",
    "seconds": "Running time (seconds)",
    "max_depth": "Maximum depth (moves)",
    "expanded": "Nodes expanded",
    "max_frontier": "Largest frontier (nodes)",
}
"""The figures that are plotted, each with its title."""

SUFFIXES = (".png", ".svg", ".pdf")

# The palette of Okabe and Ito (2008), distinguishable with every common kind of colour vision.
# Its yellow is left out: it is too pale for lines on white paper.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*", "<", ">")
HATCHES = ("", "///", "...", "\\\\\\", "xxx", "---", "+++", "ooo", "|||", "**")
DASHES = ("-", "--", "-.", ":")

RANGE_FOR_LOG = 50.0
"""If the largest value exceeds the smallest by this factor, a linear axis hides small ones."""
MOST_DOTS = 300
"""More dots than this hide each other: then a sample of them is drawn."""

_GUIDE_TO_BOXES = (
    "Each dot is one board. The box holds the middle half of the boards, its line is the median, "
    "and the whiskers reach from the 5th to the 95th percentile."
)
_GUIDE_TO_BANDS = (
    "Each line is the median over the solved boards; its band holds the middle half of them."
)
_STYLE = Path(__file__).with_name("print.mplstyle")


def check_plot_name(file: str | Path) -> None:
    """Check before any work is done that a plot can be written to a file.

    Raises ValueError for another ending or where Matplotlib is missing, and OSError where there is
    no such folder.
    """
    from importlib.util import find_spec

    path = Path(file)
    if path.suffix.lower() not in SUFFIXES:
        raise SlidelabError(f"{path.name!r} must end in {', '.join(SUFFIXES)}")
    if not path.parent.is_dir():
        raise FileNotFoundError(2, "there is no such folder", str(path.parent))
    if find_spec("matplotlib") is None:
        raise SlidelabError("plots need Matplotlib: pip install 'slidelab[lab]'")


def plot_boxes(
    df: DataFrame,
    file: str | Path,
    measures: Sequence[str] = (),
    *,
    title: str = "",
    note: str = "",
) -> None:
    """Plot the distribution of each measure for each search; a bar where there is one board.

    Raises ValueError for a measure that does not exist, and as `check_plot_name` does.
    """
    check_plot_name(file)
    chosen = list(measures or MEASURES)
    for name in chosen:
        if name not in MEASURES:
            raise SlidelabError(f"there is no measure {name!r}; choose from {', '.join(MEASURES)}")
    groups = {str(search): rows for search, rows in df.groupby("search", sort=False)}
    columns = min(2, len(chosen))
    lines = -(-len(chosen) // columns)
    with _print_style():
        size = max(7.0, 1.6 + 4.3 * columns), lines * (0.8 + 0.36 * len(groups)) + 1.2
        figure = _make_figure(size, title)
        places = list(figure.subplots(lines, columns, squeeze=False, sharey=True).flat)
        for axes, name in zip(places, chosen, strict=False):
            _draw_distributions(axes, {key: rows[name].dropna() for key, rows in groups.items()})
            axes.set_title(MEASURES[name] + _log_note(axes.get_xscale()))
        for axes in places[len(chosen) :]:
            axes.set_axis_off()
        names = [_title_of(search, rows) for search, rows in groups.items()]
        places[0].set_yticks(range(len(names)), names)
        guide = _GUIDE_TO_BOXES if len(df) > len(groups) else ""
        _write_below(figure, " ".join(filter(None, (note, guide))), 62 * columns)
        _save(figure, file)


def plot_growth(
    df: DataFrame,
    file: str | Path,
    measures: Sequence[str] = tuple(MEASURES),
    *,
    title: str = "",
    note: str = "",
) -> None:
    """Plot the median of each measure against the distance, with a band for the middle half.

    The distance of a board is the one in its row, or else the cost of the best path that any search
    found. Raises ValueError if all boards have the same one, and as `check_plot_name` does.
    """
    check_plot_name(file)
    boards = ["board", "goal"]
    best = df.groupby(boards)["cost"].transform("min").astype(float)
    rows = df.assign(distance=df["distance"].astype(float).fillna(best))
    rows = rows[rows["cost"].notna()]
    if rows["distance"].nunique() < 2:
        raise SlidelabError("all boards have the same distance: plot their distribution")
    columns = min(2, len(measures))
    lines = -(-(len(measures) + 1) // columns)  # one more place for the legend
    with _print_style():
        figure = _make_figure((max(7.0, 5.1 * columns), 2.9 * lines + 0.3), title)
        places = list(figure.subplots(lines, columns, squeeze=False).flat)
        for axes, name in zip(places, measures, strict=False):
            _draw_bands(axes, rows, name)
        for axes in places[len(measures) :]:
            axes.set_axis_off()
        handles, names = places[0].get_legend_handles_labels()
        wrapped = [fill(text, 34) for text in names]
        places[len(measures)].legend(handles, wrapped, loc="upper left", frameon=False, fontsize=8)
        _write_below(figure, " ".join(filter(None, (_GUIDE_TO_BANDS, note))), 62 * columns)
        _save(figure, file)


def plot_lines(
    curves: Mapping[str, Sequence[tuple[float, float]]],
    x_label: str,
    y_label: str,
    file: str | Path,
    *,
    title: str = "",
) -> None:
    """Plot lines through points, one for each name; raises as `check_plot_name` does."""
    check_plot_name(file)
    with _print_style():
        figure = _make_figure((7.5, 4.6), title)
        axes = figure.subplots()
        looks = zip(cycle(COLOURS), cycle(MARKERS), cycle(DASHES), strict=False)
        for (name, points), (colour, marker, dash) in zip(curves.items(), looks, strict=False):
            axes.plot(*zip(*points, strict=True), dash, color=colour, marker=marker, label=name)
        heights = [y for points in curves.values() for _, y in points]
        _scale(axes.yaxis, axes.set_yscale, heights)
        axes.set_xlabel(x_label)
        axes.set_title(y_label + _log_note(axes.get_yscale()))
        axes.legend(frameon=False, fontsize=8)
        _save(figure, file)


def asks_for_log(values: Sequence[float]) -> bool:
    """Return whether the range of the values asks for a logarithmic axis.

    >>> asks_for_log([3, 5, 20]), asks_for_log([3, 5, 2000])
    (False, True)
    """
    positive = [value for value in values if value > 0]
    return bool(positive) and max(positive) >= RANGE_FOR_LOG * min(positive)


def short(value: float) -> str:
    """Write a value as a label, with about three digits.

    >>> short(12), short(181440), short(0.00213), short(2.5), short(1234567)
    ('12', '181k', '0.00213', '2.5', '1.23M')
    """
    for unit, suffix in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= unit:
            return f"{value / unit:.3g}{suffix}"
    return f"{value:.3g}"


def _draw_distributions(axes: Axes, groups: Mapping[str, Any]) -> None:
    """Draw each group of values in a row of its own: a bar for one value, else a box with dots."""
    import numpy as np
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    every = [float(value) for values in groups.values() for value in values]
    _scale(axes.xaxis, axes.set_xscale, every)
    is_linear = axes.get_xscale() == "linear"
    looks = zip(cycle(COLOURS), cycle(MARKERS), cycle(HATCHES), strict=False)
    for row, (values, (colour, marker, hatch)) in enumerate(
        zip(groups.values(), looks, strict=False)
    ):
        if len(values) == 1 and is_linear:
            look: dict[str, Any] = {"edgecolor": colour, "hatch": hatch, "linewidth": 1.2}
            axes.barh(row, values, height=0.6, facecolor="white", **look)
        elif len(values) == 1:  # the length of a bar means nothing where the axis has no zero
            axes.plot(values, [row], marker, color=colour, markersize=8)
            axes.axhline(row, color=colour, linewidth=0.6, linestyle=":", zorder=1)
        elif len(values):
            dots = values.sample(MOST_DOTS, random_state=row) if len(values) > MOST_DOTS else values
            heights = row + np.random.default_rng(row).uniform(-0.26, 0.26, len(dots))
            small: dict[str, Any] = {"alpha": 0.35, "markersize": 3, "markeredgewidth": 0}
            axes.plot(dots, heights, marker, color=colour, **small)
            axes.boxplot(
                [values],
                positions=[row],
                widths=0.5,
                manage_ticks=False,
                orientation="horizontal",
                medianprops={"color": colour},
            )
        middle = short(float(values.median())) if len(values) else "–"
        at_the_right: dict[str, Any] = {
            "xycoords": ("axes fraction", "data"),
            "textcoords": "offset points",
        }
        axes.annotate(
            middle, (1, row), (4, 0), fontsize=8, va="center", annotation_clip=False, **at_the_right
        )
    axes.set_ylim(len(groups) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=False, axis="y")
    if every and is_linear:
        axes.set_xlim(left=0, right=max(every) * 1.02 or 1)
        axes.xaxis.set_major_locator(MaxNLocator(6))
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: short(value)))


def _draw_bands(axes: Axes, rows: DataFrame, measure: str) -> None:
    from matplotlib.ticker import MaxNLocator

    _scale(axes.yaxis, axes.set_yscale, rows[measure].tolist())
    looks = zip(cycle(COLOURS), cycle(MARKERS), cycle(DASHES), strict=False)
    for (search, group), (colour, marker, dash) in zip(
        rows.groupby("search", sort=False), looks, strict=False
    ):
        quartiles = group.groupby("distance")[measure].quantile([0.25, 0.5, 0.75]).unstack()
        axes.plot(quartiles.index, quartiles[0.5], dash, color=colour, marker=marker, label=search)
        axes.fill_between(
            quartiles.index, quartiles[0.25], quartiles[0.75], color=colour, alpha=0.15, linewidth=0
        )
    axes.set_title(MEASURES[measure] + _log_note(axes.get_yscale()))
    axes.set_xlabel("moves of the shortest path")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    if axes.get_yscale() == "linear":
        axes.set_ylim(bottom=0)


def _title_of(search: str, rows: DataFrame) -> str:
    """Return the name of a search, with a note where boards were left unsolved."""
    solved = int(rows["cost"].notna().sum())
    name = fill(search, 34)
    if solved == len(rows):
        return name
    return f"{name}\n({solved:,} of {len(rows):,} solved)"


def _scale(axis: Axis, set_scale: Any, values: Sequence[float]) -> None:
    """Make an axis logarithmic if its values ask for that, and write plain numbers at it."""
    from matplotlib.ticker import FuncFormatter, NullFormatter

    if not asks_for_log(values):
        return
    if min(values) > 0:
        set_scale("log")
    else:  # a board solved at once expands nothing, and a logarithmic axis has no 0
        set_scale("symlog", linthresh=min(value for value in values if value > 0))
    axis.set_major_formatter(FuncFormatter(lambda value, _: short(value)))
    axis.set_minor_formatter(NullFormatter())


def _log_note(scale: str) -> str:
    return "" if scale == "linear" else ", logarithmic"


def _print_style() -> AbstractContextManager[None]:
    from matplotlib import rc_context

    return rc_context(fname=_STYLE)


def _make_figure(size: tuple[float, float], title: str) -> Figure:
    from matplotlib.figure import Figure

    figure = Figure(figsize=size, layout="constrained")
    if title:
        figure.suptitle(title, x=0.01, ha="left", fontsize=12)
    return figure


def _write_below(figure: Figure, text: str, width: int) -> None:
    if text:
        figure.supxlabel(fill(text, width), x=0.01, ha="left", fontsize=9)


def _save(figure: Figure, file: str | Path) -> None:
    # No date, so that the same plot is the same file.
    metadata: dict[str, dict[str, Any]] = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
    figure.savefig(file, metadata=metadata.get(Path(file).suffix.lower()))
