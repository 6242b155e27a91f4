"""The look of all plots: readable in print, in grey, and by colour-blind people.

Nothing is told by colour alone: each series has its name beside it, and a marker or a hatch.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

# The palette of Okabe and Ito (2008), distinguishable with every common kind of colour vision.
# Its yellow is left out: it is too pale for lines on white paper.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*", "<", ">")
HATCHES = ("", "///", "...", "\\\\\\", "xxx", "---", "+++", "ooo", "|||", "**")
DASHES = ("-", "--", "-.", ":")
INK = "#333333"
PALE = "#dddddd"


def colour(number: int) -> str:
    """The colour of a series."""
    return COLOURS[number % len(COLOURS)]


def marker(number: int) -> str:
    """The marker of a series."""
    return MARKERS[number % len(MARKERS)]


def hatch(number: int) -> str:
    """The hatch of a series."""
    return HATCHES[number % len(HATCHES)]


def dashes(number: int) -> str:
    """The line of a series."""
    return DASHES[number % len(DASHES)]


@contextmanager
def printed() -> Iterator[None]:
    """Matplotlib's settings for paper; text in SVG and PDF stays text."""
    import matplotlib as mpl

    settings: Any = {
        "font.size": 9,
        "axes.titlesize": 10,
        "axes.titleweight": "bold",
        "axes.titlelocation": "left",
        "axes.labelcolor": INK,
        "axes.edgecolor": INK,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "axes.axisbelow": True,
        "grid.color": PALE,
        "grid.linewidth": 0.6,
        "hatch.linewidth": 0.6,
        "xtick.color": INK,
        "ytick.color": INK,
        "figure.dpi": 100,
        "savefig.dpi": 200,
        "svg.fonttype": "none",
        "svg.hashsalt": "slidelab",
        "pdf.fonttype": 42,
    }
    with mpl.rc_context(settings):
        yield


def short(value: float) -> str:
    """A value as a label: about three digits.

    >>> short(12), short(181440), short(0.00213), short(2.5), short(1234567)
    ('12', '181k', '0.00213', '2.5', '1.23M')
    """
    if value == 0:
        return "0"
    for unit, suffix in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= unit * (10 if suffix == "k" else 1):  # 1,234 is as short as 1.23k
            return f"{value / unit:.3g}{suffix}"
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}" if abs(value) >= 1e-4 else f"{value:.1e}"
