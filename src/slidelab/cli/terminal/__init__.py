"""Dealing with a person at a terminal."""
