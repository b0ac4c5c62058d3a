# SPDX-License-Identifier: Apache-2.0
# What a program with the kernel is made of: the one list of it. isochron-config.cmake includes this
# file and src/isochron/building/package.py reads it, so it has nothing but set(NAME WORD...). A system
# with a kernel, a layer above one or a SoC with several cores adds to it by
# systems/NAME/firmware/sources.cmake, with list(APPEND NAME WORD...), too.

# FreeRTOS-Kernel: its versions, of which the crate brings the first, files that are used as they are, folder of heaps, include path.
set(ISOCHRON_FREERTOS_VERSIONS V11.2 V11.3)
set(ISOCHRON_FREERTOS_SOURCES list.c timers.c stream_buffer.c)
set(ISOCHRON_FREERTOS_HEAPS portable/MemMang)
set(ISOCHRON_FREERTOS_INCLUDE
  .
  include
  portable/GCC/RISC-V
  portable/GCC/RISC-V/chip_specific_extensions/RISCV_MTIME_CLINT_no_extensions)

# Files in firmware/kernel, which choose between FreeRTOS's and ours.
set(ISOCHRON_KERNEL_SOURCES
  isochron_tasks.c
  isochron_queue.c
  isochron_event_groups.c
  isochron_port.c
  isochron_port_asm.S)

# Files in firmware/runtime, for C and C++ programs.
set(ISOCHRON_RUNTIME_SOURCES malloc_lock.c signals.c cxx.c)

# By kernel: the options of FreeRTOSConfig.h that choose it, and the attachments to choose from.
set(ISOCHRON_KERNELS hardware stock)
set(ISOCHRON_OPTIONS_hardware configUSE_HW_ACCELERATION=1 configISOCHRON_HYBRID=0)
set(ISOCHRON_OPTIONS_stock configUSE_HW_ACCELERATION=0 configISOCHRON_HYBRID=0)
set(ISOCHRON_ATTACHMENTS_hardware bus contexts cfu)

# By attachment: its folders, in the order of the include path.
set(ISOCHRON_FOLDERS_bus ${ISOCHRON_FIRMWARE}/attachments/bus)
set(ISOCHRON_FOLDERS_contexts ${ISOCHRON_FIRMWARE}/attachments/contexts ${ISOCHRON_FIRMWARE}/attachments/bus)
set(ISOCHRON_FOLDERS_cfu ${ISOCHRON_FIRMWARE}/attachments/cfu ${ISOCHRON_FIRMWARE}/attachments/bus)

# By core of the reference SoC: its attachments; what tells the board's files the core, and the kernel that VexRiscv
# takes every trap through one entry.
set(ISOCHRON_CORES ibex vexriscv cv32e40p)
set(ISOCHRON_CORE_ATTACHMENTS_ibex bus contexts)
set(ISOCHRON_CORE_ATTACHMENTS_vexriscv bus cfu)
set(ISOCHRON_CORE_ATTACHMENTS_cv32e40p bus)
set(ISOCHRON_CORE_DEFINITIONS_vexriscv BOARD_CORE_VEXRISCV=1 configISOCHRON_VECTORED_INTERRUPTS=0)
set(ISOCHRON_CORE_DEFINITIONS_cv32e40p BOARD_CORE_CV32E40P=1)

# Of a SoC with several cores, which a system adds: ISOCHRON_SEVERAL_CORES are their numbers; beside these
# names _ATTACHMENTS and _BOARD_CORES are those that fit, _FOLDERS the port's on the include path, between an
# attachment's and FreeRTOS's; _BOARD_INCLUDE and _BOARD_KERNEL are the board's folder of headers and files.
