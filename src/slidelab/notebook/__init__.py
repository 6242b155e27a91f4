"""Boards, results, films and comparisons in notebooks: as HTML, and as widgets.

The HTML is self-contained: it still works when the notebook is opened without its kernel, and in an
exported page. Widgets need anywidget, so they are imported when they are used.
"""

from typing import TYPE_CHECKING

from slidelab.notebook.pieces import to_html

if TYPE_CHECKING:
    from slidelab.notebook.widgets import BoardWidget, PieceWidget

__all__ = ["BoardWidget", "PieceWidget", "to_html"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'slidelab.notebook' has no attribute {name!r}")
    from slidelab.notebook import widgets

    return getattr(widgets, name)
