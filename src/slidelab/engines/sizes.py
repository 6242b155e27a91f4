"""How boards are solved, by their number of cells; the page reads these from the catalogue."""

SMALL = 9
"""Up to 3x3: all boards of such a shape can be visited in the blink of an eye."""

EXACT = 16
"""Up to 4x4: every board is solved in the fewest moves within seconds."""

PROVABLE = 25
"""Up to 5x5: a shortest path can be proved, in minutes to days; beyond, good paths are found."""
