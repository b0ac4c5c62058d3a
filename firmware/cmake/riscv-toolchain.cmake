# SPDX-License-Identifier: Apache-2.0
# Debian's gcc-riscv64-unknown-elf with picolibc, for a bare 32-bit RISC-V core.

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR riscv32)
foreach(language C ASM CXX)
  set(CMAKE_${language}_COMPILER riscv64-unknown-elf-gcc)
endforeach()
set(CMAKE_CXX_COMPILER riscv64-unknown-elf-g++)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY) # a program needs a linker script

set(ISOCHRON_MARCH rv32im CACHE STRING "Instruction set of the core, for example rv32i or rv32imac")
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES ISOCHRON_MARCH)

# In version 2.2 of the specification the instructions of control and status registers belong to rv32i.
# By a name with the extension zicsr GCC 12 does not find its libraries.
set(isochron_target "-march=${ISOCHRON_MARCH} -misa-spec=2.2 -mabi=ilp32 --specs=picolibc.specs")
foreach(language C ASM CXX)
  set(CMAKE_${language}_FLAGS_INIT "${isochron_target} -g -ffunction-sections -fdata-sections")
endforeach()

# Debian's compiler has no C++ library: neither std:: nor what exceptions and types at run time need. So C++ is
# linked as C; what else it needs is in isochron::runtime.
execute_process(
  COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libstdc++.a
  OUTPUT_VARIABLE isochron_libstdcxx ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT IS_ABSOLUTE "${isochron_libstdcxx}")
  string(APPEND CMAKE_CXX_FLAGS_INIT " -fno-exceptions -fno-rtti")
  set(CMAKE_CXX_LINK_EXECUTABLE "<CMAKE_C_COMPILER> <FLAGS> <CMAKE_CXX_LINK_FLAGS> <LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>")
endif()
set(CMAKE_EXE_LINKER_FLAGS_INIT "-nostartfiles -Wl,--gc-sections")
