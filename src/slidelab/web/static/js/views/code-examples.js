// Code to start from: what `slidelab solve -H file.py:name` and `-a file.py:name` take.

/** @type {{title: string, name: string, kind: "heuristic" | "algorithm", text: string}[]} */
export const EXAMPLES = [
  {
    title: "Heuristic: tiles not at home",
    name: "mine.py",
    kind: "heuristic",
    text: `def not_home(state, goal):
    """Tiles that are not at home."""
    # A state is the tiles row by row, with 0 for the blank.
    return sum(tile != home for tile, home in zip(state, goal) if tile)
`,
  },
  {
    title: "Algorithm: returns a path",
    name: "search.py",
    kind: "algorithm",
    text: `from collections import deque


def breadth_first(start, goal):
    """Breadth-first search; the path is the boards along it."""
    parent = {start: None}
    queue = deque([start])
    while queue:
        board = queue.popleft()
        if board == goal:
            return _path(board, parent)
        for move, neighbor in board.neighbors():
            if neighbor not in parent:
                parent[neighbor] = board
                queue.append(neighbor)
    return None


def _path(board, parent):
    boards = []
    while board is not None:
        boards.append(board)
        board = parent[board]
    return boards[::-1]
`,
  },
  {
    title: "Algorithm: events, to be watched",
    name: "events.py",
    kind: "algorithm",
    text: `from slidelab.search import Event, algorithm
from slidelab.search.frontier import Queue


@algorithm(
    title="My breadth-first search",
    summary="expands the shallowest node first",
    optimal="always",
    frontier="queue",
    pseudocode="""
frontier ← a queue holding the root                        # start
while the frontier is not empty
    node ← pop the frontier; if it is the goal: return it  # goal
    for each child of node                                 # expand
        if child's state is reached: drop it               # duplicate
        else: push it                                      # generate
return failure
""",
)
def mine(problem):
    """Each yield is an event: limits, counts and films need nothing else."""
    root = problem.root()
    frontier, reached = Queue([root]), {root.state}
    yield Event.START, frontier
    yield Event.GENERATE, root
    while frontier:
        node = frontier.pop()
        if node.state == problem.goal:
            yield Event.GOAL, node
            return node
        yield Event.EXPAND, node
        for child in problem.children(node):
            if child.state in reached:
                yield Event.DUPLICATE, child
            else:
                reached.add(child.state)
                frontier.push(child)
                yield Event.GENERATE, child
    return None
`,
  },
];
