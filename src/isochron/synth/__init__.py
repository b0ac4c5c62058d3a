# SPDX-License-Identifier: Apache-2.0
"""What the hardware costs: configurations synthesized, placed and routed for several targets."""
