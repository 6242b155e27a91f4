"""Needless move sequences: which ones a search may refuse, and the automaton that knows them."""
