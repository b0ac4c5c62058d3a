# SPDX-License-Identifier: Apache-2.0
"""What a program's windows and functions take, from probes: `isochron run --profile`."""
