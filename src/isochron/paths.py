# SPDX-License-Identifier: Apache-2.0
"""Where the checkout is. What is built goes below its folder ``build``."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
