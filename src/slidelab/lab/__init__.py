"""Comparing, proving, experiments, studies, plots and the trial store."""
