# SPDX-License-Identifier: Apache-2.0
"""What the hybrid gives to the laboratory."""

from systems.hybrid.lab import suite

from isochron.report import simulated

SYSTEM = simulated.system("hybrid", "Co-designed", suite.SUITES)
