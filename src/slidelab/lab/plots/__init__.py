"""Plots to print (PNG, SVG, PDF by Matplotlib) and to explore (HTML by Plotly)."""

from slidelab.lab.plots.measures import MEASURES, Series, series_of
from slidelab.lab.plots.saving import (
    FORMATS,
    check_plot_name,
    plot_comparison,
    plot_lines,
)

__all__ = [
    "FORMATS",
    "MEASURES",
    "Series",
    "check_plot_name",
    "plot_comparison",
    "plot_lines",
    "series_of",
]
