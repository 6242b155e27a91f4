// A* with Manhattan distance; its first argument names the mistake that it makes, or `right`.

#include <cstdlib>
#include <iostream>
#include <map>
#include <queue>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

using State = std::vector<int>;
static std::string mistake;
static const State GOAL = {0, 1, 2, 3, 4, 5, 6, 7, 8};

static int estimate(const State& state) {
    int sum = 0;
    for (int cell = 0; cell < 9; cell++) {
        int tile = state[cell], apart = std::abs(cell - tile);
        if (tile == 0 && mistake != "counts-blank") continue;
        if (mistake == "misplaced") sum += tile != cell;
        else if (mistake == "index-distance") sum += apart / 3 + apart % 3;
        else sum += std::abs(cell / 3 - tile / 3) + std::abs(cell % 3 - tile % 3);
    }
    return sum;
}

int main(int, char** argv) {
    mistake = argv[1];
    State start;
    std::istringstream text(argv[2]);
    for (std::string tile; std::getline(text, tile, ',');)
        start.push_back(tile.size() == 1 && tile[0] >= '0' && tile[0] <= '8' ? tile[0] - '0' : 9);
    int seen = 0, inversions = 0;
    for (size_t i = 0; i < start.size(); i++) {
        seen |= 1 << start[i];
        for (size_t j = i; j < start.size(); j++) inversions += start[j] && start[i] > start[j];
    }
    if (start.size() != 9 || seen != 511) {
        std::cerr << "not a valid board\n";
        return 1;
    }
    if (inversions % 2) {
        std::cout << "no solution\n";
        return 0;
    }
    using Entry = std::tuple<int, int, State, std::string>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> queue;
    std::map<State, size_t> best;
    if (mistake != "skips-start") best[start] = 0;
    queue.emplace(estimate(start), 0, start, "");
    for (int pushed = 0, expanded = 0; !queue.empty(); ) {
        auto [f, ticket, state, path] = queue.top();
        queue.pop();
        if (best.count(state) && path.size() > best[state]) continue;
        if (state == GOAL && (!path.empty() || mistake != "skips-start")) {
            if (mistake == "tiles-moves")
                for (char& move : path) move = "UDLR"[std::string("DURL").find(move)];
            if (mistake == "loses-a-move") path = path.substr(0, path.size() - !path.empty());
            std::cout << "path: " << path << "\ncost: " << path.size() << "\nexpanded: " << expanded << "\n";
            return 0;
        }
        expanded++;
        int blank = 0;
        while (state[blank]) blank++;
        const int downs[] = {-1, 1, 0, 0}, rights[] = {0, 0, -1, 1};
        for (int move = 0; move < 4; move++) {
            int row = blank / 3 + downs[move], col = blank % 3 + rights[move];
            if (row < 0 || row > 2 || col < 0 || col > 2) continue;
            State child = state;
            std::swap(child[blank], child[row * 3 + col]);
            size_t g = path.size() + 1;
            if (best.count(child) && best[child] <= g) continue;
            best[child] = g;
            queue.emplace(estimate(child) + (mistake == "forgets-g" ? 0 : g), ++pushed, child, path + "UDLR"[move]);
        }
    }
}
