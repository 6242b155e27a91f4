"""The summary of an experiment: tables of means, medians and confidence intervals."""

from slidelab.lab.report.report_writer import FORMATS, plot_report, write_report
from slidelab.lab.report.summary import Report, summarise
from slidelab.lab.results import read_results

__all__ = ["FORMATS", "Report", "plot_report", "read_results", "summarise", "write_report"]
