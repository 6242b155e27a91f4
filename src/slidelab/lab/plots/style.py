"""The look of all plots: readable in print, in grey, and by colour-blind people.

Nothing is told by colour alone: each series has its name beside it, and a marker or a hatch.
"""

from collections.abc import Callable

INK = "#333333"


def cycle(*looks: str) -> Callable[[int], str]:
    """What gives the first series the first look, and so on, beginning again after the last."""
    return lambda number: looks[number % len(looks)]


# The palette of Okabe and Ito (2008), distinguishable with every common kind of colour vision.
# Its yellow is left out: it is too pale for lines on white paper.
colour = cycle("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")


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
