"""Boards, paths and search trees as pictures: SVG, PNG, GIF, TikZ and DOT."""

from slidelab.puzzle.pictures.diagram import Box, Diagram, board_diagram, path_diagram
from slidelab.puzzle.pictures.saving import ENDINGS, check_picture_name, save_picture

__all__ = [
    "ENDINGS",
    "Box",
    "Diagram",
    "board_diagram",
    "check_picture_name",
    "path_diagram",
    "save_picture",
]
