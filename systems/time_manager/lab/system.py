# SPDX-License-Identifier: Apache-2.0
"""What the time manager gives to the laboratory."""

from systems.time_manager.lab import suite

from isochron.report import simulated

SYSTEM = simulated.system("time_manager", "Time manager", suite.SUITES)
