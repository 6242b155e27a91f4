"""Compare, prove, film and plot searches, run experiments, and record trials."""
