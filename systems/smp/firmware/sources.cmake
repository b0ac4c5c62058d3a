# SPDX-License-Identifier: Apache-2.0
# Several cores' part of firmware/cmake/sources.cmake, in the same form.
list(APPEND ISOCHRON_SEVERAL_CORES 2 4)
set(ISOCHRON_SEVERAL_CORES_ATTACHMENTS bus)
set(ISOCHRON_SEVERAL_CORES_BOARD_CORES ibex)
set(ISOCHRON_SEVERAL_CORES_FOLDERS ${CMAKE_CURRENT_LIST_DIR}/port)

# The simulated SoC with several cores, by kernel.
set(ISOCHRON_SEVERAL_CORES_BOARD_INCLUDE ${CMAKE_CURRENT_LIST_DIR}/board/include)
set(ISOCHRON_SEVERAL_CORES_BOARD_stock
  ${CMAKE_CURRENT_LIST_DIR}/board/interrupt_stacks.c
  ${CMAKE_CURRENT_LIST_DIR}/board/start.S
  ${ISOCHRON_FIRMWARE}/board/console.c
  ${ISOCHRON_FIRMWARE}/board/fatal.c)
set(ISOCHRON_SEVERAL_CORES_BOARD_hardware
  ${CMAKE_CURRENT_LIST_DIR}/board/interrupt_stacks.c
  ${CMAKE_CURRENT_LIST_DIR}/board/start.S
  ${CMAKE_CURRENT_LIST_DIR}/isochron/cores.c
  ${ISOCHRON_FIRMWARE}/board/console.c
  ${ISOCHRON_FIRMWARE}/board/fatal.c)
