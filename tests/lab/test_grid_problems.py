"""Everything that can be wrong with a grid."""

from tests.support.cli import invoke

BOARDS = "[[boards]]\nrandom = 2\n"
SEARCHES = '[[searches]]\nalgorithm = "bfs"\n'


def test_all_problems_come_at_once_each_with_its_line_and_place(problems_of):
    problems = problems_of(
        """
        [experiment]
        results = "no/results.csv"
        [[boards]]
        random = 100
        sed = 1
        [[boards]]
        file = "missing.txt"
        [[searches]]
        algorithm = "bfs"
        [[searches]]
        algorithm = ["bfs", "asta"]
        preset = "new"
        wieght = 3
        conventions = { ties = [
          "heap",
          "up" ], graph = 1 }
        [limits]
        nodes = "many"
        """
    )
    assert [problem.split(": ")[:2] for problem in problems] == [
        ["grid.toml:3", "experiment.results"],
        ["grid.toml:6", "boards[0].sed"],
        ["grid.toml:8", "boards[1].file"],
        ["grid.toml:12", "searches[1].algorithm[1]"],
        ["grid.toml:13", "searches[1].preset"],
        ["grid.toml:14", "searches[1].wieght"],
        ["grid.toml:17", "searches[1].conventions.ties[1]"],
        ["grid.toml:17", "searches[1].conventions.graph"],
        ["grid.toml:19", "limits.nodes"],
    ]


def test_the_command_refuses_before_anything_runs(tmp_path):
    file = tmp_path / "grid.toml"
    file.write_text(BOARDS + '[[searches]]\nalgorithm = "asta"\npreset = "new"\n')
    told = invoke("experiment", str(file))
    assert told.exit_code == 2
    assert "there are 2 problems" in told.stderr
    assert "grid.toml:4: searches[0].algorithm: there is no algorithm 'asta'" in told.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["grid.toml"]


def test_the_command_only_checks(tmp_path):
    file = tmp_path / "grid.toml"
    file.write_text(BOARDS + SEARCHES)
    told = invoke("experiment", str(file), "--check")
    assert told.exit_code == 0
    assert "2 boards × 1 configuration = 2 cells" in told.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["grid.toml"]
