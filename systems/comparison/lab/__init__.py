# SPDX-License-Identifier: Apache-2.0
"""The comparison of real-time kernels on one core: docs/explanation/comparison.md."""
