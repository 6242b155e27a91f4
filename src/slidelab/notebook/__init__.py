"""Boards, results, films and comparisons in notebooks: as rich output, and as widgets.

Importing slidelab in a notebook registers them with IPython; nothing is loaded until something is
shown. The output is self-contained HTML rather than a widget, so it still works when the notebook
is opened again without its kernel, and in an exported page.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from slidelab.notebook.widgets import BoardWidget as BoardWidget
    from slidelab.notebook.widgets import PieceWidget as PieceWidget
    from slidelab.notebook.widgets import widget as widget

__all__ = ["BoardWidget", "PieceWidget", "widget"]

_SHOWN = {
    "slidelab.puzzle.board": "Board",
    "slidelab.solving.result": "Result",
    "slidelab.lab.film": "Film",
    "slidelab.lab.compare": "Comparison",
}


def register() -> None:
    """Tell a notebook's kernel how things show themselves; a terminal keeps its text."""
    shell = import_module("IPython").get_ipython()
    if getattr(shell, "kernel", None) is None:
        return
    for module, name in _SHOWN.items():
        shell.display_formatter.formatters["text/html"].for_type_by_name(module, name, _html)


def _html(thing: Any) -> str:
    from slidelab.notebook.pieces import whole_piece

    return whole_piece(thing)


def __getattr__(name: str) -> object:
    if name in __all__:  # anywidget takes a while to import, and may not be there
        from slidelab.notebook import widgets

        return getattr(widgets, name)
    raise AttributeError(f"module 'slidelab.notebook' has no attribute {name!r}")
