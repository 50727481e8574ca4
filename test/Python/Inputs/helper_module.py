"""A module whose global has the name of one in the module that imports it."""

import mytriton as triton

FACTOR = 100.0


@triton.jit
def shifted(v):
    return v + FACTOR
