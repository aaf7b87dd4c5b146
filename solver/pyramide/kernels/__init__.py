"""The searches themselves: compiled functions on plain arrays, nothing else.

Kernels take every array they work in as an argument, return numbers, and never
raise.  The public functions of `pyramide.answers` validate, allocate and wrap.
"""
