"""A* with Manhattan distance; its first argument names the mistake that it makes, or `right`."""

import heapq
import sys

MISTAKE = sys.argv[1] if __name__ == "__main__" else "right"
GOAL = tuple(range(9))
STEPS = (("U", -1, 0), ("D", 1, 0), ("L", 0, -1), ("R", 0, 1))


def estimate(state):
    if MISTAKE == "misplaced":
        return sum(tile != cell for cell, tile in enumerate(state) if tile)
    counted = [(cell, tile) for cell, tile in enumerate(state) if tile or MISTAKE == "counts-blank"]
    return sum(abs(cell // 3 - tile // 3) + abs(cell % 3 - tile % 3) for cell, tile in counted)


def children(state):
    blank = state.index(0)
    for move, down, right in STEPS:
        row, col = blank // 3 + down, blank % 3 + right
        if MISTAKE == "wraps-rows" and right:
            row, col = divmod(blank + right, 3)
        if 0 <= row < 3 and 0 <= col < 3:
            tiles = list(state)
            tiles[blank], tiles[row * 3 + col] = tiles[row * 3 + col], 0
            yield move, tuple(tiles)


def search(start):
    best = {} if MISTAKE == "skips-start" else {start: 0}
    queue, pushed, expanded = [(estimate(start), 0, start, "")], 0, 0
    while queue:
        _, _, state, path = heapq.heappop(queue)
        if len(path) > best.get(state, 99):
            continue
        if state == GOAL and (path or MISTAKE != "skips-start"):
            return path, expanded
        expanded += 1
        for move, child in children(state):
            g = len(path) + 1
            if g < best.get(child, 99):
                best[child] = g
                pushed += 1
                f = estimate(child) + (0 if MISTAKE == "forgets-g" else g)
                heapq.heappush(queue, (f, pushed, child, path + move))
    return None


def main(text):
    start = tuple(int(tile) if tile.isdigit() else -1 for tile in text.split(","))
    if sorted(start) != list(GOAL) and MISTAKE != "accepts-anything":
        sys.exit("not a valid board")
    inversions = sum(b and a > b for i, a in enumerate(start) for b in start[i:])
    if inversions % 2 and MISTAKE != "accepts-anything":
        print("no solution")
    else:
        path, expanded = (
            search(start) if sorted(start) == list(GOAL) and not inversions % 2 else ("", 0)
        )
        print("path:", path[::-1] if MISTAKE == "reversed" else path)
        print("cost:", len(path))
        print("expanded:", expanded)


if __name__ == "__main__":
    main(sys.argv[2])
