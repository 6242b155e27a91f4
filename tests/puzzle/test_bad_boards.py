"""Bad boards are told everything that is wrong with them, all at once."""

import pytest

from slidelab.puzzle import BadBoard, Board, PuzzleError

NO_BLANK = "the blank is missing: write 0, _ or . for it"
EMPTY = "the board is empty: write its tiles, such as 1,2,5,3,4,0,6,7,8"


def problems(text: str, shape: str | None = None) -> list[str]:
    with pytest.raises(BadBoard) as caught:
        Board.parse(text, shape)
    return caught.value.problems


@pytest.mark.parametrize("text", ["", "  ", "\n\n", "/", " / / ", "[]", "[[]]", "[[], []]"])
def test_an_empty_board(text: str) -> None:
    assert problems(text) == [EMPTY]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "1,2,2,3,4,0,6,7,8",
            ["tile 2 appears twice: row 1 column 2 and row 1 column 3", "tile 5 is missing"],
        ),
        (
            "1 1 1 / 2 2 0 / 6 7 8",
            [
                "tile 1 appears 3 times: row 1 column 1, row 1 column 2 and row 1 column 3",
                "tile 2 appears twice: row 2 column 1 and row 2 column 2",
                "tiles 3, 4 and 5 are missing",
            ],
        ),
        (
            "0 2 5 / 3 4 _ / 6 7 8",
            ["the blank appears twice: row 1 column 1 and row 2 column 3", "tile 1 is missing"],
        ),
        (
            "123456789",
            ["9 is out of range: a 3x3 board has the tiles 1 to 8", NO_BLANK],
        ),
        (
            "1,2,3,4,-5,6,7,12,0",
            [
                "-5 and 12 are out of range: a 3x3 board has the tiles 1 to 8",
                "tiles 5 and 8 are missing",
            ],
        ),
    ],
)
def test_repeated_missing_and_out_of_range(text: str, expected: list[str]) -> None:
    assert problems(text) == expected


@pytest.mark.parametrize(
    ("field", "problem"),
    [
        ("2.5", "2.5 is not a whole number"),
        ("2.0", "2.0 is not written as a whole number: write 2"),
        ("x", "x is not a number"),
        ("nan", "nan is not a number"),
        ("inf", "inf is not a number"),
        ("1_0", "1_0 is not a number"),
        ("9" * 5000, "999999999999999999999999… is out of range"),
    ],
)
def test_what_is_no_tile(field: str, problem: str) -> None:
    assert problems(f"1,{field},3,0") == [problem, "tile 2 is missing"]


def test_a_letter_in_a_run_of_digits() -> None:
    assert problems("15o487263") == ["o is not a number", NO_BLANK]


def test_values_of_other_types() -> None:
    assert problems('[[1, 2.5], [true, "y"]]') == [
        "2.5 is not a whole number",
        "True is not a number",
        "y is not a number",
        "tiles 2 and 3 are missing",
        NO_BLANK,
    ]


def test_an_empty_field_may_have_meant_the_blank() -> None:
    assert problems("1,,2,3,4,5,6,7,8") == [
        "nothing is written in row 1 column 2: write 0, _ or . there if it is the blank"
    ]


@pytest.mark.parametrize(
    ("text", "shape", "expected"),
    [
        (
            "1,2,5,3,4,0,6,7",
            "3x3",
            ["8 cells given, but a 3x3 board has 9 (1 too few)", "tile 8 is missing"],
        ),
        (
            "1,2,3,4,0,5,6",
            "2x3",
            [
                "7 cells given, but a 2x3 board has 6 (1 too many)",
                "6 is out of range: a 2x3 board has the tiles 1 to 5",
            ],
        ),
        (
            "1,2,5,3,4,0,6",
            None,
            ["7 cells given, but a 3x3 board has 9 (2 too few)", "tiles 7 and 8 are missing"],
        ),
        (
            "12345678",
            None,
            [
                "8 cells given, but a 3x3 board has 9 (1 too few); for another shape, name it",
                NO_BLANK,
            ],
        ),
    ],
)
def test_a_wrong_count_of_cells(text: str, shape: str | None, expected: list[str]) -> None:
    assert problems(text, shape) == expected


