# SPDX-License-Identifier: Apache-2.0
# Debian's gcc-arm-none-eabi with picolibc, for a bare Cortex-A.

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(CMAKE_C_COMPILER arm-none-eabi-gcc)
set(CMAKE_ASM_COMPILER arm-none-eabi-gcc)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY) # a program needs a linker script

set(ISOCHRON_CPU cortex-a15 CACHE STRING "The core, as the compiler calls it: cortex-a15, cortex-a9")
option(ISOCHRON_FLOATING_POINT "The application's tasks use floating-point registers, by configGIC_FPU" OFF)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES ISOCHRON_CPU ISOCHRON_FLOATING_POINT)

set(isochron_target "-mcpu=${ISOCHRON_CPU} -marm -mfpu=neon -mfloat-abi=softfp --specs=picolibc.specs")
if(NOT ISOCHRON_FLOATING_POINT)
  string(APPEND isochron_target " -mgeneral-regs-only")
endif()
foreach(language C ASM)
  set(CMAKE_${language}_FLAGS_INIT "${isochron_target} -g -masm-syntax-unified -ffunction-sections -fdata-sections")
endforeach()
set(CMAKE_EXE_LINKER_FLAGS_INIT "-nostartfiles -Wl,--gc-sections -DPICOLIBC_INTEGER_PRINTF_SCANF")
