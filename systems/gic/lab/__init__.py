# SPDX-License-Identifier: Apache-2.0
"""The laboratory of the kernel on the Arm GIC: boards under QEMU, Table I of its paper, tests."""
