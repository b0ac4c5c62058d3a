# SPDX-License-Identifier: Apache-2.0
"""Work in jobs, for this machine's cores or for the workers of a Dask cluster."""
