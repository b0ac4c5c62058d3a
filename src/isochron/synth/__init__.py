# SPDX-License-Identifier: Apache-2.0
"""What the hardware costs: named configurations synthesized, placed and routed for several targets."""
