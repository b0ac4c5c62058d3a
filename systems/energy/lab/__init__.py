# SPDX-License-Identifier: Apache-2.0
"""Activity of the mapped SoC, for energy: systems/energy/README.md."""
