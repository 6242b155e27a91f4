"""Which choices can matter to which kind of search, and with which values they are tried."""

from slidelab.search.conventions import CHOICES

OTHERS = {
    name: tuple(
        value for value in choice.effects if value not in (choice.default, "blind-generate")
    )
    for name, choice in CHOICES.items()
}
"""The values to try besides the textbook's; `blind-generate` is one of the others for each search.
"""

READ_BY = {
    "queue": ("order", "goal_test", "checked", "graph"),
    "stack": ("order", "goal_test", "dfs_push", "checked", "graph"),
    "priority": ("order", "goal_test", "ties", "duplicates", "checked", "reopen", "graph"),
    "path": ("order", "goal_test", "deepening", "next_bound", "graph"),
    "two-queues": ("order",),
    "layers": ("order", "goal_test", "ties", "graph"),
    "single": ("order",),
}
"""The choices that a search reads, by the kind of its frontier."""

READ_BY_GRAPH_SEARCH = frozenset(("duplicates", "checked", "reopen"))
"""Those of them that mean nothing to a search which remembers no states."""

VISITED_SET = frozenset(("duplicates", "reopen"))
"""Those that a set of visited states decides together."""

NEVER_READ = {
    "ucs": ("reopen",),
    "greedy": ("reopen",),
    "ida": ("graph",),
    "ids": ("next_bound",),
    "dls": ("next_bound",),
    "rbfs": ("graph", "goal_test", "deepening", "next_bound"),
}

KEEP_NODES = ("queue", "stack", "priority")
"""The kinds of frontier in which copies can wait."""

COUNTED = {
    "count_goal": "expanded",
    "count_copies": "expanded",
    "count_again": "expanded",
    "count_reached": "expanded",
    "generated": "generated",
    "largest": "max_frontier",
    "depth": "max_depth",
}
"""The choices that change how a search is counted, and the counter that each changes."""

OF_WAITING_NODES = ("count_copies", "count_again", "count_reached", "largest")
"""Those of them that mean nothing to a search which keeps its path alone."""
