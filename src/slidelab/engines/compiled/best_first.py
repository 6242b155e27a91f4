"""Best-first search compiled: uniform cost, greedy, A* and weighted A* (`search/best_first.py`)."""

from typing import NamedTuple

from slidelab.engines.compiled import slots
from slidelab.engines.compiled.frontiers import (
    ROW,
    Buckets,
    Heap,
    Ties,
    pop_bucket,
    pop_heap,
    push_bucket,
    push_heap,
    second_key,
)
from slidelab.engines.compiled.heuristics import (
    SUM,
    Estimator,
    change,
    estimate,
    estimate_child,
    estimate_in_moves,
)
from slidelab.engines.compiled.nodes import (
    COPY,
    Context,
    add_root,
    begin_expansion,
    find,
    first_row,
    join_frontier,
    note_sight,
    prefetch_children,
    sees_goal,
)
from slidelab.engines.compiled.states import (
    child_key,
    counts_at_last,
    first_step,
    plan_size,
    put,
    same,
    unpack_into,
)
from slidelab.engines.compiling import Index, Int32s, Int64s, compiled
from slidelab.engines.intrinsics import as_byte, signed

LOWEST = slots.OWN  # no bucket below this one holds a node
NEVER = -1  # the g at which a state was expanded that was not

IGNORE, LOWER_G, ALWAYS, IN_PLACE = range(4)  # in the order of conventions.DUPLICATES


class Paths(NamedTuple):
    """What is known of a state, on the first row that held it."""

    reached: Int32s
    """The lowest g at which it was reached."""
    expanded: Int32s
    """The g at which it was expanded last, or NEVER."""
    h: Int32s
    """The estimate of every row, where a child's follows from its parent's alone."""
    first: Int32s
    """The first row that held the state of every row, kept where many are copies."""


class Steps(NamedTuple):
    """Which bucket of the frontier a node belongs to: `g_step * g + h_step * h`."""

    by_bucket: bool
    """Whether the frontier has buckets, or a heap."""
    g_step: int
    """How many buckets a unit of g makes."""
    h_step: int
    """How many buckets a unit of h makes."""
    greatest_h: int


class Rules(NamedTuple):
    """What makes a best-first search this one and no other."""

    ties: Ties
    duplicates: int
    push_expanded: bool
    """Whether a child joins the frontier although its state was expanded."""
    skip_copies: bool
    """Whether a node is skipped when a copy of it was expanded."""
    reopen: bool
    g_weight: float
    h_weight: float
    steps: Steps


class BestFirstTables(NamedTuple):
    """What only this kernel is given."""

    paths: Paths
    heap: Heap
    buckets: Buckets
    measure: Estimator
    rules: Rules
    board: Int64s
    facts: Int64s


