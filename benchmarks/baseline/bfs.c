/* Breadth-first search over the whole 3x3 space, in plain C: the yardstick of engines.py.
 *
 * The same loop as the compiled engine's: states packed four bits a cell, an open-addressing table
 * from states to nodes, nodes with parent, move, blank and depth, children in the order U, D, L, R.
 * Prints nodes expanded, nodes generated, the greatest depth, and the best seconds of `repeats`.
 */
#define _POSIX_C_SOURCE 199309L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROWS = 3, COLS = 3, CELLS = ROWS * COLS, BOARDS = 181440, SLOTS = 1 << 19 };

static uint64_t state[BOARDS + 4];
static int32_t parent[BOARDS + 4], depth[BOARDS + 4];
static uint8_t move_made[BOARDS + 4], blank_of[BOARDS + 4];
static uint32_t table[SLOTS]; /* a node's number plus 1, or 0 */
static int target_of[CELLS][4];
static long expanded, generated, duplicates;

static void make_targets(void)
{
    for (int cell = 0; cell < CELLS; cell++) {
        int row = cell / COLS, col = cell % COLS;
        target_of[cell][0] = row > 0 ? cell - COLS : -1;
        target_of[cell][1] = row < ROWS - 1 ? cell + COLS : -1;
        target_of[cell][2] = col > 0 ? cell - 1 : -1;
        target_of[cell][3] = col < COLS - 1 ? cell + 1 : -1;
    }
}

static uint32_t *slot_of(uint64_t key)
{
    uint32_t slot = (uint32_t)(key * 0x9E3779B97F4A7C15u >> 45);
    while (table[slot] && state[table[slot] - 1] != key)
        slot = (slot + 1) & (SLOTS - 1);
    return &table[slot];
}

static int search(uint64_t start, int start_blank)
{
    int count = 1, next = 0;
    memset(table, 0, sizeof table);
    expanded = duplicates = 0;
    generated = 1;
    state[0] = start;
    parent[0] = -1;
    depth[0] = 0;
    blank_of[0] = (uint8_t)start_blank;
    *slot_of(start) = 1;
    while (next < count) {
        int node = next++;
        int blank = blank_of[node];
        expanded++;
        for (int move = 0; move < 4; move++) {
            int target = target_of[blank][move];
            if (target < 0)
                continue;
            uint64_t tile = state[node] >> 4 * target & 15;
            uint64_t child = state[node] ^ tile << 4 * target ^ tile << 4 * blank;
            uint32_t *slot = slot_of(child);
            generated++;
            if (*slot) {
                duplicates++;
                continue;
            }
            state[count] = child;
            parent[count] = node;
            move_made[count] = (uint8_t)move;
            blank_of[count] = (uint8_t)target;
            depth[count] = depth[node] + 1;
            *slot = (uint32_t)++count;
        }
    }
    return depth[count - 1];
}

int main(int argc, char **argv)
{
    int repeats = argc > 1 ? atoi(argv[1]) : 1, deepest = 0;
    double best = 1e9;
    make_targets();
    for (int i = 0; i < repeats; i++) {
        struct timespec began, ended;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &began);
        deepest = search(0x876543210u, 0);
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ended);
        double seconds =
            (double)(ended.tv_sec - began.tv_sec) + (double)(ended.tv_nsec - began.tv_nsec) / 1e9;
        if (seconds < best)
            best = seconds;
    }
    printf("%ld %ld %d %.9f\n", expanded, generated, deepest, best);
    return 0;
}
