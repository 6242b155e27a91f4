"""Moved to `slidelab.puzzle.notation` and `slidelab.system.argument_checks`."""

from slidelab.puzzle.notation import BLANKS, explain_field, read_field
from slidelab.system.argument_checks import check_whole

__all__ = ["BLANKS", "check_whole", "explain_field", "read_field"]
