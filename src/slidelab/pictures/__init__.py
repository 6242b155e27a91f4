"""Boards, paths and search trees as SVG; PNG and PDF through CairoSVG."""

from slidelab.pictures.files import check_picture_name, save_picture
from slidelab.pictures.svg import animated_path_svg, board_svg, path_svg
from slidelab.pictures.tree import TreeNode, tree_svg

__all__ = [
    "TreeNode",
    "animated_path_svg",
    "board_svg",
    "check_picture_name",
    "path_svg",
    "save_picture",
    "tree_svg",
]
