"""One command a file: a function that returns the exit status."""

from collections.abc import Callable
from importlib import import_module

PANELS = {
    "Solve": {
        "solve": "Solve a board and count what the search did.",
        "compare": "Solve a board with every algorithm, or the given ones, and compare them.",
        "explain": "Find the conventions behind the numbers that another program prints.",
        "ask": "Enter a board row by row, choose an algorithm, and see every board of the path.",
        "driver": "Solve a board as driver.py does, and write the classic lines to output.txt.",
    },
    "Boards": {
        "play": "Play a board in the terminal, with arrow keys, hints and a solution on demand.",
        "check": "Show whether a board can be solved, and why, or whether given moves solve it.",
        "draw": "Draw a board, the path of a search, or its tree: SVG, PNG or PDF.",
        "scramble": "Print a random solvable board; all are equally likely.",
        "table": "Count the boards at each distance from the goal, and show the hardest.",
    },
    "Your program": {
        "judge": "Run your program, in any language, on many boards and check its answers."
    },
    "Lab": {
        "prove": "Check a heuristic on every 3x3 board: admissible? consistent? how good?",
        "experiment": "Run the searches of a TOML file on many boards, and write a table.",
        "report": "Summarise an experiment: means with standard errors, and medians.",
        "stats": "Summarise the recorded trials: averages per search and path cost.",
    },
    "Learn": {
        "list": "List algorithms, heuristics, presets, conventions and terms, or explain one."
    },
    "Page": {
        "web": "Serve the page: play, solve, watch searches think, compare, learn.",
        "site": "Write the page as a folder that any web server can hand out.",
        "embed": "Show boards, paths and films on any web page: write the script, or an element.",
    },
    "Maintenance": {
        "audit": "Check the automaton of needless move sequences that proofs rest on.",
        "bench": "Solve published instances with IDA* and compare with the published counts.",
        "warmup": "Compile all searches in advance; takes half a minute, once.",
    },
}
"""The commands in the order of the help, each with the first line of its own help, so that `--help`
imports none of them. `name` is the function of that name in commands/."""


def load_command(name: str) -> Callable[..., int]:
    """Import a command, which alone is imported."""
    own_name = f"{name}_" if name == "list" else name  # the builtin keeps its name
    function: Callable[..., int] = getattr(import_module(f"{__name__}.{own_name}"), own_name)
    return function
