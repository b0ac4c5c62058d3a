# SPDX-License-Identifier: Apache-2.0
"""What the hosted CI runs each night beyond the second tier, or ``ISOCHRON_NIGHT=1``."""

import os

import pytest

IS_NIGHT = bool(os.environ.get("ISOCHRON_NIGHT"))
NIGHT = pytest.mark.skipif(not IS_NIGHT, reason="takes long: ISOCHRON_NIGHT=1 runs it")
