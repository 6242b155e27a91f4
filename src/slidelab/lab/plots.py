"""Plots of rows for print, drawn by Matplotlib: distributions, and growth with the distance.

Nothing is shown by colour alone: each search has its name beside it, and a marker.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

from slidelab.errors import SlidelabError
from slidelab.system.files import check_can_write

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from pandas import DataFrame, Series

MEASURES = {
    "cost": "Path cost (moves)",
    "seconds": "Running time (seconds)",
    "max_depth": "Maximum depth (moves)",
    "expanded": "Nodes expanded",
    "max_frontier": "Largest frontier (nodes)",
}
"""The figures that can be plotted, each with its title."""

# The palette of Okabe and Ito (2008), distinguishable with every common kind of colour vision.
# Its yellow is left out: it is too pale for lines on white paper.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*", "<", ">")

RANGE_FOR_LOG = 50.0
"""If the largest value exceeds the smallest by this factor, a linear axis hides small ones."""

MOST_DOTS = 300
"""More dots than this hide each other, so a sample is drawn."""

_BOXES = (
    "Each dot is one board. The box holds the middle half of the boards, its line is the median, "
    "and the whiskers reach from the 5th to the 95th percentile."
)
_BANDS = "Each line is the median over the solved boards; its band holds the middle half of them."


def check_plot_name(file: str | Path) -> None:
    """Check before any work is done that a plot can be written to a file.

    Raises ValueError for another ending or if Matplotlib is missing, and OSError if there is no
    such folder.
    """
    from importlib.util import find_spec

    check_can_write(file, ".png", ".svg", ".pdf")
    if find_spec("matplotlib") is None:
        raise SlidelabError("plots need Matplotlib: pip install 'slidelab[lab]'")


def plot_boxes(df: DataFrame, file: str | Path, *, title: str = "", note: str = "") -> None:
    """Plot the distribution of each measure for each search.

    Raises what `check_plot_name` raises.
    """
    groups = {str(search): rows for search, rows in df.groupby("search", sort=False)}
    text = f"{note} {_BOXES if len(df) > len(groups) else ''}"
    with _sheet(file, 1.1 + 0.36 * len(groups), title, text, sharey=True) as sheet:
        for axes, (measure, heading) in zip(sheet, MEASURES.items(), strict=False):
            _draw_distributions(axes, [rows[measure].dropna() for rows in groups.values()])
            axes.set_title(heading + _log_note(axes.get_xscale()))
        names = [_name_search(search, rows) for search, rows in groups.items()]
        sheet[0].set_yticks(range(len(names)), names)
        sheet[len(MEASURES)].set_axis_off()


def plot_growth(df: DataFrame, file: str | Path, *, title: str = "") -> None:
    """Plot the median of each measure against the distance, with a band for the middle half.

    The distance of a board is the one in its row, or else the cost of the best path that any search
    found. Raises ValueError if all boards have the same one, and what `check_plot_name` raises.
    """
    best = df.groupby(["board", "goal"])["cost"].transform("min").astype(float)
    rows = df.assign(distance=df["distance"].astype(float).fillna(best))
    rows = rows[rows["cost"].notna()]
    if rows["distance"].nunique() < 2:
        raise SlidelabError("all boards have the same distance: plot their distribution")
    with _sheet(file, 2.9, title, _BANDS) as sheet:
        for axes, measure in zip(sheet, MEASURES, strict=False):
            _draw_bands(axes, rows, measure)
        handles, names = sheet[0].get_legend_handles_labels()
        legend = sheet[len(MEASURES)]
        legend.set_axis_off()
        legend.legend(handles, [fill(name, 34) for name in names], loc="upper left")


@contextmanager
def _sheet(
    file: str | Path, height: float, title: str, text: str, **options: Any
) -> Iterator[list[Axes]]:
    """Yield axes for all measures and one more, and write them to a file when the block ends."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    check_plot_name(file)
    lines = len(MEASURES) // 2 + 1
    with rc_context(fname=Path(__file__).with_name("print.mplstyle")):
        figure = Figure((10.2, height * lines + 0.6), layout="constrained")
        figure.suptitle(title, x=0.01, ha="left")
        figure.supxlabel(fill(text.strip(), 124), x=0.01, ha="left")
        yield list(figure.subplots(lines, 2, **options).flat)
        # No date, so that the same plot is the same file.
        metadata: dict[str, Any] = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
        figure.savefig(file, metadata=metadata.get(Path(file).suffix.lower()))


