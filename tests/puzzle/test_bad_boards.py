"""A bad board is refused with everything that is wrong with it."""

import pytest

from slidelab.errors import SlidelabError
from slidelab.puzzle import BadBoard, Board

EMPTY = ["empty"]
NO_BLANK = "missing: the blank"
BAD = [
    # text, shape, and what each problem must name
    *((text, None, [EMPTY]) for text in ("", "  ", "\n\n", "/", " / / ", "[]", "[[]]", "[[], []]")),
    ("1,2,2,3,4,0,6,7,8", None, [["tile 2", "2 times", "row 1 column 2", "row 1 column 3"],
                                 ["missing: tile 5"]]),
    ("1 1 1 / 2 2 0 / 6 7 8", None, [["tile 1", "3 times"], ["tile 2", "2 times"],
                                     ["tile 3, tile 4 and tile 5"]]),
    ("0 2 5 / 3 4 _ / 6 7 8", None, [["blank", "2 times", "row 2 column 3"], ["tile 1"]]),
    ("123456789", None, [["out of range: 9", "3x3", "1 to 8"], [NO_BLANK]]),
    ("1,2,3,4,-5,6,7,12,0", None, [["range: -5 and 12"], ["missing: tile 5 and tile 8"]]),
    ("1,2.5,3,0", None, [["2.5", "whole number"], ["missing: tile 2"]]),
    ("1,2.0,3,0", None, [["2.0 is not a whole number"], ["tile 2"]]),
    ("1,x,3,0", None, [["x is not a whole number"], ["tile 2"]]),
    ("1,nan,3,0", None, [["nan is not a whole number"], ["tile 2"]]),
    ("1,1_0,3,0", None, [["1_0 is not a whole number"], ["tile 2"]]),
    ("1," + "9" * 5000 + ",3,0", None, [["9999…", "not a whole number"], ["tile 2"]]),
    ("1,,2,3,4,5,6,7,8", None, [["empty field is not"], ["missing: the blank (0, _ or .)"]]),
    ("1,2,5,3,4,0,6,7", "3x3", [["8 cells", "3x3", "9"], ["missing: tile 8"]]),
    ("1,2,3,4,0,5,6", "2x3", [["7 cells", "2x3"], ["out of range: 6"]]),
    ("1,2,5,3,4,0,6", None, [["7 cells", "3x3"], ["tile 7 and tile 8"]]),
    ("12345678", None, [["8 cells", "2x4 or 4x2", "3x3"]]),
    ("0 1 2 3 4 5", None, [["6 cells", "2x3 or 3x2", "give the shape"]]),
    (" ".join(map(str, range(12))), None, [["12 cells", "2x6, 3x4, 4x3 or 6x2"]]),
    (" ".join(map(str, range(500))), None, [["500 cells", "at most"]]),
    ("\n".join(["1 2"] * 300), None, [["600 cells", "at most"]]),
    ("1 2 5 / 3 4 / 6 7 8", None, [["row 2 has 2 cells", "3 are expected"], [NO_BLANK]]),
    ("1 2 5 0\n3\n6 7\n4", "4x2", [["row 1 has 4", "row 4 has 1", "2 are expected"]]),
    ("1 2 3 / 4 5 0", "3x2", [["2x3", "3x2"]]),
    ("1\n2\n3\n0", None, [["4x1", "too small", "2x2"]]),
    ("0 2.5 x / 3 3 / 0 12 8", None, [["row 2 has 2 cells"], ["2.5"], ["x"],
                                      ["the blank", "2 times"], ["tile 3", "2 times"],
                                      ["range: 12"], ["tile 1, tile 2, tile 4"]]),
    *((word, None, [[f"'{word}' is not a board", "such as", hint]])
      for word, hint in (("hello", "Path"), ("15o487263", "Path"), ("3x3", "--shape 3x3"))),
    ("123456789101112131415", None, [["21 digits", "10 cells", "commas or spaces"]]),
    # read in time that grows with the length, not with its square
    ("[" * 100_000, None, [EMPTY]),
    ("a" * 100_000 + ",", None, [["2 cells"], ["aaaa…"], ["empty field"], ["tile 2"]]),
    ("1" + "/" * 100_000 + "1", None, [["100001x0", "too small"]]),
    ("korf:101", None, [["korf:101", "korf:1 to korf:100"]]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "shape", "expected"), BAD, ids=lambda value: repr(value)[:40])
def test_every_problem_is_named(text: str, shape: str | None, expected: list[list[str]]) -> None:
    with pytest.raises(BadBoard) as caught:
        Board(text, shape)
    problems = caught.value.problems
    assert len(problems) == len(expected), problems
    for problem, names in zip(problems, expected, strict=True):
        assert [name for name in names if name not in problem] == [], problem
    assert str(caught.value).splitlines() == problems
    assert isinstance(caught.value, SlidelabError)


def test_cells_given_as_numbers_are_checked_too() -> None:
    with pytest.raises(BadBoard) as caught:
        Board([1, 2, 2, 2.5])  # type: ignore[arg-type]
    for problem in ("2.5", "tile 2 appears 2 times", "missing: the blank (0, _ or .) and tile 3"):
        assert problem in str(caught.value)


@pytest.mark.parametrize("given", [None, 5, 2.5])
def test_objects_of_other_types_are_refused(given: object) -> None:
    with pytest.raises(TypeError, match="board"):
        Board(given)  # type: ignore[arg-type]
