"""The numbers of a search under way: one array, so that a kernel can stop and go on anywhere.

The first eight are the fields of the driver's `Tally`, in its order.
"""

EXPANDED = 0
GENERATED = 1
DUPLICATES = 2
REOPENED = 3
FRONTIER = 4
MAX_FRONTIER = 5
DEEPEST_GENERATED = 6
DEEPEST_EXPANDED = 7
TALLIED = 8

NODES = 8  # rows in use
ROOM = 9  # rows that may be used before the arrays must grow
BASE = 10  # what the table adds to the number of a row
NODE_LIMIT = 11  # expansions allowed
IN_HAND = 12  # the node taken off the frontier and not expanded yet, or -1
FOUND_AT = 13  # the goal's node, once found
OWN = 14  # the first of the numbers that mean something to one kind of search alone
SIGHT = 24  # the node that was the goal when it was first generated, or -1
SIGHTED = 25  # the first of the numbers of the tally as they were then
SIZE = SIGHTED + TALLIED

# Why a kernel returns.
PAUSED = 0  # its budget is spent or, with the next node in hand, the limit on nodes is reached
FOUND = 1
EXHAUSTED = 2
FULL = 3  # the arrays must grow

NO_LIMIT = (1 << 63) - 1  # the largest number of a machine word
