"""Reports: their figures against hand-made results and published tables, and their forms."""

import csv
import re
from io import StringIO

import pytest

from slidelab.lab.experiment import read_grid, run_experiment
from slidelab.lab.report import read_results, summarise, write_report
from slidelab.lab.report.report_writer import plan_plot
from slidelab.lab.report.summary import estimate
from tests.lab.experiments import write_grid
from tests.lab.test_experiment import Threads
from tests.support.cli import invoke

# W. S. Gosset's t at 95 %, two-sided, as every book of tables has it.


HEAD = (
    "cell,set,board,shape,goal,distance,algorithm,heuristic,weight,preset,engine,status,cost,"
    "expanded,generated,duplicates,reopened,frontier,max_frontier,search_depth,max_depth,"
    "seconds,peak_memory_bytes,note"
)
# One row of the textbook's table: 53 nodes with the root, at depth 5, is a factor of 1.92.
ROWS = """
0,one,b,3x3,blank-first,5,astar,manhattan,,textbook,textbook,solved,5,10,53,0,0,1,4,5,5,0.001,1,
1,one,b,3x3,blank-first,5,astar,manhattan,,textbook,textbook,solved,5,20,53,0,0,1,6,5,5,0.002,1,
2,one,b,3x3,blank-first,5,astar,manhattan,,textbook,textbook,solved,5,60,53,0,0,1,8,5,5,0.006,1,
3,one,b,3x3,blank-first,5,astar,manhattan,,textbook,textbook,node-limit,,99,99,0,0,1,9,0,7,9,1,
4,one,b,3x3,blank-first,5,wastar,manhattan,2.0,textbook,textbook,solved,6,30,40,0,0,1,5,6,6,0.003,1,
5,one,b,3x3,blank-first,,bfs,,,textbook,textbook,failed,,0,0,0,0,0,0,0,0,0,0,ValueError: no
"""


@pytest.fixture
def results(tmp_path):
    file = tmp_path / "results.csv"
    file.write_text(HEAD + ROWS)
    return file


def test_an_interval_by_hand():
    # The mean is 30, the standard deviation √700, and t is 4.3027.
    found = estimate([10, 20, 60])
    margin = 4.302653 * 700**0.5 / 3**0.5
    assert found == pytest.approx((3, 30, 30 - margin, 30 + margin, 20), rel=1e-6)
    assert estimate([7]) == (1, 7, None, None, 7)


def test_figures(results):
    report = summarise(read_results(results))
    assert report.columns == ("algorithm", "heuristic", "weight")
    astar, wastar, bfs = report.groups
    assert (astar, wastar, bfs) == (
        ("astar", "manhattan", None),
        ("wastar", "manhattan", "2.0"),
        ("bfs", None, None),
    )
    assert [len(rows) for rows in report.groups.values()] == [4, 1, 1]
    figures = {figure.name: estimates for figure, estimates in report.figures}
    assert figures["expanded"][astar].mean == 30
    assert figures["expanded"][astar].median == 20
    assert figures["branching"][astar].mean == pytest.approx(1.92, abs=0.005)
    assert figures["excess"][wastar].mean == pytest.approx(1.2)
    assert figures["milliseconds"][astar].mean == pytest.approx(3)
    assert all(bfs not in estimates for estimates in figures.values())


def test_the_engine_groups_where_it_was_chosen_and_not_where_it_came_out(results):
    rows = read_results(results)[:3]
    for row, engine in zip(rows, ("textbook", "compiled", "compiled"), strict=True):
        row |= {"board": engine, "engine": engine}
    assert summarise(rows).columns == ("algorithm",)
    for row in rows:
        row["board"] = "b"
    assert summarise(rows).columns == ("algorithm", "engine")


def test_some_of_the_cells(results):
    report = summarise(read_results(results), only=[("algorithm", "astar"), ("status", "solved")])
    assert [len(rows) for rows in report.groups.values()] == [3]
    text = invoke("report", str(results), "--only", "preset=textbook").stdout
    assert "shape 3x3; goal blank-first; preset textbook; engine textbook" in " ".join(text.split())
    for asked, told in (("preset=korf", "no cell"), ("colour=red", "no column"), ("x", "no value")):
        ran = invoke("report", str(results), "--only", asked)
        assert ran.exit_code == 2
        assert told in ran.stderr


def test_grouping_by_a_column(results):
    report = summarise(read_results(results), by=["distance"])
    assert [key[-1] for key in report.groups] == [5, None, 5]
    with pytest.raises(ValueError, match="no column 'colour'"):
        summarise(read_results(results), by=["colour"])


