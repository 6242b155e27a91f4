"""Prove 24-puzzles optimal: IDA* with gradient databases, on all cores or a graphics processor.

A gradient database stores no distances. For each placement of a few tiles, its *pattern*, it has a
word with one bit for each tile and direction: does the pattern come nearer to its goal when the
blank moves that tile that way? Placements with different regions of the blank are distinguished, so
every move of a tile changes the distance by exactly one, and one bit says it all.

A search that keeps the words of its board judges all children without a lookup; only a node that is
expanded costs one for each view of the board. The distance itself is known at the start, by walking
down the gradient, and from then on by counting.
"""
