# SPDX-License-Identifier: Apache-2.0
"""The oracle: random scenarios on FreeRTOS as it is and on the hardware kernel.

docs/explanation/oracle.md describes it.
"""
