# SPDX-License-Identifier: Apache-2.0
"""Traces of a run: what the simulator saw, as tracks, in the formats of viewers."""
