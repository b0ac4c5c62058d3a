# SPDX-License-Identifier: Apache-2.0
"""The time manager's part of the laboratory."""
