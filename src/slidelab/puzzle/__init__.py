"""Boards of any shape, moves, notation, solvability and scrambling."""

from slidelab.puzzle.board import Board, BoardLike
from slidelab.puzzle.errors import BadBoard, BadMoves
from slidelab.puzzle.goals import BLANK_FIRST, BLANK_LAST, COMMON_GOALS, goal_board, goal_name
from slidelab.puzzle.instances import Instance, instance, instance_set
from slidelab.puzzle.moves import Move, format_moves, multi_tile_length, parse_moves
from slidelab.puzzle.notation import NOTATIONS
from slidelab.puzzle.scramble import at_distance, layers, new_seed, random_board, random_walk
from slidelab.puzzle.shape import Shape, ShapeLike
from slidelab.puzzle.solvability import Solvability, is_solvable, solvability

__all__ = [
    "BLANK_FIRST",
    "BLANK_LAST",
    "COMMON_GOALS",
    "NOTATIONS",
    "BadBoard",
    "BadMoves",
    "Board",
    "BoardLike",
    "Instance",
    "Move",
    "Shape",
    "ShapeLike",
    "Solvability",
    "at_distance",
    "format_moves",
    "goal_board",
    "goal_name",
    "instance",
    "instance_set",
    "is_solvable",
    "layers",
    "multi_tile_length",
    "new_seed",
    "parse_moves",
    "random_board",
    "random_walk",
    "solvability",
]
