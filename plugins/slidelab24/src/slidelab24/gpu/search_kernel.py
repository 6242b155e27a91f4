"""The kernel of IDA* on a device: every thread a depth-first search of its own.

`patterns` explains gradient words and their numbers, and `sequences` the automaton. A thread enters
one child at a time, takes moves back when a node has no more children, and fetches the next record
when its subtree is done. Fast memory has what every step needs: the board, the numbers and words of
its patterns, and the top of its stack, a ring of eight entries; older entries are in slow memory.
Words are read before anything is written, so that waiting for memory overlaps.

When enough threads have nothing left to do, or the time of the launch is over, every thread returns
the unfinished nodes of its stack as records and ends; the host starts the next launch with them.

A record is a row of 32-bit words: the rows of the board (five bits a cell), the numbers of its
gradient words, the blank with the children still to be entered and the set of tables, the
automaton's state, the slack with the job, and the moves made so far, sixteen in a word. A *job* is
one board with one set of tables; records of many jobs, of different bounds, wait in the same queue.
"""

# mypy: disable-error-code="no-untyped-def"
# Numba infers the types in kernels.

from functools import cache

from numba import uint16, uint32, uint64

from slidelab24.gpu.device import Device, Launch
from slidelab24.patterns import CELLS, COLS, VIEWS

# Words of the control array that host and threads share.
TAKEN, IDLE, EXPORTED, CONTROLS = range(4)

BITS_A_CELL = 5
PATH_WORDS = 12
MOST_MOVES = 16 * PATH_WORDS
"""Longer solutions than any 24-puzzle is known or believed to need."""

RING = 8
LOOK_EVERY = 127
"""Steps after which a thread checks what the others do."""

REGISTERS = 64


