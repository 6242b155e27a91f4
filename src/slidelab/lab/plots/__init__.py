"""Plots to print (PNG, SVG, PDF by Matplotlib) and to explore (HTML by Plotly)."""

from slidelab.lab.plots.measures import MEASURES, Band, Series, series_of
from slidelab.lab.plots.saving import (
    FORMATS,
    check_plot_name,
    plot_bands,
    plot_comparison,
    plot_lines,
)

__all__ = [
    "FORMATS",
    "MEASURES",
    "Band",
    "Series",
    "check_plot_name",
    "plot_bands",
    "plot_comparison",
    "plot_lines",
    "series_of",
]
