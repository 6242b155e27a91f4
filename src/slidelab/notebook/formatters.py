"""How boards, results, films and comparisons show themselves in a notebook.

IPython is told when slidelab is imported in a notebook, and nothing is loaded until something is
shown. What is shown is HTML that holds all it needs, and no widget: it still works when the
notebook is opened again without its kernel, and in a page that was exported from it.
"""

from importlib import import_module
from typing import Any

_SHOWN = {
    "slidelab.puzzle.board": "Board",
    "slidelab.solving.result": "Result",
    "slidelab.lab.film": "Film",
    "slidelab.lab.comparison": "Comparison",
}


def register() -> None:
    """Tell a notebook's kernel; a terminal keeps its text."""
    shell = import_module("IPython").get_ipython()
    if getattr(shell, "kernel", None) is None:
        return
    for module, name in _SHOWN.items():
        shell.display_formatter.formatters["text/html"].for_type_by_name(module, name, _html)


def _html(thing: Any) -> str:
    from slidelab.notebook.pieces import whole_piece

    return whole_piece(thing)
