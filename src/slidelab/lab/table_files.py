"""Tables as files: CSV, JSON and Parquet, by the ending of the name."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, TextIO

from slidelab.system.files import replacing

TableRow = Mapping[str, Any]

_ROWS_A_PART = 10_000

PARQUET_HINT = "Parquet files need pyarrow: pip install 'slidelab[parquet]'"


def check_table_name(path: Path) -> str:
    """The ending of the name, without its dot.

    Raises ValueError for an ending that is not known, and for Parquet where pyarrow is missing.
    """
    ending = path.suffix.lower().removeprefix(".")
    if ending not in ("csv", "json", "parquet"):
        raise ValueError(f"{path.name} must end in .csv, .json or .parquet")
    if ending == "parquet":
        from importlib.util import find_spec

        if find_spec("pyarrow") is None:
            raise ValueError(PARQUET_HINT)
    return ending


def write_table(path: Path, columns: Sequence[str], rows: Iterable[TableRow]) -> None:
    """Write the rows; the file appears whole under its name, or not at all.

    Raises ValueError as `check_table_name` does, and OSError when it cannot be written.
    """
    writers = {"csv": _write_csv, "json": _write_json, "parquet": _write_parquet}
    write = writers[check_table_name(path)]
    with replacing(path) as beside:
        write(beside, columns, rows)


def read_table(path: Path) -> list[dict[str, Any]]:
    """The rows of a CSV, JSON or Parquet file; fields of a CSV are text, empty ones are None.

    Raises ValueError for any other file, and OSError when it cannot be read.
    """
    ending = check_table_name(path)
    if ending == "parquet":
        found: list[dict[str, Any]] = import_module("pyarrow.parquet").read_table(path).to_pylist()
        return found
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            return _read_json(file, path) if ending == "json" else _read_csv(file, path)
    except RecursionError:
        raise ValueError(f"{path} is nested too deeply to be a table") from None


def html_table(headings: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """The rows as a table of a page; what is in the cells is escaped here."""
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    cells = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows)
    return f"<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"


def _write_csv(path: Path, columns: Sequence[str], rows: Iterable[TableRow]) -> None:
    from csv import DictWriter

    with path.open("x", encoding="utf-8", newline="") as file:
        writer = DictWriter(file, columns, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def _write_json(path: Path, columns: Sequence[str], rows: Iterable[TableRow]) -> None:
    from json import dumps

    with path.open("x", encoding="utf-8") as file:
        separator = "[\n"
        for row in rows:
            file.write(separator + dumps({name: row[name] for name in columns}))
            separator = ",\n"
        file.write("\n]\n" if separator == ",\n" else "[]\n")


def _write_parquet(path: Path, columns: Sequence[str], rows: Iterable[TableRow]) -> None:
    pyarrow: Any = import_module("pyarrow")
    # The type of a column is known only at the end, for its first values may all be missing. Until
    # then the rows are kept as Arrow has them, many times smaller than Python's objects.
    parts = [pyarrow.table({name: [] for name in columns})]
    left = iter(rows)
    while part := list(islice(left, _ROWS_A_PART)):
        parts.append(pyarrow.Table.from_pylist(part).select(columns))
    whole = pyarrow.concat_tables(parts, promote_options="permissive")
    import_module("pyarrow.parquet").write_table(whole, path)


def _read_csv(file: TextIO, path: Path) -> list[dict[str, Any]]:
    from csv import DictReader, Error

    reader = DictReader(file)
    try:
        if not reader.fieldnames:
            raise ValueError(f"{path} is empty")
        rows = [{name: value or None for name, value in row.items()} for row in reader]
    except Error as error:  # a field of more than 131,072 characters, or a stray zero byte
        raise ValueError(f"{path}: line {reader.line_num + 1}: {error}") from None
    for number, row in enumerate(rows, start=2):
        if None in row or len(row) != len(reader.fieldnames):
            raise ValueError(f"{path}: line {number} has too many fields")
    return rows


def _read_json(file: TextIO, path: Path) -> list[dict[str, Any]]:
    from json import load

    rows = load(file)
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise ValueError(f"{path} is not a list of objects")
    return rows
