# SPDX-License-Identifier: Apache-2.0
"""Names of version 0.1 that options and results files may still have in 0.2."""

import sys
from typing import Final

RENAMED: Final = {
    "banked": "contexts",
    "isochron-banked": "isochron-contexts",
    "soc-banked": "soc-contexts",
    "hcm": "gic",
}


def today(name: str) -> str:
    """Return the name of today, and warn of one that was given before."""
    new = RENAMED.get(name)
    if new is None:
        return name
    print(f"warning: {name} is called {new} now; the old name goes with 0.3", file=sys.stderr)
    return new
