# SPDX-License-Identifier: Apache-2.0
"""Where the sources are, and where what is built goes: of a checkout, or installed from a wheel."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""The checkout, or what a wheel has of it."""
WHEEL = ROOT / "wheel.json"
"""What a wheel was built of, and by what; a checkout has none."""
INSTALLED = WHEEL.is_file()
BUILT = (
    Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "isochron"
    if INSTALLED
    else ROOT / "build"
)
"""The folder of what is built."""
