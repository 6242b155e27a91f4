"""TOML files read into validated tables; every mistake is reported with its line."""

# ruff: noqa: N818 - `raise BadFile` reads as English.

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from functools import cache
from itertools import product
from pathlib import Path
from tomllib import TOMLDecodeError, loads
from typing import TYPE_CHECKING, Annotated, Any, Self, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import InitErrorDetails, PydanticCustomError

from slidelab.puzzle import PuzzleError
from slidelab.puzzle.wording import shorten

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

Place = tuple[str | int, ...]
"""Leads to a value as in Python: `("boards", 0, "seed")` is the key `seed` of the first table
`[[boards]]`."""

T = TypeVar("T")
Options = Annotated[
    list[T],
    BeforeValidator(lambda value: value if isinstance(value, list) else [value]),
    Field(min_length=1),
]
"""One value, or a list of values to try."""

Text = Annotated[str, Field(pattern=r"\S")]
"""A text that is not empty."""


class TomlTable(BaseModel):
    """A table of a TOML file: a number in quotes is rejected, and so are unknown keys."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @classmethod
    def read(cls, values: Any, context: Any = None) -> Self:
        """The table that has these values; raises ValidationError with all that is wrong."""
        try:
            return cls.model_validate(values, context=context)
        except ValidationError as error:
            raise bad_values(
                *((each["loc"], _describe(each, cls)) for each in error.errors())
            ) from None


def bad_values(*problems: tuple[Place, str | ValueError]) -> ValidationError:
    """An error that says what is wrong with which values; paths lead there within a table."""
    return ValidationError.from_exception_data(
        "file",
        [
            InitErrorDetails(
                type=PydanticCustomError("bad_value", "{words}", {"words": str(words)}),
                loc=path,
                input=None,
            )
            for path, words in problems
        ],
    )


def bad_value(words: str | ValueError, *path: str | int) -> ValidationError:
    """An error that says what is wrong with one value."""
    return bad_values((path, words))


_WRONG = {
    "missing": "{0} is missing",
    "too_short": "{0} is an empty list",
    "string_pattern_mismatch": "{0} must not be empty",
    "list_type": "{0} must be a list: write [[{0}]] for tables, or {0} = […]",
    "dict_type": "{0} must be a table",
    "model_type": "{0} must be a table",
}
"""What is wrong with a key, by Pydantic's name for it."""


def _describe(error: "ErrorDetails", model: type[BaseModel]) -> str:
    key = error["loc"][-1] if error["loc"] else ""
    if error["type"] in _WRONG:
        return _WRONG[error["type"]].format(key)
    match error["type"]:
        case "bad_value":
            return error["msg"]
        case "value_error":
            return str(error["ctx"]["error"])
        case "extra_forbidden":
            known = _list_keys(model, error["loc"][:-1])
            near = get_close_matches(str(key), known, n=1)
            hint = f"; did you mean {near[0]}?" if near else f": write {', '.join(known)}"
            return f"unknown key {key!r}{hint}"
    return f"{shorten(repr(error['input']))} {error['msg'].removeprefix('Input ')}"


def _list_keys(model: type[BaseModel], path: Place) -> list[str]:
    """The keys of the table within the model that the path leads to."""
    for part in path:
        inner = model.model_fields[str(part)].annotation
        assert isinstance(inner, type)
        assert issubclass(inner, BaseModel)
        model = inner
    return [field.alias or name for name, field in model.model_fields.items()]


_ENDS = [
    quotes + "".join(brackets)
    for nesting in range(4)
    for quotes in ("", '"""', "'''")
    for brackets in product("]}", repeat=nesting)
]
"""What may have to follow a line in the middle of a value, so that it is TOML."""


class BadFile(PuzzleError):
    """A file that cannot be used; `problems` holds one line per problem."""


@contextmanager
def open_toml(file: Path) -> Iterator[dict[str, Any]]:
    """The values of a TOML file; inside the block, what is wrong with them becomes a BadFile.

    Raises BadFile when it is not TOML, too, and OSError when it cannot be read.
    """
    try:
        text = file.read_text(encoding="utf-8-sig")
        values = loads(text)
    except UnicodeDecodeError:
        raise BadFile(f"{file.name}: this is not a text file in UTF-8") from None
    except TOMLDecodeError as error:
        raise _explain_toml(file, error) from None
    except RecursionError:
        raise BadFile(f"{file.name}: its lists and tables are nested too deeply") from None
    try:
        yield values
    except ValidationError as error:
        raise _explain(file, text, values, error) from None


def _explain_toml(file: Path, error: TOMLDecodeError) -> BadFile:
    """The parser's message with the line in front, as all problems have it."""
    found = re.fullmatch(r"(.*) \(at line (\d+), (column \d+)\)", str(error))
    if found is None:
        return BadFile(f"{file.name}: {error}")
    message, line, column = found.groups()
    return BadFile(f"{file.name}:{line}: {message} ({column})")


def _explain(file: Path, text: str, values: dict[str, Any], error: ValidationError) -> BadFile:
    """What is wrong with the values of the file, in the order of its lines."""
    line_of = line_finder(text)
    found: list[tuple[int, str]] = []
    for each in error.errors():
        path = _follow(each["loc"], values)
        place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
        line = line_of(path)
        where = f"{file.name}:{line}: " + (f"{place[1:]}: " if place else "")
        found += [(line, where + problem) for problem in each["msg"].splitlines()]
    found.sort(key=lambda one: one[0])
    return BadFile(*dict.fromkeys(problem for _, problem in found))


def line_finder(text: str) -> Callable[[Place], int]:
    """Return the function from the place of a value in a TOML text to its line, counted from 1.

    The standard parser tells no lines. But it can parse the first N lines, and a value
    is on the first line with which it is there.

    >>> line_of = line_finder('''
    ... [[boards]]
    ... random = 10
    ... [[searches]]
    ... algorithm = ["bfs",
    ...              "dfs"]
    ... ''')
    >>> line_of(("boards", 0, "random")), line_of(("searches", 0, "algorithm", 1))
    (3, 6)
    """
    lines = text.split("\n")

    @cache
    def parse_first(number: int) -> dict[str, Any]:
        for end in _ENDS:
            with suppress(TOMLDecodeError):
                return loads("\n".join([*lines[:number], end]))
        return {}

    def line_of(place: Place) -> int:
        numbers = range(1, len(lines))
        return 1 + bisect_left(numbers, True, key=lambda n: _follow(place, parse_first(n)) == place)

    return line_of


def _follow(path: Place, values: Any) -> Place:
    """The parts of the path that lead to something in the file.

    A single value stands for a list of one, and a key that is missing leads nowhere.
    """
    found: Place = ()
    for part in path:
        if isinstance(values, list):
            values = dict(enumerate(values))
        if isinstance(values, dict) and part in values:
            values, found = values[part], (*found, part)
    return found
