# SPDX-License-Identifier: Apache-2.0
"""The laboratory's part of the hardware kernel without FreeRTOS."""
