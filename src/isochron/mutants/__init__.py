# SPDX-License-Identifier: Apache-2.0
"""Do the tests notice a fault? Each mutant is one line that is wrong (oracle.md)."""
