"""Telling a person what takes long before a search can begin."""

import sys


class Announcer:
    """Called with what is being done and the fraction done, it tells on standard error.

    On a terminal the fraction is kept up to date; elsewhere each thing is told once.
    """

    def __init__(self) -> None:
        self._doing = ""
        self._open_line = False

    def __call__(self, doing: str, fraction: float | None) -> None:
        """Tell that something is under way."""
        if sys.stderr is None:
            return
        live = sys.stderr.isatty() and fraction is not None
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
        """End the line that is kept up to date."""
        if self._open_line:
            sys.stderr.write("\n")
            self._open_line = False

    def __enter__(self) -> "Announcer":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
