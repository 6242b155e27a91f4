"""Best-first search compiled: uniform cost, greedy, A* and weighted A* (`search/best_first.py`)."""

from typing import NamedTuple

from slidelab.kernels.compiling import Index, Integers, Slots, SmallIntegers, Words, compiled
from slidelab.kernels.estimator import SUM, Estimator
from slidelab.kernels.frontiers import (
    Buckets,
    Heap,
    pop_bucket,
    pop_heap,
    push_bucket,
    push_heap,
)
from slidelab.kernels.heuristics import change, estimate, estimate_child
from slidelab.kernels.ledger import (
    BASE,
    DEEPEST_EXPANDED,
    DEEPEST_GENERATED,
    DUPLICATES,
    EXHAUSTED,
    EXPANDED,
    FOUND,
    FOUND_AT,
    FRONTIER,
    FULL,
    GENERATED,
    IN_HAND,
    MAX_FRONTIER,
    MOST_CHILDREN,
    NODE_LIMIT,
    NODES,
    OWN,
    PAUSED,
    REOPENED,
    ROOM,
)
from slidelab.kernels.nodes import Nodes
from slidelab.kernels.states import (
    NO_MOVE,
    PLAN_CHILD_BITS,
    PLAN_HEAD_BITS,
    child_key,
    draw_order,
    get,
    put,
    same,
    unpack_into,
)
from slidelab.kernels.tables import COPY, find, plant

LOWEST = OWN  # no bucket below this one holds a node
NEVER = -1  # the g at which a state was expanded that was not

IGNORE, LOWER_G, ALWAYS = range(3)  # in the order of conventions.DUPLICATES


class Paths(NamedTuple):
    """What is known of a state, on the first row that held it."""

    reached: SmallIntegers
    """The lowest g at which it was reached."""
    expanded: SmallIntegers
    """The g at which it was expanded last, or NEVER."""
    h: SmallIntegers
    """The estimate of every row, where a child's follows from its parent's alone."""


class Rules(NamedTuple):
    """The puzzle and the conventions, as numbers."""

    bits: int
    plans: Integers
    order: int
    test_early: bool
    ties: int
    duplicates: int
    reopen: bool
    g_weight: float
    h_weight: float
    by_bucket: bool
    """Whether the frontier has buckets, or a heap."""
    g_step: int
    """How many buckets a unit of g makes."""
    h_step: int
    """How many buckets a unit of h makes."""
    greatest_h: int


