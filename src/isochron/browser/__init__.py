# SPDX-License-Identifier: Apache-2.0
"""`isochron export browser`: the simulator as WebAssembly, and a page that runs programs on it."""
