"""Boards, results, films and comparisons in notebooks: as HTML, and as widgets.

They show themselves. The HTML is self-contained, so it still works when the notebook is opened
again without its kernel, and in an exported page. Nothing is loaded until something is shown.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from slidelab.notebook.pieces import whole_piece as to_html
    from slidelab.notebook.widgets import BoardWidget as BoardWidget
    from slidelab.notebook.widgets import PieceWidget as PieceWidget
    from slidelab.notebook.widgets import widget as widget

__all__ = ["BoardWidget", "PieceWidget", "to_html", "widget"]


def __getattr__(name: str) -> object:
    if name == "to_html":
        from slidelab.notebook.pieces import whole_piece

        return whole_piece
    if name in __all__:  # anywidget takes a while to import, and may not be there
        from slidelab.notebook import widgets

        return getattr(widgets, name)
    raise AttributeError(f"module 'slidelab.notebook' has no attribute {name!r}")
