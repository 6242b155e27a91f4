/* IDA* with Manhattan distance on the 15-puzzle: the plain recursive program that the
 * compiled engine is measured against.
 *
 *     gcc -O3 -march=native -o ida ida.c && ./ida 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3
 *
 * Goal 0,1,...,15. The blank tries up, left, right, down; the last move is never undone.
 * Prints: length generated expanded seconds-of-processor-time
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { UP, LEFT, RIGHT, DOWN, NONE };

static const int STEP[4] = {-4, -1, 1, 4};

static int tiles[16];
static int change[16][16][16]; /* change[tile][from][to] of the Manhattan distance */
static int legal[16][4];
static int bound, next_bound;
static uint64_t generated = 1, expanded; /* the root is generated once */

static int distance(int tile, int cell)
{
    return abs(tile / 4 - cell / 4) + abs(tile % 4 - cell % 4);
}

static int search(int blank, int last, int g, int h)
{
    expanded++;
    for (int move = 0; move < 4; move++) {
        if (!legal[blank][move] || (last != NONE && move == 3 - last))
            continue;
        int cell = blank + STEP[move];
        int tile = tiles[cell];
        int child_h = h + change[tile][cell][blank];
        int f = g + 1 + child_h;
        generated++;
        if (f > bound) {
            if (f < next_bound)
                next_bound = f;
            continue;
        }
        if (child_h == 0)
            return g + 1;
        tiles[blank] = tile;
        int found = search(cell, move, g + 1, child_h);
        tiles[cell] = tile;
        if (found)
            return found;
    }
    return 0;
}

int main(int argc, char **argv)
{
    int blank = 0, h = 0, length = 0;
    struct timespec begin, end;

    if (argc != 17) {
        fprintf(stderr, "usage: ida TILE0 ... TILE15\n");
        return 2;
    }
    for (int cell = 0; cell < 16; cell++) {
        tiles[cell] = atoi(argv[cell + 1]);
        if (tiles[cell] == 0)
            blank = cell;
        else
            h += distance(tiles[cell], cell);
        legal[cell][UP] = cell >= 4;
        legal[cell][LEFT] = cell % 4 > 0;
        legal[cell][RIGHT] = cell % 4 < 3;
        legal[cell][DOWN] = cell < 12;
    }
    for (int tile = 1; tile < 16; tile++)
        for (int from = 0; from < 16; from++)
            for (int to = 0; to < 16; to++)
                change[tile][from][to] = distance(tile, to) - distance(tile, from);

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    for (bound = h; h > 0 && !length; bound = next_bound) {
        next_bound = 1 << 30;
        length = search(blank, NONE, 0, h);
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    printf("%d %llu %llu %.6f\n", length, (unsigned long long)generated,
           (unsigned long long)expanded,
           (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec));
    return 0;
}
