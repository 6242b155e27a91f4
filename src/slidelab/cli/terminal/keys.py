"""Reading single key presses."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

if sys.platform == "win32":
    import msvcrt

    @contextmanager
    def key_presses() -> Iterator[Callable[[], str]]:
        """Give a function that waits for a key and returns it."""
        yield msvcrt.getwch

else:
    import os
    import termios
    import tty

    @contextmanager
    def key_presses() -> Iterator[Callable[[], str]]:
        """Give a function that waits for a key and returns it; "" when there will be no more."""
        terminal = sys.stdin.fileno()
        before = termios.tcgetattr(terminal)
        tty.setcbreak(terminal)
        try:
            # An arrow key sends several bytes; read together they are one press.
            yield lambda: os.read(terminal, 16).decode(errors="replace")
        finally:
            termios.tcsetattr(terminal, termios.TCSADRAIN, before)
