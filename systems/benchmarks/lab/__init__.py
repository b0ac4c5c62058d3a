# SPDX-License-Identifier: Apache-2.0
"""Benchmarks that others have written, from the user's own tree: systems/benchmarks/README.md."""
