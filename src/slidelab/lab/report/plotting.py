"""The results of an experiment as a sheet of plots."""

from collections.abc import Sequence
from pathlib import Path
from statistics import quantiles

from slidelab.lab.plots import MEASURES, Band, Series, plot_bands, plot_comparison
from slidelab.lab.report.summary import Key, Report, words
from slidelab.lab.results import CellRow
from slidelab.puzzle.wording import counted

_DEPTH = "moves of the shortest path"
_DEPTHS = ("distance", "cost")
"""Columns that tell where on the axis a cell is, not to which group it belongs."""
_GUIDE = (
    "Each line is the median over the boards that were solved; its band holds the middle half of "
    "them."
)


def plot_report(report: Report, file: Path, title: str = "", boxes: bool = False) -> None:
    """Draw the figures of the groups against depth, one chart a measure.

    With `boxes`, or where all boards are of one depth, their distributions are drawn instead.

    Raises as `slidelab.lab.plots.check_plot_name` does.
    """
    depth = _depths(report)
    groups = _groups(report)
    charts = {
        MEASURES[measure]: {label: _band(rows, depth, measure) for label, rows in groups.items()}
        for measure in MEASURES
    }
    if boxes or len(set(depth.values())) < 2:
        note = f"All: {report.in_common}." if report.in_common else ""
        plot_comparison(_series(groups), file, title=title, note=note)
        return
    solved = {label: sum(row["cost"] is not None for row in rows) for label, rows in groups.items()}
    unsolved = [
        f"{label}: {counted(solved[label], 'board')} of {len(rows):,}"
        for label, rows in groups.items()
        if solved[label] < len(rows)
    ]
    note = _GUIDE + (f" Not all were: {'; '.join(unsolved)}." if unsolved else "")
    if report.in_common:
        note += f"\n\nAll: {report.in_common}."
    plot_bands(charts, _DEPTH, file, title=title, note=note)


def _groups(report: Report) -> dict[str, list[CellRow]]:
    """The cells by the label of their group; groups that differ in depth alone are one."""
    groups: dict[str, list[CellRow]] = {}
    for key, rows in report.groups.items():
        groups.setdefault(_label(report.columns, key), []).extend(rows)
    return groups


def _label(columns: Sequence[str], key: Key) -> str:
    """What sets a group apart, in a few words.

    >>> _label(("algorithm", "heuristic", "weight", "graph"), ("wastar", "manhattan", 2.0, False))
    'wastar manhattan weight 2 tree search'
    >>> _label(("algorithm", "graph", "distance"), ("bfs", True, 20))
    'bfs graph search'
    """
    told = (words(n, v) for n, v in zip(columns, key, strict=True) if n not in _DEPTHS)
    return " ".join(filter(None, told))


def _depths(report: Report) -> dict[str, int]:
    """How far each board is from its goal: as the results say, or the shortest path found."""
    depths: dict[str, int] = {}
    for rows in report.groups.values():
        for row in rows:
            far = row.get("distance")
            found = row["cost"] if far is None else far
            if found is not None:
                board = _board(row)
                depths[board] = min(found, depths.get(board, found))
    return depths


def _board(row: CellRow) -> str:
    return f"{row.get('board')} {row.get('shape')} {row.get('goal')}"


def _band(rows: Sequence[CellRow], depth: dict[str, int], measure: str) -> Band:
    values: dict[int, list[float]] = {}
    for row in rows:
        if row["cost"] is not None:
            values.setdefault(depth[_board(row)], []).append(row[measure])
    return [(x, *_quartiles(values[x])) for x in sorted(values)]


def _quartiles(values: list[float]) -> tuple[float, float, float]:
    if len(values) == 1:
        return values[0], values[0], values[0]
    low, middle, high = quantiles(values, n=4, method="inclusive")
    return low, middle, high


def _series(groups: dict[str, list[CellRow]]) -> list[Series]:
    return [
        Series(
            label=label,
            boards=len(rows),
            values={
                measure: [row[measure] for row in rows if row[measure] is not None]
                for measure in MEASURES
            },
        )
        for label, rows in groups.items()
    ]
