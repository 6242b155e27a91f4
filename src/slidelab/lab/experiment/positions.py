"""On which line of a TOML text each value stands; the standard parser does not tell.

A *path* leads to a value as it would in Python: `("boards", 0, "seed")` is the key `seed` of the
first table `[[boards]]`. The text must be valid TOML.
"""

import re

Path = tuple[str | int, ...]

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_KEY = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|[A-Za-z0-9_-]+')
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'', re.DOTALL
)
_SCALAR = re.compile(r"[^,\]}#\n]*")


def line_numbers(text: str) -> dict[Path, int]:
    """The line, counted from 1, of every table, key and element of a list.

    >>> lines = line_numbers('''
    ... [[boards]]
    ... random = 10
    ... [[searches]]
    ... algorithm = ["bfs",
    ...              "dfs"]
    ... ''')
    >>> lines["boards", 0, "random"], lines["searches", 0, "algorithm", 1]
    (3, 6)
    """
    return _Scanner(text).scan()


class _Scanner:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._lines: dict[Path, int] = {}
        self._tables_in_list: dict[Path, int] = {}

    def scan(self) -> dict[Path, int]:
        table: Path = ()
        self._skip(_BLANK)
        while self._at < len(self._text):
            if self._peek("["):
                table = self._header()
            else:
                self._entry(table)
            self._skip(_BLANK)
        return self._lines

    def _header(self) -> Path:
        is_list = self._peek("[[")
        self._at += 2 if is_list else 1
        line = self._line()
        *outer, last = self._keys()
        self._at += 2 if is_list else 1
        path: Path = ()
        for key in outer:
            path = self._inside((*path, key))
        path = (*path, last)
        if is_list:
            self._lines.setdefault(path, line)
            self._tables_in_list[path] = self._tables_in_list.get(path, -1) + 1
            path = self._inside(path)
        self._lines[path] = line
        return path

    def _inside(self, path: Path) -> Path:
        """Where a table named by this path is: in a list of tables, the last of them."""
        number = self._tables_in_list.get(path)
        return path if number is None else (*path, number)

    def _entry(self, table: Path) -> None:
        line = self._line()
        path = table
        for key in self._keys():
            path = (*path, key)
            self._lines.setdefault(path, line)
        self._skip(_SPACE)
        self._at += len("=")
        self._value(path)

    def _keys(self) -> list[str]:
        keys = []
        while True:
            self._skip(_SPACE)
            keys.append(self._take(_KEY).strip("\"'"))
            self._skip(_SPACE)
            if not self._peek("."):
                return keys
            self._at += 1

    def _value(self, path: Path) -> None:
        self._skip(_SPACE)
        self._lines.setdefault(path, self._line())
        if self._peek("["):
            self._list(path)
        elif self._peek("{"):
            self._inline_table(path)
        elif self._peek('"') or self._peek("'"):
            self._skip(_STRING)
        else:
            self._skip(_SCALAR)

    def _list(self, path: Path) -> None:
        self._at += 1
        number = 0
        while True:
            self._skip(_BLANK)
            if self._peek("]"):
                self._at += 1
                return
            if self._peek(","):
                self._at += 1
                number += 1
            else:
                self._value((*path, number))

    def _inline_table(self, path: Path) -> None:
        self._at += 1
        while True:
            self._skip(_BLANK)
            if self._peek("}"):
                self._at += 1
                return
            if self._peek(","):
                self._at += 1
            else:
                self._entry(path)

    def _line(self) -> int:
        return self._text.count("\n", 0, self._at) + 1

    def _peek(self, text: str) -> bool:
        return self._text.startswith(text, self._at)

    def _skip(self, pattern: re.Pattern[str]) -> None:
        self._take(pattern)

    def _take(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self._text, self._at)
        assert match is not None, "the text is not valid TOML"
        self._at = match.end()
        return match.group()
