"""The table of a comparison on a terminal, filled row by row while the searches run."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from slidelab.cli.writing.comparison import BEST, HEADINGS, LEGEND, NUMBERS, Comparison


@contextmanager
def shown_live(comparison: Comparison) -> Iterator[None]:
    """Show the comparison as it grows; the whole table stays when it ends."""
    console = Console(highlight=False)
    console.print(comparison.description(), markup=False)
    console.print()
    with Live(console=console, refresh_per_second=8, get_renderable=lambda: _table(comparison)):
        yield
    console.print(f"\n{LEGEND}", style="dim", markup=False)


def _table(comparison: Comparison) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold underline")
    for at, heading in enumerate(HEADINGS):
        table.add_column(heading, justify="right" if at in NUMBERS else "left", no_wrap=True)
    done = len(comparison.results)
    for at, row in enumerate(comparison.rows()):
        style = "" if at < done else "yellow" if at == done else "dim"
        table.add_row(*map(_cell, row), style=style)
    return table


def _cell(text: str) -> Text:
    return Text(text, style="bold green" if text.endswith(BEST) else "")
