"""An 8-puzzle solver with the interface of many courses: `driver.py bfs|dfs|ast 1,2,5,3,4,0,6,7,8`.

It writes output.txt. The searches follow the textbook: moves are tried up, down, left, right, and
the goal test is applied when a node is taken off the frontier.
"""

import heapq
import sys
from collections import deque
from itertools import count

GOAL = (0, 1, 2, 3, 4, 5, 6, 7, 8)
STEPS = (("Up", -3), ("Down", 3), ("Left", -1), ("Right", 1))


class Node:
    def __init__(self, state, parent=None, move=None):
        self.state = state
        self.parent = parent
        self.move = move
        self.depth = 0 if parent is None else parent.depth + 1

    def path(self):
        moves = []
        node = self
        while node.parent is not None:
            moves.append(node.move)
            node = node.parent
        return moves[::-1]

    def children(self):
        blank = self.state.index(0)
        for move, step in STEPS:
            target = blank + step
            leaves_row = step in (-1, 1) and target // 3 != blank // 3
            if 0 <= target < 9 and not leaves_row:
                tiles = list(self.state)
                tiles[blank], tiles[target] = tiles[target], tiles[blank]
                yield Node(tuple(tiles), self, move)


def blind(start, depth_first):
    """Breadth-first takes the oldest node of the frontier, depth-first the newest."""
    frontier = deque([Node(start)])
    reached = {start}
    expanded = deepest = 0
    while frontier:
        node = frontier.pop() if depth_first else frontier.popleft()
        if node.state == GOAL:
            return node, expanded, deepest
        expanded += 1
        children = list(node.children())
        for child in reversed(children) if depth_first else children:
            if child.state not in reached:
                reached.add(child.state)
                frontier.append(child)
                deepest = max(deepest, child.depth)
    return None, expanded, deepest


def manhattan(state):
    cells = ((cell, tile) for cell, tile in enumerate(state) if tile)
    return sum(abs(cell // 3 - tile // 3) + abs(cell % 3 - tile % 3) for cell, tile in cells)


def astar(start):
    arrivals = count()  # breaks ties: first in, first out
    frontier = [(manhattan(start), next(arrivals), Node(start))]
    cost = {start: 0}
    expanded = deepest = 0
    while frontier:
        _, _, node = heapq.heappop(frontier)
        if node.depth > cost[node.state]:
            continue  # a shorter path was found in the meantime
        if node.state == GOAL:
            return node, expanded, deepest
        expanded += 1
        for child in node.children():
            if child.depth < cost.get(child.state, child.depth + 1):
                cost[child.state] = child.depth
                deepest = max(deepest, child.depth)
                f = child.depth + manhattan(child.state)
                heapq.heappush(frontier, (f, next(arrivals), child))
    return None, expanded, deepest


def inversions(state):
    tiles = [tile for tile in state if tile]
    return sum(a > b for i, a in enumerate(tiles) for b in tiles[i + 1 :])


def main():
    try:
        method, board = sys.argv[1:]
        start = tuple(int(tile) for tile in board.split(","))
    except ValueError:
        sys.exit("usage: driver.py bfs|dfs|ast 1,2,5,3,4,0,6,7,8")
    if sorted(start) != list(GOAL):
        sys.exit(f"{board} is not a board: write the tiles 0 to 8, each once")
    if inversions(start) % 2:
        sys.exit("this board has no solution")
    searches = {
        "bfs": lambda: blind(start, depth_first=False),
        "dfs": lambda: blind(start, depth_first=True),
        "ast": lambda: astar(start),
    }
    node, expanded, deepest = searches[method]()
    with open("output.txt", "w") as file:
        print("path_to_goal:", node.path(), file=file)
        print("cost_of_path:", len(node.path()), file=file)
        print("nodes_expanded:", expanded, file=file)
        print("search_depth:", node.depth, file=file)
        print("max_search_depth:", deepest, file=file)


main()
