# SPDX-License-Identifier: Apache-2.0
# The hybrid's part of firmware/cmake/sources.cmake, in the same form.
list(APPEND ISOCHRON_KERNELS hybrid)
set(ISOCHRON_OPTIONS_hybrid configUSE_HW_ACCELERATION=1 configISOCHRON_HYBRID=1)
set(ISOCHRON_ATTACHMENTS_hybrid link-bus link-cfu)

# Both kernels share files: <kernel/tasks.c> is the hybrid's, <kernel/common/kernel.h> is in firmware.
set(ISOCHRON_FOLDERS_link-bus
  ${CMAKE_CURRENT_LIST_DIR}/attachments/link-bus
  ${CMAKE_CURRENT_LIST_DIR}/include
  ${CMAKE_CURRENT_LIST_DIR}
  ${ISOCHRON_FIRMWARE})
set(ISOCHRON_FOLDERS_link-cfu
  ${CMAKE_CURRENT_LIST_DIR}/attachments/link-cfu
  ${CMAKE_CURRENT_LIST_DIR}/include
  ${CMAKE_CURRENT_LIST_DIR}
  ${ISOCHRON_FIRMWARE})

list(APPEND ISOCHRON_CORE_ATTACHMENTS_ibex link-bus)
list(APPEND ISOCHRON_CORE_ATTACHMENTS_vexriscv link-cfu)
