# SPDX-License-Identifier: Apache-2.0
"""FreeRTOS's own SMP scheduler on several Ibex cores: docs/explanation/several-cores.md."""
