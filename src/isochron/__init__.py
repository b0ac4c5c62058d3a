# SPDX-License-Identifier: Apache-2.0
"""A real-time kernel in hardware under the FreeRTOS API, and the laboratory that measures it."""

import sys
from pathlib import Path

# ``systems`` is imported from the checkout, whose modules this package has.
sys.path.append(str(Path(__path__[0]).parents[1]))
