# SPDX-License-Identifier: Apache-2.0
"""Linux on a simulated machine with the time manager: docs/explanation/linux.md."""
