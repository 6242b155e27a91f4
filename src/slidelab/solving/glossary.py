"""The words that books on search use, each in a sentence or two."""

TERMS = {
    "state": "A board: which tile lies where.",
    "node": "A board together with the way that led to it: its parent, the move, and g.",
    "expand": "To create the children of a node, one for each move of the blank.",
    "frontier-of-a-search": "The nodes that were created and wait to be expanded; also called the "
    "open list.",
    "reached": "The boards for which a node was created; also called explored or closed, though "
    "some books mean the expanded ones alone.",
    "g": "The cost of the way from the start to a node: here the number of moves.",
    "h": "The heuristic: an estimate of how many moves are still needed.",
    "f": "What a best-first search orders its frontier by: g + h in A*, h in greedy search, g in "
    "uniform-cost search.",
    "admissible": "A heuristic is admissible if it never says more than the true distance. A* then "
    "finds a shortest path.",
    "consistent": "A heuristic is consistent if no move lowers it by more than the move costs. It "
    "is admissible then too, and A* never has to expand a board twice.",
    "informed": "A search is informed, or heuristic, if it uses h; otherwise it is blind.",
    "complete": "A search is complete if it finds a path whenever there is one.",
    "optimal": "A search is optimal if the path that it finds is a shortest one; so is the path.",
    "branching-factor": "b: how many children a node has on average. The effective one is that of "
    "a uniform tree of the same depth with as many nodes.",
    "graph-search-and-tree-search": "A graph search remembers the boards that it reached and drops "
    "those that it meets again; a tree search does not, and may search the same board many times.",
    "bound": "How large f, or the depth, may be in one round of an iterative-deepening search.",
    "pattern-database": "The exact distances for some of the tiles, worked out beforehand, which "
    "make a strong heuristic.",
    "inversion": "A pair of tiles of which the larger comes first, reading row by row. Whether "
    "their number is odd or even decides if a board can be solved.",
    "convention": "A choice that books leave open and that changes what a search counts.",
    "preset": "Conventions that belong together, named for where they come from.",
}
"""Each word with its meaning."""
