"""One command a file: a function that returns the exit status."""
