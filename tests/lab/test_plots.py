"""Plots: what is drawn, and that files are whole."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

from slidelab import Limits, solve
from slidelab.lab.plots import (
    MEASURES,
    check_plot_name,
    plot_comparison,
    plot_lines,
    series_of,
)
from slidelab.lab.plots.measures import asks_for_log
from slidelab.puzzle import Shape, random_board
from tests.support.cli import invoke

pytestmark = pytest.mark.skipif(find_spec("matplotlib") is None, reason="needs Matplotlib")

MAGIC = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}
BOARDS = [random_board(Shape(2, 3), "blank-first", seed) for seed in range(8)]


@cache
def all_results():
    return [solve(board, algorithm=name) for board in BOARDS for name in ("bfs", "astar")]


def sheet_of(results, title):
    from slidelab.lab.plots import matplotlib_charts  # half a second to import

    series = series_of(results)
    charts = {
        title: {each.title: each.values[key] for each in series} for key, title in MEASURES.items()
    }
    return matplotlib_charts.sheet(charts, title, "")


def test_series_hold_every_board() -> None:
    bfs, astar = series_of(all_results())
    assert (bfs.label, astar.label) == ("bfs", "astar")
    assert bfs.boards == bfs.solved == len(BOARDS)
    assert bfs.values["cost"] == astar.values["cost"] == [r.cost for r in all_results()[::2]]
    assert bfs.values["expanded"] == [r.counters.expanded for r in all_results()[::2]]


def test_searches_that_were_stopped_have_no_cost() -> None:
    (series,) = series_of([solve("867254301", algorithm="bfs", limits=Limits(nodes=10))])
    assert series.values["cost"] == []
    assert series.values["expanded"] == [10]
    assert "no path found" in series.title


def test_several_heuristics_are_told_apart() -> None:
    results = [solve("125340678", heuristic=h) for h in ("manhattan", "misplaced")]
    assert [s.label for s in series_of(results)] == ["astar manhattan", "astar misplaced"]


@pytest.mark.nightly
@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_each_format(tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"plot.{ending}"
    plot_comparison(series_of(all_results()), file, title="Two searches", measures=["cost"])
    assert file.read_bytes().startswith(MAGIC[ending])
    assert list(tmp_path.iterdir()) == [file], "nothing is left beside it"


@pytest.mark.nightly
def test_a_sheet_has_a_chart_for_each_measure_and_a_log_axis_where_needed() -> None:
    results = [solve("867254301", goal="blank-last", algorithm=a) for a in ("greedy", "bfs")]
    figure = sheet_of(results, "t")
    charts = [axes for axes in figure.axes if axes.axison]
    titles = [axes.get_title(loc="left") for axes in charts]
    assert len(charts) == 5
    assert titles[0] == "Path cost (moves)"
    assert titles[3] == "Nodes expanded, logarithmic"
    assert [axes.get_xscale() for axes in charts][3] == "log"
    assert charts[0].get_xlim()[0] == 0, "bars start at 0"


@pytest.mark.nightly
def test_many_boards_are_drawn_as_boxes_with_a_dot_each() -> None:
    figure = sheet_of(all_results(), "")
    dots = [line for line in figure.axes[0].lines if len(line.get_xdata()) == len(BOARDS)]
    assert len(dots) == 2
    assert {line.get_marker() for line in dots} == {"o", "s"}, "told apart without colour"


@pytest.mark.nightly
def test_text_in_svg_stays_text_and_the_same_plot_is_the_same_file(tmp_path: Path) -> None:
    one, other = tmp_path / "one.svg", tmp_path / "other.svg"
    for file in (one, other):
        plot_comparison(series_of(all_results()), file, measures=["expanded"])
    assert ">Nodes expanded" in one.read_text()
    assert one.read_bytes() == other.read_bytes()


@pytest.mark.nightly
def test_lines_and_pages(tmp_path: Path) -> None:
    pytest.importorskip("plotly")
    curves = {"a": [(2.0, 6.0), (4.0, 400.0)], "b": [(2.0, 5.0)]}
    for ending in ("png", "html"):
        plot_lines(curves, "depth", "nodes", tmp_path / f"lines.{ending}")
    plot_comparison(series_of(all_results()), tmp_path / "all.html")
    page = (tmp_path / "all.html").read_text()
    assert "Plotly.newPlot" in page
    assert "cdn.plot.ly/plotly" not in page.split("Plotly.newPlot")[-1]
    assert '<script src="http' not in page


@pytest.mark.parametrize(
    ("name", "problem"),
    [("plot.gif", "must end in .png, .svg, .pdf, .html"), ("plot", "must end in")],
)
def test_bad_names_are_refused(name: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        check_plot_name(name)


def test_missing_folders_and_measures_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        check_plot_name(tmp_path / "nowhere" / "plot.png")
    with pytest.raises(ValueError, match="the measures are cost, seconds"):
        plot_comparison(series_of(all_results()), tmp_path / "p.png", measures=["beauty"])


def test_an_axis_is_logarithmic_only_where_the_range_asks_for_it() -> None:
    assert asks_for_log([1, 50])
    assert not asks_for_log([1, 49])
    assert not asks_for_log([0, 3])
    assert not asks_for_log([])


@pytest.mark.nightly
def test_compare_plots_one_board_and_many(tmp_path: Path) -> None:
    command = ("compare", "-a", "bfs", "-a", "astar")
    one, many = tmp_path / "one.svg", tmp_path / "many.png"
    done = invoke(*command, "125340678", "--plot", str(one), "--measure", "expanded")
    assert done.exit_code == 0, done.stderr
    assert ">Nodes expanded<" in one.read_text()
    done = invoke(*command, "--boards", "4", "--shape", "2x3", "--plot", str(many))
    assert done.exit_code == 0, done.stderr
    assert "4 of 4" in done.stdout
    assert many.read_bytes().startswith(MAGIC["png"])
    assert invoke(*command, "--boards", "4", "--plot", "x.gif").exit_code == 2
