"""The pieces of HTML that things are shown as, and what is loaded for it."""

import json
import re
import subprocess
import sys

import pytest

from slidelab import Board, Limits, compare, solve, watch
from slidelab.notebook.pieces import film_piece, piece_of, whole_piece

UNSOLVABLE = "123456870"


def told(piece):
    """What is written into an element."""
    [text] = re.findall(r'<script type="application/json">(.*?)</script>', piece, re.S)
    return json.loads(text)


def test_a_board_and_a_path_are_elements_with_a_picture_inside():
    assert '<slide-board cells="1,2,3,0" shape="2x2"' in piece_of(Board("1 2 / 3 0"))
    piece = piece_of(solve("125340678"))
    assert 'moves="ULL"' in piece
    assert "</svg></slide-player>" in piece
    assert "3 expanded" in piece


def test_a_search_without_a_path_still_shows_its_figures():
    assert "<slide-player" not in piece_of(solve("867254301", limits=Limits(nodes=5)))
    assert "node-limit" in piece_of(solve("867254301", limits=Limits(nodes=5)))


def test_a_film_is_written_with_its_pseudo_code_and_step():
    film = watch("125340678", algorithm="bfs")
    piece = film_piece(film, step=7)
    assert '<search-film step="7">' in piece
    assert told(piece)["film"] == film.to_dict()
    assert any("expand" in line["events"] for line in told(piece)["pseudocode"])
    assert told(piece)["graph"] is True


def test_a_comparison_tells_every_search():
    compared = compare("125340678", ["bfs", "astar misplaced tree"])
    rows = told(piece_of(compared))["rows"]
    assert [(row["label"], row["cost"], row["moves"]) for row in rows] == [
        ("bfs", 3, "ULL"),
        ("astar misplaced tree", 3, "ULL"),
    ]
    assert [row["expanded"] for row in rows] == [r.counters.expanded for r in compared]
    assert list(compared.to_frame()["algorithm"]) == ["bfs", "astar"]


def test_what_cannot_be_compared_says_so():
    with pytest.raises(ValueError, match="name the searches to compare"):
        compare("125340678", [])
    with pytest.raises(ValueError, match="unrecognised word 'sideways'"):
        compare("125340678", ["bfs sideways"])
    none = compare(UNSOLVABLE, ["bfs"], goal="blank-last")
    assert told(piece_of(none))["rows"][0]["moves"] is None


def test_no_text_ends_the_element_early():
    page = whole_piece(watch("125340678"))
    assert page.count("<script") == page.count("</script>") == 2


def loaded(code):
    """Which of some packages are loaded after running a program."""
    heavy = "{'anywidget', 'ipywidgets', 'slidelab.notebook.pieces', 'slidelab.lab.film'}"
    code = f"{code}; import sys; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_nothing_is_loaded_before_something_is_shown():
    assert loaded("import slidelab; slidelab.solve('125340678')") == "[]"
    assert loaded("import IPython, slidelab; slidelab.Board('125340678')") == "[]"


def test_in_a_terminal_text_stays_text():
    pytest.importorskip("IPython")
    code = (
        "from IPython.terminal.interactiveshell import TerminalInteractiveShell as Shell;"
        "shell = Shell.instance(); import slidelab;"
        "board = slidelab.Board('125340678');"
        "print('text/html' in shell.display_formatter.format(board)[0])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_a_widget_without_its_package_says_what_to_install():
    code = (
        "import sys; sys.modules['anywidget'] = None\n"
        "try:\n    from slidelab.notebook import BoardWidget\n"
        "except ImportError as error:\n    print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "pip install 'slidelab[notebook]'" in done.stdout
