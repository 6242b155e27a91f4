"""The number of the one thread in its block, and of the one block."""

x = 0
