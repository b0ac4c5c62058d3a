# SPDX-License-Identifier: Apache-2.0
"""Run programs in simulators and natively, keep what the runs gave, and look into programs."""
