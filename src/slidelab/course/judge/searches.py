"""The search that a program claims to make, in words: `astar manhattan`, `wastar weight=2`."""

from typing import Any

from slidelab.solving import SearchSpec


def read_search(words: Any) -> SearchSpec:
    """The search that the words name; raises ValueError that says what is wrong.

    >>> read_search("wastar euclidean weight=2").values
    {'weight': 2.0}
    """
    if not isinstance(words, str) or not words.strip():
        raise ValueError("write an algorithm and its heuristic, such as 'astar manhattan'")
    names = [word for word in words.split() if "=" not in word]
    parameters = dict(word.split("=", 1) for word in words.split() if "=" in word)
    if not 1 <= len(names) <= 2:
        raise ValueError(f"{words!r} must be an algorithm, perhaps with one heuristic")
    algorithm, heuristic = names[0], names[1] if len(names) == 2 else None
    numbers = {name: _number(value) for name, value in parameters.items()}
    spec = SearchSpec(algorithm, heuristic, parameters=numbers)
    if spec.heuristic is None and spec.method.informed:
        return SearchSpec(algorithm, "manhattan", parameters=numbers)
    return spec


def read_own_search(words: Any) -> SearchSpec:
    """The same for words that a stranger wrote: names of slidelab's own things only, never files.

    >>> read_own_search("astar evil.py:h")
    Traceback (most recent call last):
    ...
    ValueError: 'astar evil.py:h' names a file: only slidelab's own searches can be named here
    """
    if isinstance(words, str) and any(mark in words for mark in (".py", ":", "/", "\\")):
        raise ValueError(f"{words!r} names a file: only slidelab's own searches can be named here")
    return read_search(words)


def _number(text: str) -> Any:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
