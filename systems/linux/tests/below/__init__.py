# SPDX-License-Identifier: Apache-2.0
"""Benches of what stands between Linux and the FreeRTOS below it."""