def _draw_distributions(axes: Axes, groups: list[Series[float]]) -> None:
    """Draw each group of values in a row of its own: a dot for one value, else a box with dots."""
    import numpy as np

    every = [float(value) for values in groups for value in values]
    _scale(axes, "x", every)
    for row, (values, colour, marker) in enumerate(zip(groups, cycle(COLOURS), cycle(MARKERS))):
        if len(values) == 1:
            axes.axhline(row, color=colour, linewidth=0.6, linestyle=":", zorder=1)
            axes.plot(values, [row], marker, color=colour, markersize=8)
        elif len(values):
            dots = values.sample(min(len(values), MOST_DOTS), random_state=row)
            heights = row + np.random.default_rng(row).uniform(-0.26, 0.26, len(dots))
            small: dict[str, Any] = {"alpha": 0.35, "markersize": 3, "markeredgewidth": 0}
            axes.plot(dots, heights, marker, color=colour, **small)
            box: dict[str, Any] = {"positions": [row], "widths": 0.5, "manage_ticks": False}
            axes.boxplot([values], orientation="horizontal", medianprops={"color": colour}, **box)
        middle = short(float(values.median())) if len(values) else "–"
        at_the_right = axes.get_yaxis_transform()
        axes.text(1.01, row, middle, transform=at_the_right, fontsize=8, va="center")
    axes.set_ylim(len(groups) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=False, axis="y")
    if axes.get_xscale() == "linear":
        axes.set_xlim(left=0)


def _draw_bands(axes: Axes, rows: DataFrame, measure: str) -> None:
    _scale(axes, "y", rows[measure].tolist())
    searches = rows.groupby("search", sort=False)
    for (search, group), colour, marker in zip(searches, cycle(COLOURS), cycle(MARKERS)):
        quartiles = group.groupby("distance")[measure].quantile([0.25, 0.5, 0.75]).unstack()
        axes.plot(quartiles.index, quartiles[0.5], label=search, color=colour, marker=marker)
        low, high = quartiles[0.25], quartiles[0.75]
        axes.fill_between(quartiles.index, low, high, color=colour, alpha=0.15, linewidth=0)
    axes.set_title(MEASURES[measure] + _log_note(axes.get_yscale()))
    axes.set_xlabel("moves of the shortest path")
    if axes.get_yscale() == "linear":
        axes.set_ylim(bottom=0)


def _name_search(search: str, rows: DataFrame) -> str:
    """Return the name of a search, with a note if boards were left unsolved."""
    solved = int(rows["cost"].notna().sum())
    note = "" if solved == len(rows) else f"\n({solved:,} of {len(rows):,} solved)"
    return fill(search, 34) + note


def _scale(axes: Axes, side: str, values: list[float]) -> None:
    """Write short numbers at an axis, and make it logarithmic if the range of the values is wide.

    A board that is solved at once expands no nodes, so the axis may have to include 0.
    """
    from matplotlib.ticker import FuncFormatter, NullFormatter

    positive = [value for value in values if value > 0]
    axis = axes.xaxis if side == "x" else axes.yaxis
    if positive and max(positive) >= RANGE_FOR_LOG * min(positive):
        set_scale: Any = axes.set_xscale if side == "x" else axes.set_yscale
        if min(values) > 0:
            set_scale("log")
        else:
            set_scale("symlog", linthresh=min(positive))
        axis.set_minor_formatter(NullFormatter())
    axis.set_major_formatter(FuncFormatter(lambda value, _: short(value)))


def short(value: float) -> str:
    """Write a value as a label, with about three digits.

    >>> short(12), short(181440), short(0.00213), short(2.5), short(1234567)
    ('12', '181k', '0.00213', '2.5', '1.23M')
    """
    for unit, suffix in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= unit:
            return f"{value / unit:.3g}{suffix}"
    return f"{value:.3g}"


def _log_note(scale: str) -> str:
    return "" if scale == "linear" else ", logarithmic"