@compiled
def expand_best(
    ledger: Integers,
    random: Words,
    budget: int,
    nodes: Nodes,
    paths: Paths,
    heap: Heap,
    buckets: Buckets,
    table: Slots,
    key: Integers,
    start: Integers,
    start_blank: int,
    goal: Integers,
    measure: Estimator,
    rules: Rules,
    board: Integers,
    facts: Integers,
) -> int:
    """Take up to `budget` nodes off the frontier."""
    base = ledger[BASE]
    by_bucket = rules.by_bucket
    if ledger[NODES] == 0:
        plant(table, base, nodes, 0, start, start_blank)
        paths.reached[0] = 0
        paths.expanded[0] = NEVER
        unpack_into(board, nodes.words, 0, rules.bits)
        h = estimate(measure, board, start_blank, facts)
        if measure.kind == SUM:
            paths.h[0] = int(h)
        if by_bucket:
            ledger[LOWEST] = rules.h_step * int(h)
            push_bucket(buckets, rules.ties, ledger[LOWEST], 0)
        else:
            push_heap(heap, 0, rules.ties, rules.h_weight * h, h, 0)
        ledger[NODES] = ledger[GENERATED] = ledger[FRONTIER] = ledger[MAX_FRONTIER] = 1
        if rules.test_early and same(nodes.words, 0, goal):
            ledger[FOUND_AT] = 0
            return FOUND
    while True:
        row = ledger[IN_HAND]
        if row < 0:
            if ledger[FRONTIER] == 0:
                return EXHAUSTED
            if budget <= 0 and ledger[EXPANDED] < ledger[NODE_LIMIT]:
                return PAUSED
            budget -= 1
            if by_bucket:
                while buckets.head[ledger[LOWEST]] < 0:
                    ledger[LOWEST] += 1
                row = pop_bucket(buckets, ledger[LOWEST])
            else:
                row = pop_heap(heap, ledger[FRONTIER], rules.ties)
            ledger[FRONTIER] -= 1
            first_row = Index(_first_row(row, nodes, table, base, key))
            expanded_at = paths.expanded[first_row]
            if expanded_at != NEVER and not (rules.reopen and nodes.g[row] < expanded_at):
                continue
            if same(nodes.words, row, goal):
                ledger[FOUND_AT] = row
                return FOUND
            ledger[IN_HAND] = row
        else:
            first_row = Index(_first_row(row, nodes, table, base, key))
        if ledger[EXPANDED] >= ledger[NODE_LIMIT]:
            return PAUSED
        here = Index(row)
        g = nodes.g[here] + 1
        made = ledger[NODES]
        if made + MOST_CHILDREN > ledger[ROOM]:
            return FULL
        if by_bucket and rules.g_step * g + rules.h_step * rules.greatest_h >= buckets.head.size:
            return FULL
        ledger[IN_HAND] = -1
        ledger[EXPANDED] += 1
        ledger[DEEPEST_EXPANDED] = max(ledger[DEEPEST_EXPANDED], g - 1)
        paths.expanded[first_row] = g - 1
        blank = int(nodes.blank[here])
        h_here = 0
        if measure.kind == SUM:
            h_here = int(paths.h[here])
        elif measure.kind > SUM:
            unpack_into(board, nodes.words, row, rules.bits)
            estimate(measure, board, blank, facts)
        order = draw_order(rules.order, random)
        last = nodes.move[here] & 3 if row > 0 else NO_MOVE
        plan = rules.plans[Index(order), Index(blank), Index(last)]
        children = plan & 7
        undone_at_last = (plan >> 3) & 1
        generated = duplicates = 0
        plan >>= PLAN_HEAD_BITS
        frontier = ledger[FRONTIER]
        lowest = ledger[LOWEST]
        found = False
        for _ in range(children):
            target = plan & 255
            move = (plan >> 8) & 3
            passed = (plan >> 10) & 1
            plan >>= PLAN_CHILD_BITS
            generated += 1 + passed
            duplicates += passed
            tile = child_key(key, nodes.words, row, rules.bits, blank, target)
            slot = Index(find(table, base, nodes.words, key))
            child = Index(made)
            entry = int(table[slot])
            if entry < base:
                nodes.move[child] = move
                table[slot] = base + made
                paths.reached[child] = g
                paths.expanded[child] = NEVER
            else:
                first = Index(entry - base)
                lower = g < paths.reached[first]
                if paths.expanded[first] != NEVER:
                    if not (rules.reopen and lower):
                        duplicates += 1
                        continue
                    ledger[REOPENED] += 1
                elif not (rules.duplicates == ALWAYS or (rules.duplicates == LOWER_G and lower)):
                    duplicates += 1
                    continue
                if lower:
                    paths.reached[first] = g
                nodes.move[child] = move | COPY
            put(nodes.words, made, key)
            nodes.parent[child] = row
            nodes.blank[child] = target
            nodes.g[child] = g
            h = 0.0
            whole_h = 0
            if measure.kind == SUM:
                whole_h = h_here + change(measure.costs, tile, blank, target)
                paths.h[child] = whole_h
            elif measure.kind > SUM:
                h = estimate_child(measure, board, blank, target, facts)
                whole_h = int(h)
            if by_bucket:
                bucket = rules.g_step * g + rules.h_step * whole_h
                push_bucket(buckets, rules.ties, bucket, made)
                lowest = min(lowest, bucket)
            else:
                if measure.kind == SUM:
                    h = float(whole_h)
                f = rules.g_weight * g + rules.h_weight * h
                push_heap(heap, frontier, rules.ties, f, h, made)
            made += 1
            frontier += 1
            if rules.test_early and same(nodes.words, made - 1, goal):
                found = True
                undone_at_last = 0
                break
        ledger[GENERATED] += generated + undone_at_last
        ledger[DUPLICATES] += duplicates + undone_at_last
        if made > ledger[NODES]:
            ledger[NODES] = made
            ledger[FRONTIER] = frontier
            ledger[LOWEST] = lowest
            ledger[MAX_FRONTIER] = max(ledger[MAX_FRONTIER], frontier)
            ledger[DEEPEST_GENERATED] = max(ledger[DEEPEST_GENERATED], g)
        if found:
            ledger[FOUND_AT] = made - 1
            return FOUND


@compiled
def _first_row(row: int, nodes: Nodes, table: Slots, base: int, key: Integers) -> int:
    """The first row that held the state of this one."""
    if not nodes.move[Index(row)] & COPY:
        return row
    return _look_up(row, nodes.words, table, base, key)


# Apart from `_first_row`, which is then small enough to be inlined: copies are rare.
@compiled
def _look_up(row: int, words: Integers, table: Slots, base: int, key: Integers) -> int:
    get(words, row, key)
    return int(table[find(table, base, words, key)]) - base
