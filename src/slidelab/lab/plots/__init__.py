"""Plots to print (PNG, SVG, PDF by Matplotlib) and to explore (HTML by Plotly).

They are made and written to a file, by the ending of its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from slidelab.lab.plots.measures import MEASURES, Band, Series, series_of
from slidelab.system.argument_checks import check_file
from slidelab.system.files import replacing

__all__ = [
    "FORMATS",
    "MEASURES",
    "Band",
    "Series",
    "check_plot_name",
    "plot_bands",
    "plot_comparison",
    "plot_lines",
    "series_of",
]

FORMATS = ("png", "svg", "pdf", "html")

HINT = "pip install 'slidelab[plots]'"

_STOPPED = (
    "A search that was stopped has no path cost; its other figures are those it had reached by "
    "then."
)


def check_plot_name(file: str | Path) -> str:
    """The ending of the file's name, without its dot.

    Raises ValueError for an ending that is not known and for a library that is not installed, and
    OSError when the folder does not exist, so that nobody waits for a plot that cannot be saved.
    """
    check_file("file", file)
    path = Path(file)
    ending = path.suffix.lower().removeprefix(".")
    if ending not in FORMATS:
        raise ValueError(f"{path.name!r} must end in {', '.join(f'.{f}' for f in FORMATS)}")
    if not path.parent.is_dir():
        raise FileNotFoundError(0, "there is no such folder", str(path.parent))
    library = "plotly" if ending == "html" else "matplotlib"
    if find_spec(library) is None:
        raise ValueError(f".{ending} plots need {library}: {HINT}")
    return ending


def plot_comparison(
    series: Iterable[Series],
    file: str | Path,
    *,
    measures: Sequence[str] = (),
    title: str = "",
    note: str = "",
) -> None:
    """Compare searches in the five measures, or those named, on one sheet.

    Series of one board become bars (dots where the axis is logarithmic), series of many boards
    boxes with a dot for each board: the box holds the middle half, the whiskers reach from the
    5th to the 95th percentile.

    Raises ValueError for an unknown measure, and as `check_plot_name` does.
    """
    for key in measures:
        if key not in MEASURES:
            known = ", ".join(MEASURES)
            raise ValueError(f"there is no measure {key!r}; the measures are {known}")
    every = list(series)
    charts = {
        MEASURES[key]: {each.title: each.values[key] for each in every}
        for key in measures or MEASURES
    }
    if any(each.solved < each.boards for each in every):
        note = f"{note}\n\n{_STOPPED}".strip()
    _save("sheet", Path(file), charts, title, note)


def plot_bands(
    charts: Mapping[str, Mapping[str, Band]],
    x_label: str,
    file: str | Path,
    *,
    title: str,
    note: str,
) -> None:
    """Draw lines with bands for their spread, one chart for each label, on one sheet.

    Raises as `check_plot_name` does.
    """
    _save("bands", Path(file), charts, x_label, title, note)


def plot_lines(
    curves: Mapping[str, Sequence[tuple[float, float]]],
    x_label: str,
    y_label: str,
    file: str | Path,
    *,
    title: str = "",
    point_names: Mapping[str, Sequence[str]] | None = None,
) -> None:
    """Draw lines through points, one line for each name.

    `point_names` gives a word to each point of some of the lines.

    Raises as `check_plot_name` does.
    """
    _save("lines", Path(file), curves, x_label, y_label, title, point_names or {})


def _save(kind: str, file: Path, *content: Any) -> None:
    """Draw a plot of this kind and write it; the file appears whole under its name, or not at all.

    Matplotlib's charts and Plotly's have the same functions.
    """
    library = "plotly" if check_plot_name(file) == "html" else "matplotlib"
    charts = import_module(f"slidelab.lab.plots.{library}_charts")
    figure = getattr(charts, kind)(*content)
    with replacing(file) as beside:
        charts.write(figure, beside)
