"""The numbers of a search under way: one array, so that a kernel can stop and go on anywhere."""

# The fields of the driver's `Tally`, in its order.
EXPANDED, GENERATED, DUPLICATES, REOPENED, FRONTIER, MAX_FRONTIER = range(6)
DEEPEST_GENERATED, DEEPEST_EXPANDED, EXPANDED_AGAIN, REACHED_AGAIN, MAX_LEFT = range(6, 11)
TALLIED = 11

NODES = 11  # rows in use
ROOM = 12  # rows that may be used before the arrays must grow
BASE = 13  # what the table adds to the number of a row
NODE_LIMIT = 14  # expansions allowed
IN_HAND = 15  # the node taken off the frontier and not expanded yet, or -1
FOUND_AT = 16  # the goal's node, once found
OWN = 17  # the first of the numbers that mean something to one kind of search alone
# Of IDA*: the part of a kernel's state that is neither on its stack nor a counter.
DEPTH, BLANK, AUTOMATON, BOUND, NEXT_BOUND, KERNEL_OWN = range(OWN, OWN + 6)
SIGHT = 27  # the node that was the goal when it was first generated, or -1
SIGHTED = 28  # the first of the numbers of the tally as they were then
SIZE = SIGHTED + TALLIED

# Why a kernel returns: PAUSED when its budget is spent or, with the next node in hand, the limit on
# nodes is reached; FULL when the arrays must grow.
PAUSED, FOUND, EXHAUSTED, FULL = range(4)

NO_LIMIT = (1 << 63) - 1  # the largest number of a machine word
