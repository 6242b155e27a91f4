"""The later steps of a beam on a device: which children become the nodes of the next depth."""

from __future__ import annotations

from typing import Any

from numba import int32, uint32, uint64

from slidelab.engines.gradient.gpu.beam.control import (
    AT_LAST,
    COUNT,
    EXPANDED,
    GOAL,
    GOAL_DEPTH,
    KEPT,
    KEYS,
    LAST,
    NOTHING,
    ROOM,
    SUMS,
)
from slidelab.engines.gradient.gpu.device import Device, Kernel, once


@once
def check_kernel(device: Device, rows: int) -> Kernel:
    """Drop children that are there twice, and count the others by their sums."""
    cuda = device.cuda
    block = device.threads_in_block
    single = block == 1
    zero, one = uint32(0), uint32(1)
    keys_size = KEYS

    def check_one(child: Any, children: Any, keys: Any, owners: Any, counts: Any) -> None:
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

    def check(children: Any, keys: Any, owners: Any, control: Any, depth: Any) -> None:
        counts = cuda.shared.array(keys_size, uint32)
        me = uint32(cuda.threadIdx.x)
        at = me
        while at < uint32(keys_size):
            counts[at] = zero
            at = uint32(at + uint32(block))
        cuda.syncthreads()
        count = uint32(control[uint32(COUNT) + (depth & one)] << uint32(2))
        if single:
            for child in range(count):
                check_child(uint32(child), children, keys, owners, counts)
        else:
            child = uint32(uint32(cuda.blockIdx.x) * uint32(block) + me)
            if child < count:
                check_child(child, children, keys, owners, counts)
        cuda.syncthreads()
        at = me
        while at < uint32(keys_size):
            if counts[at] != zero:
                cuda.atomic.add(control, uint32(uint32(SUMS) + at), counts[at])
            at = uint32(at + uint32(block))

    return device.kernel(check)


@once
def cut_kernel(device: Device) -> Kernel:
    """Find the largest sum to keep. One block: there are few sums."""
    cuda = device.cuda
    block = device.threads_in_block
    zero, one = uint32(0), uint32(1)
    keys_size = KEYS

    def cut(width: Any, control: Any, depth: Any) -> None:
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


@once
def select_kernel(device: Device, fields: int) -> Kernel:
    """Make the children with the lowest sums the nodes of the next depth."""
    cuda = device.cuda
    block = device.threads_in_block
    single = block == 1
    everyone, zero, one = uint32(0xFFFFFFFF), uint32(0), uint32(1)

    def claim(control: Any, which: Any, wanted: Any) -> Any:
        """A number of one's own for each thread that wants one: one update for a whole warp."""
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

    def select_one(
        child: Any,
        inside: Any,
        children: Any,
        keys: Any,
        nodes: Any,
        origins: Any,
        control: Any,
        depth: Any,
    ) -> None:
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

    def select(
        children: Any, keys: Any, nodes: Any, origins: Any, control: Any, depth: Any
    ) -> None:
        count = uint32(control[uint32(COUNT) + (depth & one)] << uint32(2))
        if single:
            for child in range(count):
                select_child(uint32(child), True, children, keys, nodes, origins, control, depth)
        else:
            child = uint32(uint32(cuda.blockIdx.x) * uint32(block) + uint32(cuda.threadIdx.x))
            select_child(child, child < count, children, keys, nodes, origins, control, depth)

    return device.kernel(select)
