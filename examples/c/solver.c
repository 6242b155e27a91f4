/* Iterative deepening A* with Manhattan distance, for the 8-puzzle: prints a shortest path as
 * letters for the blank's moves. Goal: blank first. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 3, CELLS = SIDE * SIDE, DEEPEST = 64 };

static const char LETTERS[] = "UDLR";
static const int STEPS[] = {-SIDE, SIDE, -1, 1};

static int board[CELLS];
static char path[DEEPEST + 1];

static int distance(int tile, int cell) {
    return abs(tile / SIDE - cell / SIDE) + abs(tile % SIDE - cell % SIDE);
}

static int estimate(void) {
    int sum = 0;
    for (int cell = 0; cell < CELLS; cell++)
        if (board[cell]) sum += distance(board[cell], cell);
    return sum;
}

/* Whether the goal is within `left` moves; `h` is the estimate for the board as it is. */
static int search(int blank, int depth, int left, int h, int before) {
    if (h == 0) {
        path[depth] = '\0';
        return 1;
    }
    for (int move = 0; move < 4; move++) {
        int target = blank + STEPS[move];
        if (target < 0 || target >= CELLS || target == before) continue;
        if (move >= 2 && target / SIDE != blank / SIDE) continue;
        int tile = board[target];
        int after = h - distance(tile, target) + distance(tile, blank);
        if (after + 1 > left) continue;
        board[blank] = tile;
        board[target] = 0;
        path[depth] = LETTERS[move];
        if (search(target, depth + 1, left - 1, after, blank)) return 1;
        board[target] = tile;
        board[blank] = 0;
    }
    return 0;
}

static int read_board(const char *text) {
    int seen = 0, cell = 0;
    for (char *end; cell < CELLS; cell++, text = *end == ',' ? end + 1 : end) {
        long tile = strtol(text, &end, 10);
        if (end == text || tile < 0 || tile >= CELLS || seen & 1 << tile) return 0;
        seen |= 1 << tile;
        board[cell] = (int)tile;
    }
    return *text == '\0';
}

static int inversions(void) {
    int sum = 0;
    for (int i = 0; i < CELLS; i++)
        for (int j = i + 1; j < CELLS; j++) sum += board[i] && board[j] && board[i] > board[j];
    return sum;
}

int main(int argc, char **argv) {
    if (argc != 2 || !read_board(argv[1])) {
        fprintf(stderr, "not a valid board: write the tiles 0 to 8 with commas\n");
        return 2;
    }
    if (inversions() % 2) {
        puts("no solution");
        return 1;
    }
    int blank = 0;
    while (board[blank]) blank++;
    int h = estimate();
    for (int bound = h; !search(blank, 0, bound, h, -1); bound += 2)
        ;
    puts(path);
    return 0;
}
