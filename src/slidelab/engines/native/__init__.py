"""Kernels as files of machine code: compiled once by Numba, called without it.

`function` is what `@compiled` makes of a kernel, `identity` names its code by all that goes into
it and `code_files` keeps the files. `web_assembly` writes the same kernels for browsers. Numba is
imported only when code has to be compiled, by `compiler`, `instructions`, `numba_functions` and
`web_assembly`.
"""
