# SPDX-License-Identifier: Apache-2.0
"""Tests of the reference SoC's blocks, each against a model."""
