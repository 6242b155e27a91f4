"""Reports and plots: their figures against rows made by hand, and their forms."""

import csv
from io import StringIO

import pytest

pd = pytest.importorskip("pandas")

from slidelab.lab.plots import plot_boxes, plot_growth  # noqa: E402
from slidelab.lab.report import summarise  # noqa: E402

# One row of the textbook's table: 53 nodes with the root, at depth 5, is a factor of 1.92.
ROWS = """
search,set,board,shape,goal,distance,status,cost,expanded,generated,max_frontier,max_depth,seconds
astar manhattan,one,a,3x3,blank-first,5,solved,5,10,53,4,5,0.001
astar manhattan,one,b,3x3,blank-first,5,solved,5,20,53,6,5,0.002
astar manhattan,one,c,3x3,blank-first,,solved,6,60,53,8,5,0.006
astar manhattan,one,d,3x3,blank-first,,node-limit,,99,99,9,7,9
bfs,one,a,3x3,blank-first,,solved,7,30,40,5,6,0.003
bfs,one,b,3x3,blank-first,,failed,,0,0,0,0,0
"""
MAGIC = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}


@pytest.fixture
def df():
    return pd.read_csv(StringIO(ROWS))


@pytest.fixture
def results(tmp_path):
    file = tmp_path / "results.csv"
    file.write_text(ROWS.strip())
    return str(file)


def test_figures(df):
    summary = summarise(df)
    astar, bfs = summary.loc["astar manhattan"], summary.loc["bfs"]
    assert (astar["cells", "all"], astar["cells", "solved"]) == (4, 3)
    assert (bfs["cells", "all"], bfs["cells", "solved"]) == (2, 1)
    # The mean of 10, 20 and 60 is 30, and the standard deviation √700.
    assert astar["expanded", "mean"] == 30
    assert astar["expanded", "median"] == 20
    assert astar["expanded", "sem"] == pytest.approx((700 / 3) ** 0.5)
    assert astar["branching", "median"] == pytest.approx(1.92, abs=0.005)
    assert bfs["over", "mean"] == 2, "the other search knows the distance"
    assert pd.isna(bfs["expanded", "sem"])


def test_cells_grouped_by_a_column(df):
    summary = summarise(df, by=["board"])
    assert list(summary.index)[:4] == [("astar manhattan", each) for each in "abcd"]
    with pytest.raises(ValueError, match="colour"):
        summarise(df, ["colour"])


def test_several_sets_are_several_rows(df):
    two = pd.concat([df, df.assign(set="two")])
    assert len(summarise(two)) == 4


def test_every_format_has_every_figure(cli, results):
    for format in ("text", "markdown", "csv"):
        ran = cli("report", results, "--format", format)
        assert ran.status == 0, ran.err
        for words in ("expanded", "branching", "astar manhattan"):
            assert words in ran.out.lower()
    rows = list(csv.DictReader(StringIO(ran.out)))
    assert (rows[0]["search"], rows[0]["expanded_mean"]) == ("astar manhattan", "30.0")


def test_files_that_are_no_results(cli, tmp_path):
    file = tmp_path / "results.csv"
    for content, words in (("", "results.csv"), ("a,b\n1,2\n", "no column"), (ROWS[:90], "column")):
        file.write_text(content)
        ran = cli("report", str(file))
        assert (ran.status, words in ran.err) == (2, True), ran
    assert cli("report", str(tmp_path / "none.csv")).status == 2


@pytest.fixture
def many():
    """Two searches on four boards at two distances."""
    rows = [
        {"search": search, "board": f"{distance}/{number}", "goal": "g", "distance": distance}
        | {"cost": distance, "expanded": factor * distance * (number + 1), "max_frontier": 1}
        | {"max_depth": distance, "seconds": 0.001}
        for search, factor in (("astar", 1), ("bfs", 100))
        for distance in (4, 8)
        for number in range(2)
    ]
    return pd.DataFrame(rows)


@pytest.mark.parametrize("ending", MAGIC)
def test_plots_in_each_format(many, tmp_path, ending):
    pytest.importorskip("matplotlib")
    one, other = tmp_path / f"one{ending}", tmp_path / f"other{ending}"
    for file in (one, other):
        plot_growth(many, file, title="growth")
    assert one.read_bytes().startswith(MAGIC[ending])
    assert one.read_bytes() == other.read_bytes(), "the same plot is the same file"
    plot_boxes(many, other)
    assert other.read_bytes().startswith(MAGIC[ending])


def test_plots_name_searches_and_say_where_an_axis_is_logarithmic(many, tmp_path):
    pytest.importorskip("matplotlib")
    file = tmp_path / "plot.svg"
    many.loc[0, "cost"] = None
    plot_boxes(many, file)
    text = file.read_text()
    for words in ("astar", "bfs", "3 of 4 solved", "Nodes expanded, logarithmic"):
        assert words in text
    plot_growth(many, file)
    assert "Nodes expanded, logarithmic" in file.read_text()
    plot_boxes(many[many["board"] == "4/1"], file)


def test_plots_that_cannot_be(many, tmp_path):
    pytest.importorskip("matplotlib")
    for name, error in (("plot.gif", ValueError), ("no/plot.png", OSError)):
        with pytest.raises(error):
            plot_boxes(many, tmp_path / name)
    with pytest.raises(ValueError, match="same distance"):
        plot_growth(many[many["distance"] == 4], tmp_path / "plot.png")


def test_the_commands_plot(cli, results, tmp_path):
    pytest.importorskip("matplotlib")
    file = tmp_path / "plot.svg"
    ran = cli("report", results, "--plot", str(file))
    assert ran.status == 0, ran.err
    assert "astar" in file.read_text()
    ran = cli("compare", "125340678", "-a", "bfs", "-a", "astar", "--plot", str(file))
    assert ran.status == 0, ran.err
    assert "Nodes expanded" in file.read_text()
