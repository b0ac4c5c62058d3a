# SPDX-License-Identifier: Apache-2.0
"""Types in a program's debug information (DWARF)."""

import os

from elftools.dwarf.die import DIE

POINTER_SIZE = 4

_MOST_NAMES = 100
"""Of one type: more are a circle in damaged data."""
_SAME = ("DW_TAG_typedef", "DW_TAG_volatile_type", "DW_TAG_const_type")
_DECLARATIONS = ("DW_AT_abstract_origin", "DW_AT_specification")


class WrongTypes(ValueError):
    """The debug information contradicts itself."""


def type_of(die: DIE) -> DIE:
    """Return the type of something, behind its names."""
    kind = declared(die, "DW_AT_type").get_DIE_from_attribute("DW_AT_type")
    for _ in range(_MOST_NAMES):
        if kind.tag not in _SAME or "DW_AT_type" not in kind.attributes:
            return kind
        kind = kind.get_DIE_from_attribute("DW_AT_type")
    raise WrongTypes("a type is a name of itself")


def size_of(kind: DIE) -> int:
    """Return the size of a type in bytes."""
    if "DW_AT_byte_size" in kind.attributes:
        return int(kind.attributes["DW_AT_byte_size"].value)
    if kind.tag != "DW_TAG_array_type":
        return POINTER_SIZE
    return count_of(kind) * size_of(type_of(kind))


def count_of(array: DIE) -> int:
    """Return how many elements an array has, in all its dimensions."""
    count = 1
    for dimension in array.iter_children():
        bound = dimension.attributes.get("DW_AT_upper_bound")
        count *= bound.value + 1 if bound else 0
    return count


def declared(die: DIE, attribute: str) -> DIE:
    """Return what has an attribute: something itself or, often with -flto, where it is declared."""
    for reference in _DECLARATIONS:
        if attribute not in die.attributes and reference in die.attributes:
            die = die.get_DIE_from_attribute(reference)
    return die


def name_of(die: DIE) -> str | None:
    """Return the name of something, also if it stands where it is declared."""
    name = declared(die, "DW_AT_name").attributes.get("DW_AT_name")
    return os.fsdecode(name.value) if name else None
