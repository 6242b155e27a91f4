"""The numbers of a search under way: one array, so that a kernel can stop and go on anywhere.

The first eleven are the fields of the driver's `Tally`, in its order.
"""

EXPANDED = 0
GENERATED = 1
DUPLICATES = 2
REOPENED = 3
FRONTIER = 4
MAX_FRONTIER = 5
DEEPEST_GENERATED = 6
DEEPEST_EXPANDED = 7
EXPANDED_AGAIN = 8
REACHED_AGAIN = 9
MAX_LEFT = 10
TALLIED = 11

NODES = 11  # rows in use
ROOM = 12  # rows that may be used before the arrays must grow
BASE = 13  # what the table adds to the number of a row
NODE_LIMIT = 14  # expansions allowed
IN_HAND = 15  # the node taken off the frontier and not expanded yet, or -1
FOUND_AT = 16  # the goal's node, once found
OWN = 17  # the first of the numbers that mean something to one kind of search alone
SIGHT = 27  # the node that was the goal when it was first generated, or -1
SIGHTED = 28  # the first of the numbers of the tally as they were then
SIZE = SIGHTED + TALLIED

# Why a kernel returns.
PAUSED = 0  # its budget is spent or, with the next node in hand, the limit on nodes is reached
FOUND = 1
EXHAUSTED = 2
FULL = 3  # the arrays must grow

NO_LIMIT = (1 << 63) - 1  # the largest number of a machine word
