"""A driver that looks right and prints the right moves on easy boards, but has three mistakes.

Two of them change the counts to those of other courses: `slidelab judge` says which. The third
makes paths too long.

- bfs: the maximum depth is that of the nodes taken off the queue, so it is one too small.
- dfs: states are marked when they are expanded, so the same state can be pushed several times.
- ast: the heuristic adds 2 for every misplaced tile; it overestimates, and the path may be too
  long.
"""

import heapq
import sys

SIDE = 3
GOAL = list(range(SIDE * SIDE))
MOVES = {"Up": -SIDE, "Down": SIDE, "Left": -1, "Right": 1}


def neighbours(board):
    at = board.index(0)
    for word, step in MOVES.items():
        to = at + step
        if to < 0 or to >= len(board) or (abs(step) == 1 and to // SIDE != at // SIDE):
            continue
        after = board[:]
        after[at], after[to] = after[to], after[at]
        yield word, after


def bfs(start):
    queue, seen = [(start, [])], {str(start)}
    expanded = deepest = taken = 0
    while taken < len(queue):
        board, path = queue[taken]
        taken += 1
        deepest = max(deepest, len(path))  # mistake: its children are one deeper
        if board == GOAL:
            return path, expanded, deepest
        expanded += 1
        for word, after in neighbours(board):
            if str(after) not in seen:
                seen.add(str(after))
                queue.append((after, [*path, word]))
    return None


def dfs(start):
    stack, seen = [(start, None, 0)], set()
    expanded = deepest = 0
    while stack:
        board, trail, depth = stack.pop()
        if str(board) in seen:
            continue
        seen.add(str(board))  # mistake: the same board may already wait on the stack
        if board == GOAL:
            path = []
            while trail:
                trail, word = trail
                path.append(word)
            return path[::-1], expanded, deepest
        expanded += 1
        for word, after in reversed(list(neighbours(board))):
            if str(after) not in seen:
                stack.append((after, (trail, word), depth + 1))
                deepest = max(deepest, depth + 1)
    return None


def estimate(board):
    total = 0
    for cell, tile in enumerate(board):
        if tile and tile != cell:
            total += abs(cell // SIDE - tile // SIDE) + abs(cell % SIDE - tile % SIDE)
            total += 2  # mistake: no tile that is one step away needs three
    return total


def ast(start):
    heap, best = [(estimate(start), 0, start, [])], {str(start): 0}
    expanded = deepest = pushed = 0
    while heap:
        _, _, board, path = heapq.heappop(heap)
        if board == GOAL:
            return path, expanded, deepest
        expanded += 1
        for word, after in neighbours(board):
            cost = len(path) + 1
            if cost < best.get(str(after), cost + 1):
                best[str(after)] = cost
                pushed += 1
                deepest = max(deepest, cost)
                heapq.heappush(heap, (cost + estimate(after), pushed, after, [*path, word]))
    return None


answer = globals()[sys.argv[1]]([int(tile) for tile in sys.argv[2].split(",")])
if answer is None:
    print("no solution")
else:
    path, expanded, deepest = answer
    with open("output.txt", "w") as file:
        file.write(f"path_to_goal: {path}\ncost_of_path: {len(path)}\n")
        file.write(f"nodes_expanded: {expanded}\nsearch_depth: {len(path)}\n")
        file.write(f"max_search_depth: {deepest}\n")
