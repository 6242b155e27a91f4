"""On which line of a TOML text each value stands; the standard parser does not tell.

A *path* leads to a value as it would in Python: `("boards", 0, "seed")` is the key `seed` of the
first table `[[boards]]`. The text must be valid TOML.
"""

import re
from collections import deque

Path = tuple[str | int, ...]

_TOKEN = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}'  # strings of several lines
    r'|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\''  # strings of one
    r"|\#[^\n]*|[\[\]{},=]"  # comments, punctuation
    r"|[^\[\]{},=\#\"'\n]+",  # all else: bare keys with their dots, numbers, dates
    re.DOTALL,
)


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
    return _Reader(text).lines


class _Reader:
    def __init__(self, text: str) -> None:
        self.lines: dict[Path, int] = {}
        self._tables_in_list: dict[Path, int] = {}
        self._tokens: deque[tuple[str, int]] = deque()
        line, at = 1, 0
        for found in _TOKEN.finditer(text):
            line += text.count("\n", at, found.start())
            at = found.start()
            if (token := found.group().strip()) and not token.startswith("#"):
                self._tokens.append((token, line))
        table: Path = ()
        while self._tokens:
            if self._next_is("["):
                table = self._header()
            else:
                self._entry(table)

    def _next_is(self, token: str) -> bool:
        return self._tokens[0][0] == token

    def _skip(self, token: str) -> bool:
        """Whether this is the next token, which is then taken."""
        found = self._next_is(token)
        if found:
            self._tokens.popleft()
        return found

    def _header(self) -> Path:
        line = self._tokens[0][1]
        self._skip("[")
        is_list = self._skip("[")
        *outer, last = self._keys(end="]")
        if is_list:
            self._skip("]")
        path: Path = ()
        for key in outer:
            path = self._inside((*path, key))
        path = (*path, last)
        if is_list:
            self.lines.setdefault(path, line)
            self._tables_in_list[path] = self._tables_in_list.get(path, -1) + 1
            path = self._inside(path)
        self.lines[path] = line
        return path

    def _inside(self, path: Path) -> Path:
        """Where a table named by this path is: in a list of tables, the last of them."""
        number = self._tables_in_list.get(path)
        return path if number is None else (*path, number)

    def _keys(self, end: str) -> list[str]:
        keys: list[str] = []
        while not self._skip(end):
            token, _ = self._tokens.popleft()
            if token[0] in "\"'":
                keys.append(token[1:-1])
            else:
                keys += [key for part in token.split(".") if (key := part.strip())]
        return keys

    def _entry(self, table: Path) -> None:
        line = self._tokens[0][1]
        path = table
        for key in self._keys(end="="):
            path = (*path, key)
            self.lines.setdefault(path, line)
        self._value(path)

    def _value(self, path: Path) -> None:
        token, line = self._tokens.popleft()
        self.lines.setdefault(path, line)
        number = 0
        while token == "[" and not self._skip("]"):
            self._value((*path, number))
            number += 1
            self._skip(",")
        while token == "{" and not self._skip("}"):
            self._entry(path)
            self._skip(",")
