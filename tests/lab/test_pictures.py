"""Pictures of boards, paths and search trees, in every format."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from PIL import Image

import slidelab as sl
from slidelab.lab.film_picture import draw_tree, grow_tree, lay_out, step_after
from slidelab.puzzle.pictures import ENDINGS, path_diagram

BOARD = sl.Board("125340678")
RESULT = BOARD.solve()
FILM = sl.watch(BOARD, "astar")
SVG = "{http://www.w3.org/2000/svg}"


def numbers(svg: str) -> list[str]:
    root = ElementTree.fromstring(svg)
    return [text.text for text in root.iter(f"{SVG}text") if text.get("font-size") != "12"]


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("thing", [BOARD, RESULT, FILM], ids=["board", "path", "tree"])
def test_each_thing_is_written_in_each_format(thing, ending, tmp_path):
    file = tmp_path / f"picture{ending}"
    thing.save(file)
    if ending in (".png", ".gif"):
        with Image.open(file) as image:
            assert image.format == ending[1:].upper()
            assert min(image.size) > 100
    else:
        text = file.read_text()
        kind = {".svg": "<svg", ".dot": "digraph", ".gv": "digraph"}.get(ending, r"\documentclass")
        assert text.startswith(kind)
        assert text.count("{") == text.count("}")


def test_an_svg_shows_every_tile_once():
    assert numbers(BOARD.to_svg()) == list("12534678")
    assert numbers(RESULT.to_svg()) == [str(t) for board in RESULT.path for t in board if t]


def test_a_path_has_its_moves_below():
    captions = [box.caption for box in path_diagram(RESULT.path, RESULT.moves).boxes]
    assert captions == ["start", "1. Up", "2. Left", "3. Left"]


def test_a_path_that_breaks_into_rows_is_one_graph():
    result = sl.Board.random(distance=20, seed=1).solve()
    diagram = path_diagram(result.path, result.moves)
    assert len(diagram.links) == 20
    assert len(diagram.lines) == 18  # three rows
    assert diagram.width < 9 * diagram.boxes[0].width * 1.2


def test_a_gif_plays_the_path_and_lets_the_tree_grow(tmp_path):
    RESULT.save(tmp_path / "path.gif")
    FILM.save(tmp_path / "tree.gif")
    with Image.open(tmp_path / "path.gif") as image:
        assert image.n_frames == 4
    frames = list(grow_tree(FILM, len(FILM.events.kind) - 1))
    assert len(frames) == FILM.result.counters.expanded + 1
    sizes = [len(frame.boxes) for frame in frames]
    assert sizes == sorted(sizes)
    assert len(frames[-1].boxes) == len(FILM.nodes.g)


def test_a_tree_shows_what_has_become_of_each_node():
    whole = draw_tree(FILM, len(FILM.events.kind) - 1)
    looks = [box.look for box in whole.boxes]
    assert looks.count("expanded") == FILM.result.counters.expanded
    assert looks.count("goal") == 1
    assert looks.count("dropped") == FILM.result.counters.duplicates
    assert len(whole.links) == len(whole.boxes) - 1
    assert sum(link.on_path for link in whole.links) == 3
    assert whole.boxes[0].caption == "0+3"
    assert len(draw_tree(FILM, step_after(FILM, 1)).boxes) == 4


def test_boxes_of_a_tree_do_not_overlap():
    film = sl.watch(sl.Board.random(seed=1), "bfs", limits=sl.Limits(nodes=60))
    boxes = draw_tree(film, len(film.events.kind) - 1).boxes
    rows: dict[float, list[float]] = {}
    for box in boxes:
        rows.setdefault(box.y, []).append(box.x)
    for places in rows.values():
        places.sort()
        assert all(b - a > boxes[0].width for a, b in pairwise(places))


def test_parents_stand_over_the_middle_of_their_children():
    places = lay_out([0], {0: [1, 2, 3], 1: [4, 5], 2: [], 3: [], 4: [], 5: []})
    assert places[0] == (pytest.approx((places[1][0] + places[3][0]) / 2), 0)
    assert places[1][0] == pytest.approx((places[4][0] + places[5][0]) / 2)
    assert min(x for x, _ in places.values()) == 0


@pytest.mark.parametrize(
    ("draw", "problem"),
    [
        (lambda folder: BOARD.save(folder / "x.bmp"), "'x.bmp' is not a picture"),
        (lambda folder: sl.solve("012345687").to_svg(), "there is no path to draw"),
        (lambda folder: FILM.to_svg(step=10**6), "step is 1000000; it must be a whole number"),
        (lambda folder: FILM.to_svg(step=0), "shows nothing yet"),
    ],
)
def test_what_cannot_be_drawn_is_told(draw, problem, tmp_path):
    with pytest.raises(ValueError, match=problem):
        draw(tmp_path)
    with pytest.raises(FileNotFoundError):
        BOARD.save(tmp_path / "no" / "board.svg")


def test_a_tree_too_large_to_look_at_is_told():
    film = sl.watch("867254301", "bfs", limits=sl.Limits(nodes=2000))
    with pytest.raises(ValueError, match=r"the tree has [\d,]+ nodes at this step"):
        film.to_svg(step=len(film.events.kind) - 1)
    assert len(numbers(film.to_svg())) % 8 == 0


def test_dot_and_tikz_name_every_board():
    from slidelab.puzzle.pictures.markup import as_dot, as_tikz

    diagram = draw_tree(FILM, len(FILM.events.kind) - 1)
    dot, tikz = as_dot(diagram), as_tikz(diagram)
    assert len(re.findall(r"^  n\d+ \[label", dot, re.MULTILINE)) == len(diagram.boxes)
    assert dot.count("->") == len(diagram.links)
    assert tikz.count(r"\filldraw") == 8 * len(diagram.boxes)