@compiled
def expand_best(context: Context, budget: int, tables: BestFirstTables) -> int:
    """Take up to `budget` nodes off the frontier, a heap or buckets (`frontiers.py`)."""
    registers, problem, nodes = context.registers, context.problem, context.nodes
    paths, heap, buckets, measure, rules, board, facts = tables
    base = registers[slots.BASE]
    steps = rules.steps
    by_bucket = steps.by_bucket
    always = rules.duplicates == ALWAYS
    if registers[slots.NODES] == 0:
        root = add_root(context, problem.start)
        paths.reached[root] = 0
        paths.expanded[root] = NEVER
        paths.first[root] = root
        unpack_into(board, nodes.words, root, problem.bits)
        h = estimate_in_moves(measure, board, int(nodes.blank[root]), facts)
        if problem.test_early and same(nodes.words, root, problem.goal):
            registers[slots.FOUND_AT] = root
            return slots.FOUND
        if sees_goal(context, root):
            note_sight(registers, root)
        join_frontier(context)
        if measure.kind == SUM:
            paths.h[root] = int(h)
        if by_bucket:
            registers[LOWEST] = steps.h_step * int(h)
            push_bucket(buckets, rules.ties, registers[LOWEST], root)
        else:
            second = second_key(rules.ties, signed(nodes.g[root]), h, 0)
            push_heap(heap, root, rules.ties, rules.h_weight * h, second, float(root))
    while True:
        row = registers[slots.IN_HAND]
        if row < 0:
            if registers[slots.FRONTIER] == 0:
                return slots.EXHAUSTED
            if budget <= 0 and registers[slots.EXPANDED] < registers[slots.NODE_LIMIT]:
                return slots.PAUSED
            budget -= 1
            if by_bucket:
                while buckets.head[Index(registers[LOWEST])] < 0:
                    registers[LOWEST] += 1
                row = pop_bucket(buckets, registers[LOWEST])
                prefetch_children(context, int(buckets.head[Index(registers[LOWEST])]))
            else:
                row = pop_heap(heap, registers[slots.FRONTIER], rules.ties)
                prefetch_children(context, int(heap.entries[0, ROW]))
            registers[slots.FRONTIER] -= 1
            first = Index(paths.first[row] if always else first_row(row, nodes, base))
            expanded_at = paths.expanded[first]
            if (
                rules.skip_copies
                and expanded_at != NEVER
                and not (rules.reopen and nodes.g[row] < expanded_at)
            ):
                continue
            if same(nodes.words, row, problem.goal):
                registers[slots.FOUND_AT] = row
                return slots.FOUND
            registers[slots.IN_HAND] = row
        else:
            first = Index(paths.first[row] if always else first_row(row, nodes, base))
        if registers[slots.EXPANDED] >= registers[slots.NODE_LIMIT]:
            return slots.PAUSED
        here = Index(row)
        g = nodes.g[here] + 1
        made = registers[slots.NODES]
        if made + problem.most_children > registers[slots.ROOM]:
            return slots.FULL
        if by_bucket and steps.g_step * g + steps.h_step * steps.greatest_h >= buckets.head.size:
            return slots.FULL
        plan = begin_expansion(context, row)
        if paths.expanded[first] != NEVER or (
            not problem.mark_start and row > 0 and same(nodes.words, row, problem.start)
        ):
            registers[slots.EXPANDED_AGAIN] += 1
        paths.expanded[first] = g - 1
        blank = int(nodes.blank[here])
        h_here = 0
        if problem.slides:
            pass  # each child is estimated in full
        elif measure.kind == SUM:
            h_here = int(paths.h[here])
        elif measure.kind > SUM:
            unpack_into(board, nodes.words, row, problem.bits)
            estimate(measure, board, blank, facts)
        undone_at_last = counts_at_last(plan)
        generated = duplicates = 0
        frontier = registers[slots.FRONTIER]
        lowest = registers[LOWEST]
        found = False
        begin = first_step(plan)
        for at_step in range(begin, begin + plan_size(plan)):
            step = problem.steps[Index(at_step)]
            target = step & 255
            move = (step >> 8) & 3
            passed = (step >> 10) & 1
            generated += 1 + passed
            duplicates += passed
            tile = child_key(nodes.key, nodes.words, row, problem.bits, blank, target, step >> 11)
            slot = Index(find(nodes.table, base, nodes.words, nodes.key))
            child = Index(made)
            entry = int(nodes.table[slot])
            if entry < base:
                nodes.move[child] = move
                nodes.table[slot] = base + made
                known = child
                paths.reached[child] = g
                paths.expanded[child] = NEVER
            else:
                known = Index(entry - base)
                lower = g < paths.reached[known]
                if paths.expanded[known] != NEVER:
                    if rules.reopen and lower:
                        registers[slots.REOPENED] += 1
                    elif not rules.push_expanded:
                        duplicates += 1
                        continue
                elif not (always or (rules.duplicates == LOWER_G and lower)):
                    if rules.duplicates == IN_PLACE and lower:
                        # Nothing else holds this state, so the node waits on its first row.
                        paths.reached[known] = g
                        nodes.g[known] = g
                        nodes.parent[known] = row
                        nodes.move[known] = move
                    duplicates += 1
                    continue
                if lower:
                    paths.reached[known] = g
                nodes.move[child] = move | COPY
                registers[slots.REACHED_AGAIN] += 1
            if always:
                paths.first[child] = known
            put(nodes.words, made, nodes.key)
            nodes.parent[child] = row
            nodes.blank[child] = target
            nodes.g[child] = g
            if problem.test_early and same(nodes.words, made, problem.goal):
                registers[slots.FOUND_AT] = made
                made += 1
                found = True
                undone_at_last = 0
                break
            if sees_goal(context, made):
                registers[slots.FRONTIER] = frontier
                registers[slots.MAX_FRONTIER] = max(registers[slots.MAX_FRONTIER], frontier)
                registers[slots.DEEPEST_GENERATED] = max(registers[slots.DEEPEST_GENERATED], g)
                note_sight(registers, made)
                registers[slots.SIGHTED + slots.GENERATED] += generated
                registers[slots.SIGHTED + slots.DUPLICATES] += duplicates
            h = 0.0
            whole_h = 0
            if problem.slides:
                unpack_into(board, nodes.words, made, problem.bits)
                h = estimate_in_moves(measure, board, as_byte(target), facts)
                whole_h = int(h)
            elif measure.kind == SUM:
                whole_h = h_here + change(measure.costs, tile, blank, target)
                paths.h[child] = whole_h
            elif measure.kind > SUM:
                h = estimate_child(measure, board, blank, target, facts)
                whole_h = int(h)
            if by_bucket:
                bucket = steps.g_step * g + steps.h_step * whole_h
                push_bucket(buckets, rules.ties, bucket, made)
                lowest = min(lowest, bucket)
            else:
                if measure.kind == SUM and not problem.slides:
                    h = float(whole_h)
                f = rules.g_weight * g + rules.h_weight * h
                second = second_key(rules.ties, g, h, move)
                push_heap(heap, frontier, rules.ties, f, second, float(made))
            made += 1
            frontier += 1
        registers[slots.GENERATED] += generated + undone_at_last
        registers[slots.DUPLICATES] += duplicates + undone_at_last
        if made > registers[slots.NODES]:
            registers[slots.NODES] = made
            registers[slots.FRONTIER] = frontier
            registers[LOWEST] = lowest
            registers[slots.MAX_FRONTIER] = max(registers[slots.MAX_FRONTIER], frontier)
            registers[slots.DEEPEST_GENERATED] = max(registers[slots.DEEPEST_GENERATED], g)
        if found:
            return slots.FOUND
