"""How far iterative deepening is, as well as can be known."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Outlook:
    """Where a search stands that raises its bound again and again.

    >>> outlook = Outlook(bound=96, expanded=10**8, rate=2e7, expected=7 * 10**8)
    >>> outlook.seconds_left
    30.0
    >>> print(outlook)
    no solution below 96 moves; 100,000,000 of about 700,000,000 nodes, 20.0 M/s, 0:00:30 to go
    """

    bound: int
    """No solution has fewer moves."""
    expanded: int
    """Nodes expanded within the present bound."""
    rate: float
    """Nodes per second within the present bound."""
    expected: int | None
    """Nodes of the present bound, if it grows as the last one did; None for the first ones."""

    @property
    def seconds_left(self) -> float | None:
        """Until the bound rises or a solution is found, if it takes as many nodes as expected.

        None if unknown: also when there are more nodes than were expected.
        """
        if self.expected is None or not self.rate or self.expanded > self.expected:
            return None
        return (self.expected - self.expanded) / self.rate

    def __str__(self) -> str:
        words = f"no solution below {self.bound:,} moves; {self.expanded:,}"
        if self.expected is not None:
            words += f" of about {self.expected:,}"
        words += f" nodes, {self.rate / 1e6:.1f} M/s"
        if (left := self.seconds_left) is not None:
            minutes, seconds = divmod(round(left), 60)
            words += f", {minutes // 60}:{minutes % 60:02}:{seconds:02} to go"
        return words

    def to_dict(self) -> dict[str, Any]:
        """As plain values that JSON can carry."""
        return asdict(self) | {"seconds_left": self.seconds_left}
