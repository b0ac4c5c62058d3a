# SPDX-License-Identifier: Apache-2.0
"""How text is read that others write, programs and users: the one place that says so."""

from typing import Final, TypedDict


class _Text(TypedDict):
    encoding: str
    errors: str


TEXT: Final[_Text] = {"encoding": "utf-8", "errors": "backslashreplace"}
"""For ``subprocess``, and for files that are not ours. A byte that is no UTF-8 is shown, such as
``\\xe4``: a compiler quotes its user's source, and a user's program prints what it likes."""
