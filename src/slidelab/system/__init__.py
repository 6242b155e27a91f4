"""Folders, files, locks, memory and progress."""
