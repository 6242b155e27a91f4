"""The options, declared once, in the groups that commands take."""

from slidelab.cli.options.counting import Counting, PresetName
from slidelab.cli.options.limits import Bounds
from slidelab.cli.options.puzzle import Goal, Puzzle, ShapeName
from slidelab.cli.options.search import Tuning

__all__ = ["Bounds", "Counting", "Goal", "PresetName", "Puzzle", "ShapeName", "Tuning"]
