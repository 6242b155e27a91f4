"""On which line of a TOML text each value stands; the standard parser does not tell.

A *place* leads to a value as it would in Python: `("boards", 0, "seed")` is the key `seed` of the
first table `[[boards]]`. The text must be valid TOML.
"""

import re
from collections import deque

Place = tuple[str | int, ...]

_TOKEN = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}'  # strings of several lines
    r'|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\''  # strings of one
    r"|\#[^\n]*|[\[\]{},=]"  # comments, punctuation
    r"|[^\[\]{},=\#\"'\n]+",  # all else: bare keys with their dots, numbers, dates
    re.DOTALL,
)


def line_numbers(text: str) -> dict[Place, int]:
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
        self.lines: dict[Place, int] = {}
        self._tables_in_list: dict[Place, int] = {}
        self._tokens: deque[tuple[str, int]] = deque()
        line, at = 1, 0
        for found in _TOKEN.finditer(text):
            line += text.count("\n", at, found.start())
            at = found.start()
            if (token := found.group().strip()) and not token.startswith("#"):
                self._tokens.append((token, line))
        table: Place = ()
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

    def _header(self) -> Place:
        line = self._tokens[0][1]
        self._skip("[")
        is_list = self._skip("[")
        *outer, last = self._keys(end="]")
        if is_list:
            self._skip("]")
        place: Place = ()
        for key in outer:
            place = self._inside((*place, key))
        place = (*place, last)
        if is_list:
            self.lines.setdefault(place, line)
            self._tables_in_list[place] = self._tables_in_list.get(place, -1) + 1
            place = self._inside(place)
        self.lines[place] = line
        return place

    def _inside(self, place: Place) -> Place:
        """Where a table named by this place is: in a list of tables, the last of them."""
        number = self._tables_in_list.get(place)
        return place if number is None else (*place, number)

    def _keys(self, end: str) -> list[str]:
        keys: list[str] = []
        while not self._skip(end):
            token, _ = self._tokens.popleft()
            if token[0] in "\"'":
                keys.append(token[1:-1])
            else:
                keys += [key for part in token.split(".") if (key := part.strip())]
        return keys

    def _entry(self, table: Place) -> None:
        line = self._tokens[0][1]
        place = table
        for key in self._keys(end="="):
            place = (*place, key)
            self.lines.setdefault(place, line)
        self._value(place)

    def _value(self, place: Place) -> None:
        token, line = self._tokens.popleft()
        self.lines.setdefault(place, line)
        number = 0
        while token == "[" and not self._skip("]"):
            self._value((*place, number))
            number += 1
            self._skip(",")
        while token == "{" and not self._skip("}"):
            self._entry(place)
            self._skip(",")