def test_text(results):
    text = write_report(summarise(read_results(results)), "text")
    lines = text.splitlines()
    at = lines.index("Outcomes")
    head, _, *outcomes = (line.split() for line in lines[lines.index("", at) + 1 :][:5])
    assert head[2:5] == ["weight", "cells", "solved"]
    assert [row[3:5] for row in outcomes] == [["4", "3"], ["1", "1"], ["1", "0"]]
    at = lines.index("Nodes expanded")
    assert lines[at + 1].startswith("Nodes taken off the frontier")
    table = lines[lines.index("", at) + 1 :][:4]
    assert table == [
        "algorithm  heuristic  weight  cells  mean  ± 95 %  median",
        "─────────────────────────────────────────────────────────",
        "astar      manhattan  –           3    30   65.72      20",
        "wastar     manhattan  2.0         1    30       –      30",
    ]
    assert max(map(len, lines)) <= 80
    words = " ".join(text.split())
    assert "Student's t distribution" in words
    assert "N + 1 = 1 + b + b² + … + b^d" in words


def test_markdown(results):
    text = write_report(summarise(read_results(results)), "markdown")
    assert "## Nodes expanded\n" in text
    assert "| algorithm | heuristic | weight | cells | mean | ± 95 % | median |\n" in text
    assert "| --- | --- | --- | ---: | ---: | ---: | ---: |\n" in text
    assert "| astar | manhattan | – | 3 | 30 | 65.72 | 20 |" in text


def test_csv(results):
    text = write_report(summarise(read_results(results)), "csv")
    rows = list(csv.DictReader(StringIO(text)))
    row = next(row for row in rows if (row["figure"], row["algorithm"]) == ("expanded", "astar"))
    assert (row["cells"], row["mean"], row["median"]) == ("3", "30.0", "20")
    assert float(row["high"]) == pytest.approx(95.72, abs=0.01)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "is empty"),
        (HEAD + "\n", "holds no cells yet"),
        ("a,b\n1,2\n", "not the results of an experiment: it has no column algorithm, status"),
        (HEAD + ROWS.replace(",53,", ",many,", 1), "generated of row 1 is 'many', not a number"),
        (HEAD + "\n" + "1," * 40, "line 2 has too many fields"),
    ],
)
def test_files_that_are_no_results(results, content, message):
    results.write_text(content)
    told = invoke("report", str(results))
    assert told.exit_code == 2
    assert message in told.stderr


def test_the_command_on_a_real_experiment(tmp_path):
    grid = read_grid(
        write_grid(
            tmp_path,
            """
            [[boards]]
            distances = [4, 8]
            sample = 5
            [[searches]]
            algorithm = ["bfs", "astar"]
            engine = "textbook"
            """,
        )
    )
    run_experiment(grid, Threads(), record=False)
    told = invoke("report", str(grid.results), "--by", "distance")
    assert told.exit_code == 0
    assert re.search(r"astar +manhattan +8 +5 +8 +0 +8\n", told.stdout)
    report = tmp_path / "report.md"
    assert (
        invoke("report", str(grid.results), "-o", str(report), "--format", "markdown").exit_code
        == 0
    )
    assert report.read_text().startswith("## Outcomes")


@pytest.mark.nightly
@pytest.mark.parametrize("ending", ["png", "svg", "html"])
def test_plots(results, tmp_path, ending):
    pytest.importorskip("plotly" if ending == "html" else "matplotlib")
    file = tmp_path / f"plots.{ending}"
    told = invoke("report", str(results), "--plot", str(file))
    assert told.exit_code == 0, told.stderr
    assert file.stat().st_size > 5000


def cells(depths, searches):
    """Rows of results: a search expands what its depth says, and twice and three times that."""
    return [
        dict(zip(HEAD.split(","), [None] * 24, strict=True))
        | {"board": f"{depth}/{n}", "distance": depth, "algorithm": name, "status": "solved"}
        | {"cost": depth, "expanded": n * depth * factor, "generated": 99, "max_depth": depth}
        | {
            "max_frontier": 1,
            "seconds": 0.001,
            "shape": "3x3",
            "goal": "blank-first",
            "preset": "textbook",
        }
        | {"engine": "compiled", "graph": False, "weight": "2.0" if name == "wastar" else None}
        for name, factor in searches.items()
        for depth in depths
        for n in (1, 2, 3)
    ]


def test_curves_against_depth_with_a_band_for_the_spread():
    plan = plan_plot(summarise(cells((4, 8), {"astar": 1, "wastar": 10}), by=["distance"]))
    assert plan.curves["Nodes expanded"] == {
        "astar": [(4, 6, 8, 10), (8, 12, 16, 20)],
        "wastar weight 2": [(4, 60, 80, 100), (8, 120, 160, 200)],
    }
    common = "shape 3x3; goal blank-first; preset textbook; tree search; engine compiled"
    assert common in plan.note


def test_boxes_on_request_and_where_there_is_one_depth():
    wanted = plan_plot(summarise(cells((4, 8), {"astar": 1})), boxes=True)
    needed = plan_plot(summarise(cells((4,), {"astar": 1})))
    for plan, boards in ((wanted, 6), (needed, 3)):
        assert not plan.curves
        assert [(each.label, each.boards) for each in plan.series] == [("astar", boards)]


def test_a_plot_of_another_kind(results):
    told = invoke("report", str(results), "--plot", "plots.doc")
    assert told.exit_code == 2
    assert "must end in .png, .svg, .pdf, .html" in told.stderr
