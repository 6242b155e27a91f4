"""Arrays of a kernel's own."""

import numpy as np
from numba import njit


@njit
def array(shape, dtype):
    return np.zeros(shape, dtype)
