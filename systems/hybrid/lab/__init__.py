# SPDX-License-Identifier: Apache-2.0
"""The hybrid's part of the laboratory."""
