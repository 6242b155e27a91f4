"""Judge programs, explain their counts, and grade classes."""
