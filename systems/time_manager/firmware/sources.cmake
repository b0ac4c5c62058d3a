# SPDX-License-Identifier: Apache-2.0
# The time manager's part of firmware/cmake/sources.cmake, in the same form.

# Xenomai's alchemy API, for the reference SoC with the time manager. docs/reference/alchemy.md
list(APPEND ISOCHRON_LAYERS alchemy)
set(ISOCHRON_LAYER_alchemy ${CMAKE_CURRENT_LIST_DIR}/alchemy)
set(ISOCHRON_LAYER_INCLUDE_alchemy ${CMAKE_CURRENT_LIST_DIR}/alchemy/include ${CMAKE_CURRENT_LIST_DIR}/include)
