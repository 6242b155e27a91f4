"""What does looking up a state cost in a list, a sorted list and a hash set?

    python explored_set.py 4 8 12

Breadth-first search looks up the same states in all three, for a board at each distance. See
docs/studies/explored-set.md.
"""

import sys
from bisect import bisect_left

from slidelab import Board, Search, SearchSpec
from slidelab.search import Event


class State:
    """A state that counts how often it is compared."""

    def __init__(self, cells, counter):
        self.cells, self.counter = cells, counter

    def __hash__(self):
        return hash(tuple(self.cells))

    def __eq__(self, other):
        self.counter.comparisons += 1
        return self.cells == other.cells

    def __lt__(self, other):
        self.counter.comparisons += 1
        return self.cells < other.cells


class PlainList(dict):
    """A list, which compares one state after another; it keeps places, so as to count faster."""

    comparisons = 0

    def find_or_add(self, cells):
        end = len(self)
        place = self.setdefault(cells, end)
        self.comparisons += end if place == end else place + 1


class SortedList(list):
    """A list in order, with binary search."""

    comparisons = 0

    def find_or_add(self, cells):
        state = State(cells, self)
        place = bisect_left(self, state)
        if place == len(self) or self[place] != state:
            self.insert(place, state)


class HashSet(set):
    """Python's set, which compares only states whose hash is the same."""

    comparisons = 0

    def find_or_add(self, cells):
        self.add(State(cells, self))


def count_lookups(start):
    """Return the lookups of a search, the states found, and the comparisons per lookup."""
    sets = PlainList(), SortedList(), HashSet()

    def look_up(event, node):
        if event in (Event.GENERATE, Event.DUPLICATE):
            for each in sets:
                each.find_or_add(node.state)

    result = Search(start, spec=SearchSpec("bfs", engine="textbook")).advance(observer=look_up)
    lookups = result.generated
    return lookups, len(sets[0]), *(each.comparisons / lookups for each in sets)


def main(distances):
    print(f"{'distance':>8} {'lookups':>8} {'states':>8} {'list':>10} {'sorted':>8} {'hash':>6}")
    for distance in distances:
        start = Board.random(distance=distance, seed=0)
        lookups, states, plain, ordered, hashed = count_lookups(start)
        print(f"{distance:8} {lookups:8} {states:8} {plain:10.1f} {ordered:8.2f} {hashed:6.2f}")


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]] or [4, 8, 12, 16, 18])
