"""Boards, results, films and comparisons in notebooks: as they show themselves, and as widgets."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from slidelab.notebook.widgets import BoardWidget as BoardWidget
    from slidelab.notebook.widgets import PieceWidget as PieceWidget
    from slidelab.notebook.widgets import widget as widget

__all__ = ["BoardWidget", "PieceWidget", "widget"]


def __getattr__(name: str) -> object:
    if name in __all__:  # anywidget takes a while to import, and may not be there
        from slidelab.notebook import widgets

        return getattr(widgets, name)
    raise AttributeError(f"module 'slidelab.notebook' has no attribute {name!r}")
