"""Boards that many tests use."""

EASY = "1,2,5,3,4,0,6,7,8"
"""Three moves from the goal with the blank first."""
EASY_CELLS = [1, 2, 5, 3, 4, 0, 6, 7, 8]
PUBLISHED = "6,1,8,4,0,2,7,3,5"
"""A board whose counts a course published."""
HARD = "15,14,8,12,10,11,9,13,2,6,5,1,3,7,4,0"
"""A 4x4 board that keeps a search without a heuristic busy for longer than any test waits."""
HARD_CELLS = [15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0]
