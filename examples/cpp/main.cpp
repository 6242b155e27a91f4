// IDA* with Manhattan distance. It reads the highest tile, the place of the blank in the goal and the
// rows of the board, and prints the number of moves and then where each tile goes.

#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

struct Puzzle {
    int size;
    int goalBlank;
    std::vector<int> tiles;
    std::vector<std::string> path;

    int home(int tile) const { return tile <= goalBlank ? tile - 1 : tile; }

    int distance(int tile, int cell) const {
        return std::abs(home(tile) / size - cell / size) + std::abs(home(tile) % size - cell % size);
    }

    int estimate() const {
        int sum = 0;
        for (int cell = 0; cell < size * size; cell++)
            if (tiles[cell]) sum += distance(tiles[cell], cell);
        return sum;
    }

    // Whether the goal is within `left` moves; `before` is where the blank came from.
    bool search(int blank, int before, int left, int h) {
        static const struct { int down, right; const char* tile; } STEPS[] = {
            {-1, 0, "down"}, {1, 0, "up"}, {0, -1, "right"}, {0, 1, "left"}};
        if (h == 0) return true;
        for (auto& step : STEPS) {
            int row = blank / size + step.down, col = blank % size + step.right;
            int target = row * size + col;
            if (row < 0 || row >= size || col < 0 || col >= size || target == before) continue;
            int tile = tiles[target];
            int after = h - distance(tile, target) + distance(tile, blank);
            if (after + 1 > left) continue;
            tiles[blank] = tile;
            tiles[target] = 0;
            path.push_back(step.tile);
            if (search(target, blank, left - 1, after)) return true;
            path.pop_back();
            tiles[target] = tile;
            tiles[blank] = 0;
        }
        return false;
    }

    // A swap changes the parity of the tiles, and a move also that of the blank's way home.
    bool isSolvable(int blank) const {
        std::vector<int> at = tiles;
        bool odd = (std::abs(blank / size - goalBlank / size) + std::abs(blank % size - goalBlank % size)) % 2;
        for (int cell = 0; cell < size * size; cell++)
            for (int goal; (goal = at[cell] ? home(at[cell]) : goalBlank) != cell; odd = !odd)
                std::swap(at[cell], at[goal]);
        return !odd;
    }
};

int main() {
    int highest, goalBlank;
    std::cin >> highest >> goalBlank;
    Puzzle puzzle{1, goalBlank < 0 ? highest : goalBlank, {}, {}};
    while (puzzle.size * puzzle.size <= highest) puzzle.size++;
    std::vector<bool> seen(highest + 1);
    int blank = 0;
    for (int tile; std::cin >> tile && tile >= 0 && tile <= highest && !seen[tile]; seen[tile] = true) {
        if (tile == 0) blank = puzzle.tiles.size();
        puzzle.tiles.push_back(tile);
    }
    if ((int)puzzle.tiles.size() <= highest) {
        std::cerr << "not a valid board\n";
        return 2;
    }
    if (!puzzle.isSolvable(blank)) {
        std::cout << "no solution\n";
        return 0;
    }
    int h = puzzle.estimate();
    for (int bound = h; !puzzle.search(blank, -1, bound, h); bound += 2) {}
    std::cout << puzzle.path.size() << "\n";
    for (auto& move : puzzle.path) std::cout << move << "\n";
}
