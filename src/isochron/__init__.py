# SPDX-License-Identifier: Apache-2.0
"""A real-time kernel in hardware under the FreeRTOS API, and the laboratory that measures it."""
