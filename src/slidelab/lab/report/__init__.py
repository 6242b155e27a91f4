"""The summary of an experiment: tables of means, medians and confidence intervals."""

from slidelab.lab.report.plotting import plot_report
from slidelab.lab.report.summary import Report, read_results, summarise
from slidelab.lab.report.writing import FORMATS, write_report

__all__ = ["FORMATS", "Report", "plot_report", "read_results", "summarise", "write_report"]
