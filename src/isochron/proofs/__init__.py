# SPDX-License-Identifier: Apache-2.0
"""Formal proofs of blocks of the RTL, by SymbiYosys: which there are, running them, their table."""
