# SPDX-License-Identifier: Apache-2.0
"""How text is read that another program writes: for ``subprocess``, the one place that says so."""

from __future__ import annotations

from typing import Final, TypedDict


class _Text(TypedDict):
    encoding: str
    errors: str


TEXT: Final[_Text] = {"encoding": "utf-8", "errors": "backslashreplace"}
"""Whatever a program writes is shown: a byte that is no UTF-8 as ``\\xe4``. A compiler quotes its
user's source, and a user's program prints what it likes."""
