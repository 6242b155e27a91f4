"""The mean of a sample, and how far the true mean may be from it."""

from collections.abc import Sequence
from functools import lru_cache
from math import atan, cos, fsum, pi, sin, sqrt
from statistics import NormalDist, fmean, median
from typing import NamedTuple

CONFIDENCE = 0.95
METHOD = "t·s/√n, with Student's t distribution"


class Estimate(NamedTuple):
    """What a sample says about a quantity."""

    size: int
    mean: float
    low: float | None
    """The confidence interval of the mean begins here; a single value has none."""
    high: float | None
    median: float


def estimate(values: Sequence[float]) -> Estimate:
    """The mean, its 95 % confidence interval, and the median.

    >>> [round(number, 3) for number in estimate([1, 2, 3, 4, 10])]
    [5, 4.0, -0.39, 8.39, 3]

    Raises statistics.StatisticsError for an empty sample.
    """
    size, mean, middle = len(values), fmean(values), median(values)
    if size < 2:
        return Estimate(size, mean, None, None, middle)
    deviation = sqrt(fsum((value - mean) ** 2 for value in values) / (size - 1))
    margin = t_quantile(size - 1) * deviation / sqrt(size)
    return Estimate(size, mean, mean - margin, mean + margin, middle)


@lru_cache(maxsize=1024)
def t_quantile(freedom: int, confidence: float = CONFIDENCE) -> float:
    """The t that Student's distribution exceeds, in either direction, in 5 % of all cases.

    >>> round(t_quantile(9), 3), round(t_quantile(10**6), 3)
    (2.262, 1.96)
    """
    normal = NormalDist().inv_cdf((1 + confidence) / 2)
    if freedom > 1000:
        # Two terms of the expansion in 1/freedom (Abramowitz and Stegun 26.7.5) give ten digits.
        cube, fifth = normal**3, normal**5
        return (
            normal
            + (cube + normal) / (4 * freedom)
            + (5 * fifth + 16 * cube + 3 * normal) / (96 * freedom**2)
        )
    low, high = normal, 13.0  # t is 12.706 for one degree of freedom, and falls from there
    while high - low > 1e-12:
        middle = (low + high) / 2
        if _within(middle, freedom) < confidence:
            low = middle
        else:
            high = middle
    return high


def _within(t: float, freedom: int) -> float:
    """The probability of a value between -t and t (Abramowitz and Stegun 26.7.3 and 26.7.4)."""
    angle = atan(t / sqrt(freedom))
    odd = freedom % 2 == 1
    term = cos(angle) if odd else 1.0
    total = term if freedom > 1 else 0.0
    for k in range(3 if odd else 2, freedom - 1, 2):
        term *= cos(angle) ** 2 * (k - 1) / k
        total += term
    if odd:
        return 2 / pi * (angle + sin(angle) * total)
    return sin(angle) * total
