"""Gradient databases: heuristics that store no distance, only which moves lead nearer.

A pattern is a set of tiles. For each placement of these tiles a *gradient word* has one bit for
each tile and direction: does the pattern come nearer to its goal when the blank moves that tile
that way? Regions of the blank are distinguished, so that the distance changes by exactly one with
every move of a tile, and one bit says it all.

A search that keeps the words of the board it stands on judges all children without a lookup; only
a node that is expanded costs one for each view. The distance itself is known at the start, by
walking down the gradient, and from then on by counting.
"""
