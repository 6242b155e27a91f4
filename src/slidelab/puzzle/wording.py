"""Moved to `slidelab.system.text`."""

from slidelab.system.text import answer_words, bare, phrase, plural, printable, shorten

__all__ = ["answer_words", "bare", "phrase", "plural", "printable", "shorten"]
