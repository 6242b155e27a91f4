"""Telling a person what takes long before a search can begin."""

import sys


class Announcer:
    """Called with what is being done and the fraction done, it tells on standard error.

    On a terminal the fraction is kept up to date, unless something else is drawn there meanwhile
    (`in_place=False`); elsewhere each thing is told once.
    """

    def __init__(self, in_place: bool = True) -> None:
        self._in_place = in_place
        self._doing = ""
        self._open_line = False

    def __call__(self, doing: str, fraction: float | None) -> None:
        """Tell that something is under way."""
        if sys.stderr is None:
            return
        live = self._in_place and fraction is not None and sys.stderr.isatty()
        if doing != self._doing:
            self.close()
            self._doing = doing
            if not live:
                print(f"{_capital(doing)} …", file=sys.stderr, flush=True)
        if live:
            sys.stderr.write(f"\r\x1b[K{_capital(doing)} … {fraction:.0%}")
            sys.stderr.flush()
            self._open_line = True

    def close(self) -> None:
        """End the line that is kept up to date, so that others can write."""
        if self._open_line:
            print(file=sys.stderr, flush=True)
            self._open_line = False

    def __enter__(self) -> "Announcer":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
