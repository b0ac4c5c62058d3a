# SPDX-License-Identifier: Apache-2.0
"""Models of the blocks with a port for each core, and random traffic for them."""

import os

CORES = int(os.environ.get("NCores", "2"))


def packed(values: list[int], width: int) -> int:
    """Return the vector of the cores' values, of so many bits each."""
    return sum(value << width * core for core, value in enumerate(values))


def unpacked(vector: int, width: int) -> list[int]:
    """Return the cores' values of a vector."""
    return [vector >> width * core & (1 << width) - 1 for core in range(CORES)]
