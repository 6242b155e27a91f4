"""Making a plot and writing it to a file, by the ending of its name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from slidelab.lab.plots.measures import MEASURES, Measure, Series
from slidelab.system.files import replacing

FORMATS = ("png", "svg", "pdf", "html")

HINT = "pip install 'slidelab[plots]'"


def check_plot_name(file: str | Path) -> str:
    """The ending of the file's name, without its dot.

    Raises ValueError for an ending that is not known and for a library that is not installed, and
    OSError when the folder does not exist, so that nobody waits for a plot that cannot be saved.
    """
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
    """Compare searches in the five measures, or those named by their keys, on one sheet.

    Series of one board become bars (dots where the axis is logarithmic), series of many boards
    boxes with a dot for each board: the box holds the middle half, the whiskers reach from the
    5th to the 95th percentile.

    Raises ValueError for an unknown measure, and as `check_plot_name` does.
    """
    chosen = [_measure(key) for key in measures] or MEASURES
    charts = _charts(check_plot_name(file))
    _save(charts.sheet(list(series), chosen, title, note), Path(file))


def plot_distributions(
    groups: Mapping[str, Sequence[float]], label: str, file: str | Path, *, title: str = ""
) -> None:
    """Compare the distributions of one quantity in several groups; `label` names the quantity.

    Raises as `check_plot_name` does.
    """
    charts = _charts(check_plot_name(file))
    _save(charts.single(groups, label, title), Path(file))


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
    charts = _charts(check_plot_name(file))
    _save(charts.lines(curves, x_label, y_label, title, point_names or {}), Path(file))


def _measure(key: str) -> Measure:
    for measure in MEASURES:
        if measure.key == key:
            return measure
    known = ", ".join(measure.key for measure in MEASURES)
    raise ValueError(f"there is no measure {key!r}; the measures are {known}")


def _charts(ending: str) -> ModuleType:
    if ending == "html":
        from slidelab.lab.plots import screen

        return screen
    from slidelab.lab.plots import paper

    return paper


def _save(figure: Any, path: Path) -> None:
    """Write the figure; the file appears whole under its name, or not at all."""
    with replacing(path) as beside:
        if path.suffix.lower() == ".html":
            figure.write_html(beside, include_plotlyjs=True)
            return
        from slidelab.lab.plots.style import printed

        with printed():
            # No date, so that the same plot is the same file.
            metadata = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}
            figure.savefig(beside, metadata=metadata.get(path.suffix.lower()[1:]))
