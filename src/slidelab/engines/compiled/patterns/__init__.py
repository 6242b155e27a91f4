"""Additive pattern databases: building, keeping on disk, and looking up.

A pattern is a set of goal cells. Its database holds, for every placement of the tiles that
belong to those cells, the fewest moves of these tiles that bring them home while all other
tiles are transparent. Databases of disjoint patterns add up to an admissible heuristic
(Korf and Felner 2002).
"""
