# SPDX-License-Identifier: Apache-2.0
"""What the count of activity gives to the laboratory."""

from isochron.systems import System

SYSTEM = System(name="energy", title="Activity of mapped designs")
