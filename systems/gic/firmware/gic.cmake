# SPDX-License-Identifier: Apache-2.0
# The GIC kernel as the target isochron_kernel, and a board as isochron_board: what
# firmware/cmake/isochron-config.cmake includes where ISOCHRON_KERNEL is gic.
set(ISOCHRON_GIC ${CMAKE_CURRENT_LIST_DIR})

# What the boards that QEMU emulates are to the linker and to board.h.
set(ISOCHRON_GIC_RAM_vexpress-a15 0x80000000)
set(ISOCHRON_GIC_RAM_vexpress-a9 0x60000000)
set(ISOCHRON_GIC_DEFINITIONS_vexpress-a15 BOARD_A15=1)

function(isochron_add_kernel_apart freertos heap)
  set(board ${ISOCHRON_BOARD})
  if(board STREQUAL "reference")
    set(board vexpress-a15)
  endif()
  _isochron_choose(board "ISOCHRON_BOARD, with ISOCHRON_KERNEL 'gic'," ${board} vexpress-a15 vexpress-a9 none)

  # What is not there is refused by the linker's messages: an object that is always linked.
  file(GLOB sources CONFIGURE_DEPENDS ${ISOCHRON_GIC}/kernel/*.c
    ${ISOCHRON_GIC}/kernel/dispatch.S ${ISOCHRON_GIC}/kernel/floating.S)
  add_library(isochron_refused OBJECT EXCLUDE_FROM_ALL ${ISOCHRON_GIC}/kernel/refused.S)
  add_library(isochron_kernel STATIC EXCLUDE_FROM_ALL ${sources} ${freertos}/list.c ${heap})
  target_sources(isochron_kernel INTERFACE $<TARGET_OBJECTS:isochron_refused>)
  target_link_libraries(isochron_kernel PUBLIC freertos_config)
  target_include_directories(isochron_kernel PUBLIC ${ISOCHRON_GIC}/kernel)
  target_include_directories(isochron_kernel SYSTEM PUBLIC ${freertos}/include)
  target_compile_definitions(isochron_kernel PUBLIC
    configUSE_GIC_SCHEDULER=1 ${ISOCHRON_GIC_DEFINITIONS_${board}})
  # All cores share the heap: its lock is the kernel's.
  set_source_files_properties(${heap} PROPERTIES
    COMPILE_DEFINITIONS "vTaskSuspendAll=vGicLockHeap;xTaskResumeAll=xGicUnlockHeap")
  target_compile_options(isochron_kernel PRIVATE -mgeneral-regs-only) # floating-point registers are tasks'
  target_include_directories(isochron_refused PRIVATE $<TARGET_PROPERTY:isochron_kernel,INCLUDE_DIRECTORIES>)
  target_compile_definitions(isochron_refused PRIVATE $<TARGET_PROPERTY:isochron_kernel,COMPILE_DEFINITIONS>)
  message(STATUS "isochron: kernel gic, board ${board}, FreeRTOS in ${freertos}")

  if(NOT board STREQUAL "none")
    target_include_directories(isochron_kernel SYSTEM BEFORE PUBLIC
      $<TARGET_PROPERTY:freertos_config,INTERFACE_INCLUDE_DIRECTORIES> ${ISOCHRON_GIC}/board/include)
    file(GLOB files CONFIGURE_DEPENDS ${ISOCHRON_GIC}/board/*.c ${ISOCHRON_GIC}/board/*.S)
    add_library(isochron_board OBJECT EXCLUDE_FROM_ALL ${files})
    target_link_libraries(isochron_board PUBLIC isochron_kernel)
    target_compile_options(isochron_board PRIVATE -mgeneral-regs-only)
    set(script ${ISOCHRON_GIC}/board/link.ld)
    target_link_options(isochron_board INTERFACE
      -Wl,--defsym=RAM_BASE=${ISOCHRON_GIC_RAM_${board}} -T${script})
    set_property(TARGET isochron_board PROPERTY INTERFACE_LINK_DEPENDS ${script})
    add_library(isochron::board ALIAS isochron_board)
    message(STATUS "isochron: under QEMU: isochron run <your program> --platform ${board}")
  endif()
endfunction()
