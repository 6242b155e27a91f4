"""Amounts as people write them."""


def memory_words(size: int) -> str:
    """An amount of memory with its unit.

    >>> memory_words(2_500), memory_words(24_800_000), memory_words(3_200_000_000)
    ('2.5 kB', '24.8 MB', '3.2 GB')
    """
    for unit, factor in (("GB", 10**9), ("MB", 10**6)):
        if size >= factor:
            return f"{size / factor:.1f} {unit}"
    return f"{size / 1000:.1f} kB"


def time_words(seconds: float) -> str:
    """A time in seconds, as precise as is of use.

    >>> time_words(0.00123), time_words(2.345), time_words(61.2)
    ('0.0012 s', '2.35 s', '61.2 s')
    """
    if seconds < 1:
        return f"{seconds:.4f} s"
    return f"{seconds:.2f} s" if seconds < 10 else f"{seconds:.1f} s"
