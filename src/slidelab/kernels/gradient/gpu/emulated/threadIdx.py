"""The one thread of the one block."""

x = 0
