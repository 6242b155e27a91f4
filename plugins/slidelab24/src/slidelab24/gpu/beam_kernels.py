"""The four steps of a beam on a device; `beam` describes them."""

# mypy: disable-error-code="no-untyped-def"
# Numba infers the types in kernels.

from functools import cache

from numba import int32, uint32, uint64

from slidelab24.gpu.device import Device, Launch
from slidelab24.gpu.search_kernel import BITS_A_CELL
from slidelab24.patterns import CELLS, COLS, VIEWS

ESTIMATES = COLS
"""Where the estimates of a node begin: a byte for each view of each set of tables. After them is a
word with its blank and the last move."""

KEYS = 2048
"""Sums of estimates are below this."""

NOTHING = 0xFFFF
"""The key of a missing child."""

NO_MOVE = 4

# Words of the control array: nodes of even and of odd depths; the largest sum that is kept, and how
# many with it; those kept with it and in all so far; one more than the place of a goal, and its
# depth; nodes expanded, a number of 64 bits; and how many children have each sum.
COUNT, _, LAST, ROOM, AT_LAST, KEPT, GOAL, GOAL_DEPTH, EXPANDED, _, SUMS = range(11)
CONTROLS = SUMS + KEYS


def count_fields(sets: int) -> int:
    """Return the number of words of a node."""
    return ESTIMATES + -(-sets * VIEWS // 4) + 1


@cache
def expand_kernel(device: Device, sets: int, words: int) -> Launch:
    """Write the children of all nodes, each with its estimates, to places of their own."""
    cuda, left, right = device.cuda, device.left, device.right
    rows, cols, cells, views = COLS, COLS, CELLS, VIEWS
    base_at = sets * views * cells**2
    block = device.threads_in_block
    zero, one = uint32(0), uint32(1)
    fast = rows + words
    tile_mask = (1 << BITS_A_CELL) - 1
    meta_at = count_fields(sets) - 1
    estimate_words = meta_at - ESTIMATES

    def load_words(each, blank, me, state, table, bits, place):
        """Look up the words of a node in one set of tables."""
        for k in range(words):
            state[uint32(rows + k), me] = place[
                uint32(base_at) + uint32(each) * uint32(words) + uint32(k)
            ]
        for row in range(rows):
            line = state[uint32(row), me]
            for col in range(cols):
                cell = uint32(row * cols + col)
                if cell != blank:
                    tile = uint32(right(line, uint32(BITS_A_CELL * col)) & uint32(tile_mask))
                    for view in range(views):
                        at = uint32(
                            (uint32(each) * uint32(views) + uint32(view)) * uint32(cells) + tile
                        )
                        number = uint32(
                            bits[
                                (uint32(each) * uint32(4 * views) + uint32(view)) * uint32(32)
                                + tile
                            ]
                            >> uint32(8)
                        )
                        state[uint32(rows) + number, me] = uint32(
                            state[uint32(rows) + number, me] + place[at * uint32(cells) + cell]
                        )
        for k in range(words):
            state[uint32(rows + k), me] = cuda.ldcg(table, state[uint32(rows + k), me])

    loaded = device.function(load_words)

    def expand_one(node, me, state, table, bits, place, nodes, bound_left, children, keys, owners):
        tiles = cuda.local.array(4, uint32)
        key = cuda.local.array(4, uint32)
        packed = cuda.local.array((4, estimate_words), uint32)
        meta = nodes[meta_at, node]
        blank = uint32(meta & uint32(255))
        last = uint32(meta >> uint32(8))
        row, col = uint32(blank // uint32(cols)), uint32(blank % uint32(cols))
        for line in range(rows):
            state[uint32(line), me] = nodes[line, node]
        for direction in range(4):
            if direction == 0:
                legal, to_row, to_col = row > zero, uint32(row - one), col
            elif direction == 1:
                legal, to_row, to_col = col > zero, row, uint32(col - one)
            elif direction == 2:
                legal, to_row, to_col = col < uint32(cols - 1), row, uint32(col + one)
            else:
                legal, to_row, to_col = row < uint32(rows - 1), uint32(row + one), col
            key[direction] = uint32(NOTHING)
            if legal and uint32(last + uint32(direction)) != uint32(3):
                key[direction] = zero
                shift = uint32(to_col * uint32(BITS_A_CELL))
                tiles[direction] = uint32(right(state[to_row, me], shift) & uint32(tile_mask))
            for k in range(estimate_words):
                packed[direction, k] = zero
        for each in range(sets):
            loaded(each, blank, me, state, table, bits, place)
            for view in range(views):
                which = each * views + view
                before = uint32(
                    right(nodes[ESTIMATES + which // 4, node], uint32(8 * (which % 4)))
                    & uint32(255)
                )
                for direction in range(4):
                    if key[direction] != uint32(NOTHING):
                        bit = bits[
                            ((uint32(each) * uint32(4) + uint32(direction)) * uint32(views)
                             + uint32(view)) * uint32(32)
                            + tiles[direction]
                        ]  # fmt: skip
                        word = state[uint32(rows) + uint32(bit >> uint32(8)), me]
                        nearer = uint32(right(word, bit) & one)
                        estimate = uint32(before + one - uint32(nearer + nearer))
                        if estimate > bound_left:
                            key[direction] = uint32(NOTHING)
                        else:
                            key[direction] = uint32(key[direction] + estimate)
                            packed[direction, which // 4] |= left(estimate, uint32(8 * (which % 4)))
        for direction in range(4):
            child = uint32(uint32(4) * node + uint32(direction))
            if key[direction] != uint32(NOTHING):
                to_row = uint32(row + uint32(direction == 3) - uint32(direction == 0))
                to_col = uint32(col + uint32(direction == 2) - uint32(direction == 1))
                lifted = left(tiles[direction], uint32(to_col * uint32(BITS_A_CELL)))
                placed = left(tiles[direction], uint32(col * uint32(BITS_A_CELL)))
                mixed = zero
                for line in range(rows):
                    content = state[uint32(line), me]
                    if uint32(line) == to_row:
                        content = uint32(content ^ lifted)
                    if uint32(line) == row:
                        content = uint32(content ^ placed)
                    children[line, child] = content
                    mixed = uint32((mixed ^ content) * uint32(0x9E3779B1))
                    mixed ^= uint32(mixed >> uint32(15))
                for k in range(estimate_words):
                    children[ESTIMATES + k, child] = packed[direction, k]
                to_blank = uint32(to_row * uint32(cols) + to_col)
                children[meta_at, child] = uint32(to_blank | (uint32(direction) << uint32(8)))
                owners[mixed & uint32(owners.size - 1)] = child
            keys[child] = key[direction]

    expand_node = device.function(expand_one)

    def expand(table, bits, place, nodes, bound_left, children, keys, owners, control, depth):
        state = cuda.shared.array((fast, block), uint32)
        me = uint32(cuda.threadIdx.x)
        count = control[uint32(COUNT) + (depth & uint32(1))]
        node = uint32(uint32(cuda.blockIdx.x) * uint32(block) + me)
        while node < count:
            expand_node(
                node, me, state, table, bits, place, nodes, bound_left, children, keys, owners
            )
            node = uint32(node + uint32(cuda.gridDim.x) * uint32(block))

    return device.kernel(expand)


@cache
def check_kernel(device: Device) -> Launch:
    """Drop duplicate children, and count the others by their sums."""
    cuda, rows = device.cuda, COLS
    block = device.threads_in_block
    zero, one = uint32(0), uint32(1)
    keys_size = KEYS

    def check_one(child, children, keys, owners, counts):
        key = keys[child]
        if key == uint32(NOTHING):
            return
        mixed = zero
        for line in range(rows):
            mixed = uint32((mixed ^ children[line, child]) * uint32(0x9E3779B1))
            mixed ^= uint32(mixed >> uint32(15))
        owner = owners[mixed & uint32(owners.size - 1)]
        same = owner != child
        for line in range(rows):
            same = same and children[line, owner] == children[line, child]
        if same:
            keys[child] = uint32(NOTHING)
        else:
            cuda.atomic.add(counts, key, one)

    check_child = device.function(check_one)

    def check(children, keys, owners, control, depth):
        counts = cuda.shared.array(keys_size, uint32)
        me = uint32(cuda.threadIdx.x)
        at = me
        while at < uint32(keys_size):
            counts[at] = zero
            at = uint32(at + uint32(block))
        cuda.syncthreads()
        count = uint32(control[uint32(COUNT) + (depth & one)] << uint32(2))
        child = uint32(uint32(cuda.blockIdx.x) * uint32(block) + me)
        while child < count:
            check_child(child, children, keys, owners, counts)
            child = uint32(child + uint32(cuda.gridDim.x) * uint32(block))
        cuda.syncthreads()
        at = me
        while at < uint32(keys_size):
            if counts[at] != zero:
                cuda.atomic.add(control, uint32(uint32(SUMS) + at), counts[at])
            at = uint32(at + uint32(block))

    return device.kernel(check)


@cache
def cut_kernel(device: Device) -> Launch:
    """Find the largest sum to keep. One block: there are few sums."""
    cuda = device.cuda
    block = device.threads_in_block
    zero, one = uint32(0), uint32(1)
    keys_size = KEYS

    def cut(width, control, depth):
        amounts = cuda.shared.array(keys_size, uint32)
        me = uint32(cuda.threadIdx.x)
        at = me
        while at < uint32(keys_size):
            amounts[at] = control[uint32(SUMS) + at]
            control[uint32(SUMS) + at] = zero
            at = uint32(at + uint32(block))
        cuda.syncthreads()
        if me == zero:
            count = control[uint32(COUNT) + (depth & one)]
            expanded = uint64(control[EXPANDED]) | (uint64(control[EXPANDED + 1]) << uint64(32))
            expanded = uint64(expanded + uint64(count))
            control[EXPANDED] = uint32(expanded & uint64(0xFFFFFFFF))
            control[EXPANDED + 1] = uint32(expanded >> uint64(32))
            total, last, room = zero, zero, zero
            while last < uint32(keys_size) and total < width:
                room = uint32(width - total)
                total = uint32(total + amounts[last])
                last = uint32(last + one)
            control[LAST] = uint32(last - one)
            control[ROOM] = room
            control[AT_LAST] = zero
            control[KEPT] = zero
            control[uint32(COUNT) + ((depth + one) & one)] = min(total, width)

    return device.kernel(cut)


@cache
def select_kernel(device: Device, fields: int) -> Launch:
    """Make the children with the lowest sums the nodes of the next depth."""
    cuda = device.cuda
    block = device.threads_in_block
    single = block == 1
    everyone, zero, one = uint32(0xFFFFFFFF), uint32(0), uint32(1)

    def claim(control, which, wanted):
        """Return a unique number for each thread that wants one: one update for a whole warp."""
        mask = uint32(cuda.ballot_sync(everyone, wanted))
        lane = uint32(uint32(cuda.threadIdx.x) & uint32(31))
        first = zero
        if mask != zero:
            leader = uint32(uint32(cuda.ffs(mask)) - one)
            if lane == leader:
                first = uint32(cuda.atomic.add(control, which, uint32(cuda.popc(mask))))
            first = uint32(cuda.shfl_sync(everyone, int32(first), int32(leader)))
        before = uint32(mask & uint32((one << lane) - one))
        return uint32(first + uint32(cuda.popc(before)))

    claimed = device.function(claim)

    def select_one(child, inside, children, keys, nodes, origins, control, depth):
        key = keys[child] if inside else uint32(NOTHING)
        last = control[LAST]
        edge = claimed(control, uint32(AT_LAST), key == last)
        keep = key < last or (key == last and edge < control[ROOM])
        place = claimed(control, uint32(KEPT), keep)
        if keep:
            for field in range(fields):
                nodes[field, place] = children[field, child]
            move = uint32(children[fields - 1, child] >> uint32(8))
            origins[place] = uint32((uint32(child >> uint32(2)) << uint32(2)) | move)
            if key == zero and control[GOAL] == zero:
                control[GOAL_DEPTH] = depth
                control[GOAL] = uint32(place + one)

    select_child = device.function(select_one)

    def select(children, keys, nodes, origins, control, depth):
        count = uint32(control[uint32(COUNT) + (depth & one)] << uint32(2))
        if single:
            for child in range(count):
                select_child(uint32(child), True, children, keys, nodes, origins, control, depth)
        else:
            child = uint32(uint32(cuda.blockIdx.x) * uint32(block) + uint32(cuda.threadIdx.x))
            select_child(child, child < count, children, keys, nodes, origins, control, depth)

    return device.kernel(select)
