# SPDX-License-Identifier: Apache-2.0
"""Damages files at random, the same way each time, for those who must read whatever they get."""

import random
from collections.abc import Iterator

_MOST_PLACES = 8
_LONGEST_PIECE = 64


def damaged(whole: bytes, count: int, seed: int) -> Iterator[bytes]:
    """Yield a file so many times, each time damaged in another way."""
    chance = random.Random(seed)
    for _ in range(count):
        yield _damage(bytearray(whole), chance)


def _damage(file: bytearray, chance: random.Random) -> bytes:
    kind = chance.choice(("bits", "bytes", "bytes", "words", "cut", "piece", "twice"))
    for _ in range(chance.randint(1, _MOST_PLACES)):
        # Half of the damage is where headers are.
        end = chance.choice((len(file), min(len(file), _LONGEST_PIECE)))
        at = chance.randrange(end)
        length = chance.randint(1, _LONGEST_PIECE)
        if kind == "bits":
            file[at] ^= 1 << chance.randrange(8)
        elif kind == "bytes":
            file[at] = chance.randrange(256)
        elif kind == "words":
            value = chance.choice(
                (0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, chance.getrandbits(32))
            )
            file[at & ~3 : (at & ~3) + 4] = value.to_bytes(4, "little")
        elif kind == "cut":
            return bytes(file[: chance.randrange(len(file))])
        elif kind == "piece":
            del file[at : at + length]
        else:
            file[at:at] = file[at : at + length]
        if not file:
            break
    return bytes(file)
