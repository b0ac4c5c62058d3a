# SPDX-License-Identifier: Apache-2.0
"""The reference SoC on FPGA boards: bitstreams, and what a board measures of itself."""
