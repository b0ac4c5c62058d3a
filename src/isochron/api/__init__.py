# SPDX-License-Identifier: Apache-2.0
"""FreeRTOS's API as docs/kernel-api.md shows it: every name, and what is known about it."""
