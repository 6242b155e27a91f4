"""Helpers for the sentences that users read."""

import signal
from collections.abc import Sequence

LONGEST_LIST = 8
LONGEST_QUOTE = 24


def phrase(items: Sequence[object], last: str = "and") -> str:
    """Join the items as a phrase; a long list is cut short, so that a message stays a message.

    >>> phrase([7]), phrase([6, 7, 8]), phrase(["2x3", "3x2"], last="or")
    ('7', '6, 7 and 8', '2x3 or 3x2')
    >>> phrase(range(1, 100))
    '1, 2, 3, 4, 5, 6, 7, 8 and 91 more'
    """
    words = [str(item) for item in items[:LONGEST_LIST]]
    if len(items) > len(words):
        return f"{', '.join(words)} and {len(items) - len(words)} more"
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def plural(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> plural(1, "cell"), plural(9, "cell"), plural(0, "search")
    ('1 cell', '9 cells', '0 searches')
    """
    ending = "" if number == 1 else "es" if noun.endswith("ch") else "s"
    return f"{number:,} {noun}{ending}"


def signal_name(number: int) -> str:
    """Return the name of a signal, or its number if it has none."""
    names = {each.value: each.name for each in signal.Signals}
    return names.get(number, f"signal {number}")


def printable(text: str) -> str:
    r"""Spell out control characters, since a message may quote anything.

    >>> printable("\x1b[31m red, \ud800, é")
    '\\x1b[31m red, \\ud800, é'
    """
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def shorten(text: str, most: int = LONGEST_QUOTE) -> str:
    """Cut a text that is too long to quote in a message."""
    return text if len(text) <= most else text[:most] + "…"
