"""Blocks of one thread."""

x = 1
