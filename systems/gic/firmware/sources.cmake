# SPDX-License-Identifier: Apache-2.0
# The GIC kernel's part of firmware/cmake/sources.cmake, in the same form. It is no kernel for RISC-V, so it
# says by itself what a program with it is made of.
list(APPEND ISOCHRON_KERNELS_APART gic)
set(ISOCHRON_APART_gic ${CMAKE_CURRENT_LIST_DIR}/gic.cmake)
