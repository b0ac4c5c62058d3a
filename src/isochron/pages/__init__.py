# SPDX-License-Identifier: Apache-2.0
"""The figures in README and pages: each is that of a recorded run, none is typed by hand."""
