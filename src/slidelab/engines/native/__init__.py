"""Kernels as files of machine code: compiled once by Numba, called without it.

`function` is what `@compiled` makes of a kernel, `identity` names its code by all that goes into
it, `arguments` hands over Python's values, and `code_files` keeps the files. Only `compiler` and
`instructions` import Numba, and only when code has to be compiled.
"""
