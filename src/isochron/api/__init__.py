# SPDX-License-Identifier: Apache-2.0
"""FreeRTOS's API, every name and what is known about it: docs/reference/kernel-api.md."""
