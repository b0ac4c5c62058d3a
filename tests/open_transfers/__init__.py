# SPDX-License-Identifier: Apache-2.0
"""A model of open transfers: items of queues are copied while nothing is held."""
