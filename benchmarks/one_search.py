"""Print the processor seconds of searches, without tables and code, and the nodes expanded.

    python benchmarks/one_search.py astar manhattan 3000000 2

searches the second of Korf's boards until 3,000,000 nodes are expanded. Runs with any checkout of
slidelab on PYTHONPATH, so that `engines.py` can compare two.
"""

import sys
from time import process_time

from slidelab import Limits, Search, SearchSpec

_WARM_UP = 1000


def main() -> int:
    """Search each of the boards."""
    algorithm, heuristic, nodes, *numbers = sys.argv[1:]
    spec = SearchSpec(algorithm, None if heuristic == "-" else heuristic, engine="compiled")
    Search("korf:12", spec=spec).advance(Limits(nodes=_WARM_UP))
    seconds, expanded = 0.0, 0
    for number in numbers:
        search = Search(f"korf:{number}", spec=spec)
        search.advance(Limits(nodes=0))  # prepare it
        began = process_time()
        result = search.advance(Limits(nodes=int(nodes)))
        seconds += process_time() - began
        expanded += result.expanded
    print(seconds, expanded)
    return 0


if __name__ == "__main__":
    sys.exit(main())
