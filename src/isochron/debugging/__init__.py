# SPDX-License-Identifier: Apache-2.0
"""GDB's remote protocol for the simulated SoC: `isochron run --gdb`."""