@cache
def search_kernel(device: Device, sets: int, words: int) -> Launch:
    """Return the kernel for `sets` sets of tables that have `words` words for each board.

    It takes: the words of all tables; the automaton; for each set, direction, view and tile the bit
    of a move, which also says how the number of the word changes; the records, how many they are,
    and room for those handed back, with its size; the bound of each job; its nodes, whether it is
    solved, and its solution, all to be filled in; the control words; the steps before which no
    thread leaves and after which all do; and how many idle threads make the others leave.
    """
    cuda, left, right = device.cuda, device.left, device.right
    rows, cols, views = COLS, COLS, VIEWS
    block = device.threads_in_block
    numbers_at, words_at = rows, rows + words
    fast = rows + 2 * words
    meta, machine_at, slack_at, path_at = range(rows + words, rows + words + 4)
    set_size = 4 * views * 32
    luts = sets * set_size
    last_col = (cols - 1) * BITS_A_CELL
    everyone, zero, one, two = uint32(0xFFFFFFFF), uint32(0), uint32(1), uint32(2)
    look = LOOK_EVERY if block > 1 else 15
    # The blank's steps in its four directions, a byte each; `cols` is added to be positive.
    steps = 0 | cols - 1 << 8 | cols + 1 << 16 | 2 * cols << 24
    ring, stack = RING, MOST_MOVES
    ring_size, stack_size = ring * views, stack * views

    def write_moves(target, place, first, deep_entry, ring_entry, me, start_depth, depth, spilled):
        """Add the moves on the stack to a path, which begins at word `first` of `target[place]`."""
        at = zero
        while at < depth:
            entry = deep_entry[at] if at < spilled else ring_entry[at & uint32(ring - 1), me]
            turn = uint32(start_depth + at)
            target[place, uint32(first + (turn >> uint32(4)))] |= left(
                uint32(entry & uint32(3)), uint32((turn & uint32(15)) << one)
            )
            at = uint32(at + one)

    def find_step(row, col, direction):
        """Return where the blank goes."""
        to_row = uint32(row - uint32(direction == zero) + uint32(direction == uint32(3)))
        sideways = uint32(direction == one) - uint32(direction == two)
        return to_row, uint32(col - uint32(BITS_A_CELL) * sideways)

    def find_change(bit_of, weight_of, lut, direction, view, tile):
        """Return the bit of a move, the word that has it, and how its number changes."""
        at = uint32(lut + (direction * uint32(views) + uint32(view)) * uint32(32) + tile)
        bit = uint32(bit_of[at])
        move = uint32(right(uint32(steps), uint32((bit & uint32(3)) << uint32(3))) & uint32(255))
        change = uint32(uint32(move - uint32(cols)) * weight_of[(bit >> two) & uint32(7)])
        return bit, uint32(bit >> uint32(8)), change

    add_moves = device.function(write_moves)
    step_of, change_of = device.function(find_step), device.function(find_change)

    def search(
        table,
        follow,
        bits,
        records,
        count,
        handed,
        capacity,
        bounds,
        nodes,
        solved,
        paths,
        control,
        shortest,
        longest,
        idle_limit,
    ):
        state = cuda.shared.array((fast, block), uint32)
        ring_words = cuda.shared.array((ring_size, block), uint32)
        ring_entry = cuda.shared.array((ring, block), uint32)
        bit_of = cuda.shared.array(luts, uint16)
        weight_of = cuda.shared.array(8, uint32)
        deep_words = cuda.local.array(stack_size, uint32)
        deep_entry = cuda.local.array(stack, uint32)
        fresh = cuda.local.array(views, uint32)
        slot = cuda.local.array(views, uint32)
        old = cuda.local.array(views, uint32)
        me = uint32(cuda.threadIdx.x)
        at = me
        while at < uint32(luts):
            bit_of[at] = uint16(bits[at])
            at = uint32(at + uint32(block))
        if me == zero:
            weight = one
            for k in range(8):
                weight_of[uint32(k)] = weight
                weight = uint32(weight * uint32(CELLS))
        cuda.syncthreads()

        row, col, children, depth, slack, machine = zero, zero, zero, zero, zero, zero
        start_depth, rest, spilled, record, job, lut = zero, zero, zero, zero, zero, zero
        expanded, step = zero, zero
        alive, leaving, staying = True, False, False
        while cuda.any_sync(everyone, alive):
            step = uint32(step + one)
            if (step & uint32(look)) == zero:
                # Zero, which the compiler cannot know, so that it must load again.
                never = uint32(step >> uint32(31))
                if alive and cuda.ldcv(solved, uint32(job + never)):
                    children = zero
                    depth = zero
                if alive and not staying:
                    idle = cuda.ldcv(control, uint32(uint32(IDLE) + never))
                    if (idle > idle_limit and step > shortest) or step > longest:
                        leaving = True
            if alive:
                if leaving and children != zero:
                    # Hand the children of this node back.
                    place = uint32(cuda.atomic.add(control, uint32(EXPORTED), one))
                    if place >= capacity:
                        leaving = False  # no room for the records: finish the subtree
                        staying = True
                    else:
                        for k in range(rows + words):
                            handed[place, uint32(k)] = state[uint32(k), me]
                        made = uint32(start_depth + depth)
                        handed[place, uint32(meta)] = uint32(
                            row
                            | (col << uint32(3))
                            | (children << uint32(8))
                            | (made << uint32(12))
                            | (uint32(lut // uint32(set_size)) << uint32(20))
                        )
                        handed[place, uint32(machine_at)] = machine
                        handed[place, uint32(slack_at)] = uint32(slack | (job << uint32(16)))
                        for k in range(PATH_WORDS):
                            handed[place, uint32(path_at + k)] = records[
                                record, uint32(path_at + k)
                            ]
                        add_moves(
                            handed, place, uint32(path_at), deep_entry, ring_entry, me,
                            start_depth, depth, spilled,
                        )  # fmt: skip
                        children = zero
                if children == zero and depth != zero:
                    # Take a move back.
                    depth = uint32(depth - one)
                    if depth < spilled:
                        spilled = depth
                        entry = deep_entry[depth]
                        for view in range(views):
                            old[view] = deep_words[depth * uint32(views) + uint32(view)]
                    else:
                        at = uint32(depth & uint32(ring - 1))
                        entry = ring_entry[at, me]
                        for view in range(views):
                            old[view] = ring_words[at * uint32(views) + uint32(view), me]
                    direction = uint32(entry & uint32(3))
                    children = uint32((entry >> two) & uint32(15))
                    tile = uint32((entry >> uint32(6)) & uint32(31))
                    machine = uint32(entry >> uint32(11))
                    to_row, to_col = step_of(row, col, uint32(uint32(3) - direction))
                    state[to_row, me] ^= left(tile, to_col)
                    state[row, me] ^= left(tile, col)
                    row = to_row
                    col = to_col
                    for view in range(views):
                        bit, number, change = change_of(
                            bit_of, weight_of, lut, direction, uint32(view), tile
                        )
                        state[uint32(numbers_at) + number, me] = uint32(
                            state[uint32(numbers_at) + number, me] + change
                        )
                        state[uint32(words_at) + number, me] = old[view]
                        nearer = uint32(right(old[view], bit) & one)
                        slack = uint32(slack + ((nearer ^ one) << uint32(8 * view)))
                if children == zero and depth == zero:
                    # Fetch the next record, from the end of the queue.
                    if expanded != zero:
                        cuda.atomic.add(nodes, job, uint64(expanded))
                        expanded = zero
                    ticket = count
                    if not (leaving or staying):
                        ticket = uint32(cuda.atomic.add(control, uint32(TAKEN), one))
                    if ticket < count:
                        record = uint32(count - one - ticket)
                        for k in range(rows + words):
                            state[uint32(k), me] = records[record, uint32(k)]
                        entry = records[record, uint32(meta)]
                        machine = records[record, uint32(machine_at)]
                        slack = records[record, uint32(slack_at)]
                        job = uint32(slack >> uint32(16))
                        slack = uint32(slack & uint32(0xFFFF))
                        row = uint32(entry & uint32(7))
                        col = uint32((entry >> uint32(3)) & uint32(31))
                        children = uint32((entry >> uint32(8)) & uint32(15))
                        start_depth = uint32((entry >> uint32(12)) & uint32(255))
                        lut = uint32((entry >> uint32(20)) * uint32(set_size))
                        rest = uint32(bounds[job] - start_depth)
                        spilled = zero
                        for k in range(words):
                            state[uint32(words_at + k), me] = cuda.ldcg(
                                table, state[uint32(numbers_at + k), me]
                            )
                        if cuda.ldcv(solved, job):
                            children = zero
                    else:
                        alive = False
                        cuda.atomic.add(control, uint32(IDLE), one)
            cuda.syncwarp()
            if children != zero and not leaving:
                # Enter the next child.
                direction = uint32(uint32(cuda.ffs(children)) - one)
                children = uint32(children & (children - one))
                after = follow[machine * uint32(4) + direction]
                to_row, to_col = step_of(row, col, direction)
                cells = state[to_row, me]
                tile = uint32(right(cells, to_col) & uint32(31))
                for view in range(views):
                    bit, number, change = change_of(
                        bit_of, weight_of, lut, direction, uint32(view), tile
                    )
                    place = uint32(state[uint32(numbers_at) + number, me] - change)
                    state[uint32(numbers_at) + number, me] = place
                    fresh[view] = place
                    slot[view] = number
                    old[view] = state[uint32(words_at) + number, me]
                    nearer = uint32(right(old[view], bit) & one)
                    slack = uint32(slack - ((nearer ^ one) << uint32(8 * view)))
                for view in range(views):
                    fresh[view] = cuda.ldcg(table, fresh[view])
                state[to_row, me] = uint32(cells ^ left(tile, to_col))
                state[row, me] ^= left(tile, col)
                row = to_row
                col = to_col
                at = uint32(depth & uint32(ring - 1))
                if uint32(depth - spilled) == uint32(ring):
                    deep_entry[spilled] = ring_entry[at, me]
                    for view in range(views):
                        deep_words[spilled * uint32(views) + uint32(view)] = ring_words[
                            at * uint32(views) + uint32(view), me
                        ]
                    spilled = uint32(spilled + one)
                ring_entry[at, me] = uint32(
                    (machine << uint32(11)) | (tile << uint32(6)) | (children << two) | direction
                )
                for view in range(views):
                    ring_words[at * uint32(views) + uint32(view), me] = old[view]
                for view in range(views):
                    state[uint32(words_at) + slot[view], me] = fresh[view]
                depth = uint32(depth + one)
                machine = uint32(after >> uint32(4))
                if uint32(((slack & uint32(255)) << one) + depth) == rest:
                    # Nothing is left to do: the goal.
                    if cuda.atomic.add(solved, job, one) == zero:
                        for k in range(PATH_WORDS):
                            paths[job, uint32(k)] = records[record, uint32(path_at + k)]
                        add_moves(
                            paths, job, zero, deep_entry, ring_entry, me,
                            start_depth, depth, spilled,
                        )  # fmt: skip
                    children = zero
                else:
                    # Find the children within the bound.
                    expanded = uint32(expanded + one)
                    cells = state[row, me]
                    above = state[uint32(row - one) if row > zero else row, me]
                    below = state[uint32(row + one) if row < uint32(rows - 1) else row, me]
                    legal = uint32(
                        uint32(row > zero)
                        | (uint32(col > zero) << one)
                        | (uint32(col < uint32(last_col)) << two)
                        | (uint32(row < uint32(rows - 1)) << uint32(3))
                    )
                    children = zero
                    for direction in range(4):
                        if direction == 0:
                            tile = uint32(right(above, col) & uint32(31))
                        elif direction == 1:
                            beside = uint32(col - uint32(BITS_A_CELL))
                            tile = uint32(right(cells, beside) & uint32(31))
                        elif direction == 2:
                            beside = uint32(col + uint32(BITS_A_CELL))
                            tile = uint32(right(cells, beside) & uint32(31))
                        else:
                            tile = uint32(right(below, col) & uint32(31))
                        enters = one
                        for view in range(views):
                            at = uint32(lut + uint32((direction * views + view) * 32) + tile)
                            bit = uint32(bit_of[at])
                            word = state[uint32(words_at) + uint32(bit >> uint32(8)), me]
                            nearer = uint32(right(word, bit) & one)
                            room = uint32((slack & uint32(255 << (8 * view))) != zero)
                            enters &= uint32(nearer | room)
                        children |= uint32(enters << uint32(direction))
                    children = uint32(children & legal & after)

    return device.kernel(search, registers=REGISTERS)
