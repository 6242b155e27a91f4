"""How many threads a block has, and how many blocks there are."""

x = 1
