# SPDX-License-Identifier: Apache-2.0
"""Random bus traffic that finds registers often and the space between them sometimes."""

import random
from collections.abc import Callable, Sequence

from soc.lockstep import Values


def access(
    offsets: Sequence[int], word: Callable[[int], int], busy: float = 0.6, stray: float = 0.05
) -> Values:
    """Return a random cycle of a device port.

    ``word`` gives the data of a store to an offset, ``busy`` is how often there is a request,
    ``stray`` how often it goes to an offset without a register.
    """
    offset = random.choice(offsets)
    if random.random() < stray:
        offset = random.choice([o for o in range(0, 0x10000, 4) if o not in offsets])
    return {
        "req_i": int(random.random() < busy),
        "we_i": random.getrandbits(1),
        "addr_i": offset,
        "wdata_i": word(offset),
    }
