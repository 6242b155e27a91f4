"""What the steps of a beam on a device share: numbers that stand for something."""

KEYS = 2048
"""Sums of estimates are less, with as many sets of tables as there may be."""

NOTHING = 0xFFFF
"""The key of a child that is not there."""

NO_MOVE = 4

# Words of the control array: nodes of even and of odd depths; the largest sum that is kept, and how
# many with it; those kept with it and in all so far; one more than the place of a goal, and its
# depth; nodes expanded, a number of 64 bits; and how many children have each sum.
COUNT, _, LAST, ROOM, AT_LAST, KEPT, GOAL, GOAL_DEPTH, EXPANDED, _, SUMS = range(11)
CONTROLS = SUMS + KEYS