def test_too_many_cells() -> None:
    text = " ".join(map(str, range(500)))
    assert problems(text) == ["500 cells given, and a board has at most 400"]
    assert problems("\n".join(["1 2"] * 300)) == ["600 cells given, and a board has at most 400"]


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (6, "6 cells can be 2x3 or 3x2: give the shape, such as 2x3 (a 2x2 board has 4 cells)"),
        (8, "8 cells can be 2x4 or 4x2: give the shape, such as 2x4 (a 3x3 board has 9 cells)"),
        (
            12,
            "12 cells can be 2x6, 3x4, 4x3 or 6x2: give the shape, such as 2x6 "
            "(a 3x3 board has 9 cells)",
        ),
    ],
)
def test_an_ambiguous_shape_lists_the_possible_ones(cells: int, expected: str) -> None:
    assert problems(" ".join(map(str, range(cells)))) == [expected]


def test_ragged_rows() -> None:
    assert problems("1 2 5 / 3 4 / 6 7 8") == [
        "the rows differ in length: row 2 has 2 cells, where 3 are expected",
        NO_BLANK,
    ]
    assert problems("1 2 5 0\n3\n6 7\n4", shape="4x2") == [
        "the rows differ in length: row 1 has 4 cells, row 2 has 1 cell and row 4 has 1 cell, "
        "where 2 are expected"
    ]


def test_rows_against_the_shape_asked_for() -> None:
    assert problems("1 2 3 / 4 5 0", shape="3x2") == [
        "the rows given make a 2x3 board, but the shape asked for is 3x2"
    ]
    assert problems("[[1, 2, 3, 0]]") == ["a 1x4 board is too small: the smallest is 2x2"]


def test_everything_at_once() -> None:
    assert problems("0 2.5 x / 3 3 / 0 12 8") == [
        "2.5 is not a whole number",
        "x is not a number",
        "the rows differ in length: row 2 has 2 cells, where 3 are expected",
        "12 is out of range: a 3x3 board has the tiles 1 to 8",
        "the blank appears twice: row 1 column 1 and row 3 column 1",
        "tile 3 appears twice: row 2 column 1 and row 2 column 2",
        "tiles 1, 2, 4, 5, 6 and 7 are missing",
    ]


def test_text_that_is_no_board() -> None:
    assert problems("hello") == [
        "'hello' is not a board: write its tiles, such as 1,2,5,3,4,0,6,7,8"
    ]
    assert problems("123456789101112131415") == [
        "'123456789101112131415' is a run of 21 digits, and only boards of up to 10 cells can be "
        "written so: put commas or spaces between the tiles"
    ]
    assert problems("[1,2") == [
        "the list cannot be read: Expecting ',' delimiter at character 5; "
        "write [[1, 2, 5], [3, 4, 0], [6, 7, 8]]"
    ]
    assert problems("[" * 100_000) == [
        "the list cannot be read: it is nested too deeply or too large"
    ]


def test_cells_given_as_numbers_are_checked_too() -> None:
    with pytest.raises(BadBoard) as caught:
        Board([1, 2, 2, 2.5])  # type: ignore[arg-type]
    assert caught.value.problems == [
        "2.5 is not a whole number",
        "tile 2 appears twice: row 1 column 2 and row 2 column 1",
        "tile 3 is missing",
        NO_BLANK,
    ]


def test_errors_are_value_errors_that_print_every_problem() -> None:
    with pytest.raises(ValueError, match="tile 2 appears twice") as caught:
        Board.parse("1 2 / 2 0")
    assert isinstance(caught.value, PuzzleError)
    assert str(caught.value) == "\n".join(caught.value.problems)
