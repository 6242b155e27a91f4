"""Gradient tables built and searched on a graphics processor, through numba-cuda.

Kernels are written once and compiled either for the device or, to be tested where there is none,
for the CPU; there a block has one thread.
"""
