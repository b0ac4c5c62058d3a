# SPDX-License-Identifier: Apache-2.0
# The kernel as targets of an application's own build: isochron::kernel, which freertos_kernel names,
# too; isochron::board for the reference SoC; isochron::runtime, which that has, for another one;
# isochron::NAME for each layer of another API above the kernel. Found by find_package(isochron), and
# used by the CMakeLists.txt of the repository. docs/howto/add-to-your-project.md tells how.
cmake_policy(VERSION 3.21...3.25)

if(TARGET isochron_kernel)
  return()
endif()
get_filename_component(ISOCHRON_FIRMWARE ${CMAKE_CURRENT_LIST_DIR} DIRECTORY)
include(${CMAKE_CURRENT_LIST_DIR}/sources.cmake)
file(GLOB systems # where they are in the checkout, or installed
  ${ISOCHRON_FIRMWARE}/../systems/*/firmware/sources.cmake ${ISOCHRON_FIRMWARE}/systems/*/sources.cmake)
foreach(system ${systems})
  include(${system})
endforeach()
string(JOIN ", " kernels ${ISOCHRON_KERNELS} ${ISOCHRON_KERNELS_APART})

set(ISOCHRON_KERNEL hardware CACHE STRING "Kernel: one of ${kernels}; stock is FreeRTOS as it is")
set(ISOCHRON_ATTACHMENT "" CACHE STRING
  "How the core reaches the kernel: a folder of its attachments; by default the first")
set(ISOCHRON_NUMBER_OF_CORES 1 CACHE STRING "Cores that run tasks: configNUMBER_OF_CORES")
set(ISOCHRON_BOARD_CORE "" CACHE STRING
  "Core of the reference SoC: ibex, vexriscv, cv32e40p; by default the first that has the attachment")
set(ISOCHRON_BOARD reference CACHE STRING "Board support: reference (the reference SoC), or none")
set(FREERTOS_KERNEL_PATH "$ENV{FREERTOS_KERNEL_PATH}" CACHE PATH
  "Folder of FreeRTOS-Kernel; by default it is fetched with Cargo")
set(FREERTOS_HEAP 4 CACHE STRING "FreeRTOS's heap 1 to 5, or a file of your own, or none")

function(_isochron_fail)
  string(JOIN " " text ${ARGN})
  message(FATAL_ERROR "isochron: ${text}")
endfunction()

# Sets a variable to the choice, or to the first choice there is if nothing was chosen.
function(_isochron_choose result name choice)
  if(choice STREQUAL "")
    list(GET ARGN 0 choice)
  elseif(NOT choice IN_LIST ARGN)
    string(JOIN ", " choices ${ARGN})
    _isochron_fail("${name} is '${choice}', but must be one of: ${choices}.")
  endif()
  set(${result} ${choice} PARENT_SCOPE)
endfunction()

# Fetches FreeRTOS as the laboratory does: inside a crate, which Cargo.lock pins by checksum.
function(_isochron_fetch_freertos result)
  set(kernel freertos-next/FreeRTOS-Kernel)
  get_filename_component(laboratory ${ISOCHRON_FIRMWARE}/../build/freertos ABSOLUTE)
  set(fetched ${CMAKE_BINARY_DIR}/isochron-freertos)
  foreach(folder ${laboratory} ${fetched})
    if(EXISTS ${folder}/${kernel}/tasks.c)
      set(${result} ${folder}/${kernel} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  find_program(ISOCHRON_CARGO cargo)
  string(JOIN " or " versions ${ISOCHRON_FREERTOS_VERSIONS})
  set(cure "Set FREERTOS_KERNEL_PATH to a folder of FreeRTOS-Kernel ${versions}")
  if(NOT ISOCHRON_CARGO)
    _isochron_fail("FreeRTOS-Kernel is not there, nor cargo to fetch it. ${cure}, or fetch it"
      "under the name freertos_kernel by FetchContent, or install cargo 1.85 (Debian: cargo-web).")
  endif()
  message(STATUS "isochron: fetching FreeRTOS-Kernel with cargo")
  file(REMOVE_RECURSE ${fetched})
  execute_process(
    COMMAND ${ISOCHRON_CARGO} vendor --quiet --locked ${fetched}
    WORKING_DIRECTORY ${ISOCHRON_FIRMWARE}/freertos-crate
    RESULT_VARIABLE failed ERROR_VARIABLE said OUTPUT_QUIET)
  if(failed)
    file(REMOVE_RECURSE ${fetched})
    _isochron_fail("cargo could not fetch FreeRTOS-Kernel. Check the network and that cargo is 1.85"
      "or newer. Or: ${cure}.\n${said}")
  endif()
  set(${result} ${fetched}/${kernel} PARENT_SCOPE)
endfunction()

# Where FreeRTOS is: as the user says, as the application's FetchContent has it, or fetched here.
function(_isochron_find_freertos result)
  if(FREERTOS_KERNEL_PATH)
    get_filename_component(folder ${FREERTOS_KERNEL_PATH} ABSOLUTE BASE_DIR ${CMAKE_SOURCE_DIR})
  elseif(freertos_kernel_SOURCE_DIR)
    set(folder ${freertos_kernel_SOURCE_DIR})
  else()
    _isochron_fetch_freertos(folder)
  endif()
  string(JOIN " or " versions ${ISOCHRON_FREERTOS_VERSIONS})
  set(header ${folder}/include/task.h)
  if(NOT EXISTS ${header} OR NOT EXISTS ${folder}/tasks.c)
    _isochron_fail("${folder} is no folder of FreeRTOS-Kernel: it has no tasks.c, include/task.h."
      "Set FREERTOS_KERNEL_PATH to one of ${versions}.")
  endif()
  file(STRINGS ${header} line REGEX "define +tskKERNEL_VERSION_NUMBER")
  string(REGEX MATCH "V[0-9]+\\.[0-9]+" version "${line}")
  if(NOT version IN_LIST ISOCHRON_FREERTOS_VERSIONS)
    _isochron_fail("${folder} holds FreeRTOS ${version}, but ${versions} is needed."
      "Set FREERTOS_KERNEL_PATH to a folder of such a version.")
  endif()
  set(${result} ${folder} PARENT_SCOPE)
endfunction()

# Compares FreeRTOSConfig.h with what ISOCHRON_KERNEL chooses, as the compiler sees it. What this file
# includes may not be there yet, or not be known here; then the compiler tells at the build.
function(_isochron_check_configuration options)
  get_target_property(folders freertos_config INTERFACE_INCLUDE_DIRECTORIES)
  get_target_property(symbols freertos_config INTERFACE_COMPILE_DEFINITIONS)
  set(arguments)
  if(ISOCHRON_BOARD STREQUAL "reference")
    list(APPEND folders ${_ISOCHRON_BOARD_INCLUDE})
  endif()
  foreach(folder ${folders})
    list(APPEND arguments -I${folder})
  endforeach()
  foreach(symbol ${symbols} ${options})
    list(APPEND arguments -D${symbol})
  endforeach()
  list(FILTER arguments EXCLUDE REGEX "\\$<|-NOTFOUND$")
  set(file ${CMAKE_BINARY_DIR}/isochron-configuration.c)
  file(WRITE ${file} "#include \"FreeRTOSConfig.h\"\n")
  separate_arguments(flags NATIVE_COMMAND "${CMAKE_C_FLAGS}")
  execute_process(
    COMMAND ${CMAKE_C_COMPILER} ${flags} ${arguments} -E -dM ${file}
    RESULT_VARIABLE failed OUTPUT_VARIABLE macros ERROR_QUIET)
  if(failed)
    return()
  endif()
  foreach(option ${options})
    string(REPLACE "=" ";" pair ${option})
    list(POP_FRONT pair name value)
    string(REGEX MATCH "#define ${name} ([^\n]*)" line "${macros}")
    string(STRIP "${CMAKE_MATCH_1}" is)
    if(NOT is MATCHES "^\\(? *${value}[UuLl]* *\\)?$")
      set(choice ISOCHRON_KERNEL)
      if(name STREQUAL "configNUMBER_OF_CORES")
        set(choice ISOCHRON_NUMBER_OF_CORES)
      endif()
      _isochron_fail("FreeRTOSConfig.h makes ${name} ${is}, but ${choice} is"
        "'${${choice}}', which needs ${value}. Leave ${name} out of FreeRTOSConfig.h:"
        "${choice} sets it.")
    endif()
  endforeach()
endfunction()

# What C and C++ need of the system. Its objects are always linked, for the C library has others of their
# names.
function(_isochron_add_runtime)
  set(sources ${ISOCHRON_RUNTIME_SOURCES})
  list(TRANSFORM sources PREPEND ${ISOCHRON_FIRMWARE}/runtime/)
  add_library(isochron_runtime OBJECT EXCLUDE_FROM_ALL ${sources})
  target_link_libraries(isochron_runtime PUBLIC isochron_kernel)
  add_library(isochron::runtime ALIAS isochron_runtime)
endfunction()

# Start-up, vectors, linker script, handlers and console of the reference SoC. Its objects are always
# linked: kernel and board call each other. Its folder of headers comes after the application's, whose
# FreeRTOSConfig.h counts if there is one.
function(_isochron_add_board kernel attachment number)
  set(cores)
  foreach(core ${ISOCHRON_CORES})
    if(number GREATER 1 AND NOT core IN_LIST ISOCHRON_SEVERAL_CORES_BOARD_CORES)
      continue()
    endif()
    if(kernel STREQUAL "stock" OR attachment IN_LIST ISOCHRON_CORE_ATTACHMENTS_${core})
      list(APPEND cores ${core})
    endif()
  endforeach()
  set(name "ISOCHRON_BOARD_CORE, with attachment '${attachment}',")
  _isochron_choose(core "${name}" "${ISOCHRON_BOARD_CORE}" ${cores})

  target_compile_definitions(isochron_kernel PUBLIC ${ISOCHRON_CORE_DEFINITIONS_${core}})
  target_include_directories(isochron_kernel SYSTEM BEFORE PUBLIC
    $<TARGET_PROPERTY:freertos_config,INTERFACE_INCLUDE_DIRECTORIES>
    ${_ISOCHRON_BOARD_INCLUDE})

  if(number GREATER 1)
    set(sources ${ISOCHRON_SEVERAL_CORES_BOARD_${kernel}})
  else()
    file(GLOB sources CONFIGURE_DEPENDS
      ${ISOCHRON_FIRMWARE}/board/*.c ${ISOCHRON_FIRMWARE}/board/*.S)
  endif()
  add_library(isochron_board OBJECT EXCLUDE_FROM_ALL ${sources})
  target_link_libraries(isochron_board PUBLIC isochron_kernel)
  target_sources(isochron_board INTERFACE $<TARGET_OBJECTS:isochron_runtime>)
  set(script ${ISOCHRON_FIRMWARE}/board/link.ld)
  target_link_options(isochron_board INTERFACE -T${script})
  set_property(TARGET isochron_board PROPERTY INTERFACE_LINK_DEPENDS ${script})
  add_library(isochron::board ALIAS isochron_board)

  set(run "isochron run <your program>")
  if(NOT core STREQUAL "ibex")
    string(APPEND run " --platform ${core}")
  endif()
  if(NOT kernel MATCHES "^(hardware|stock)$")
    string(APPEND run " --hardware ${kernel}")
  endif()
  if(number GREATER 1)
    string(APPEND run " --cores ${number}")
  endif()
  message(STATUS "isochron: on the simulated reference SoC: ${run}")
endfunction()

# Another API above the kernel.
function(_isochron_add_layer name)
  file(GLOB sources CONFIGURE_DEPENDS ${ISOCHRON_LAYER_${name}}/*.c)
  add_library(isochron_${name} STATIC EXCLUDE_FROM_ALL ${sources})
  target_link_libraries(isochron_${name} PUBLIC isochron_kernel)
  target_include_directories(isochron_${name}
    PUBLIC ${ISOCHRON_LAYER_INCLUDE_${name}} PRIVATE ${ISOCHRON_LAYER_${name}})
  add_library(isochron::${name} ALIAS isochron_${name})
endfunction()

# FreeRTOS's heap or the application's, or nothing.
function(_isochron_find_heap result freertos)
  set(heap)
  if(FREERTOS_HEAP MATCHES "^[1-5]$")
    set(heap ${freertos}/${ISOCHRON_FREERTOS_HEAPS}/heap_${FREERTOS_HEAP}.c)
  elseif(NOT FREERTOS_HEAP STREQUAL "none")
    get_filename_component(heap ${FREERTOS_HEAP} ABSOLUTE BASE_DIR ${CMAKE_SOURCE_DIR})
    if(NOT EXISTS ${heap})
      _isochron_fail("FREERTOS_HEAP is '${FREERTOS_HEAP}': give 1 to 5, a file, or none.")
    endif()
  endif()
  set(${result} ${heap} PARENT_SCOPE)
endfunction()

function(_isochron_name_kernel)
  add_library(isochron::kernel ALIAS isochron_kernel)
  add_library(freertos_kernel ALIAS isochron_kernel) # by this name other libraries of FreeRTOS's link it
endfunction()

function(_isochron_add_kernel)
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(NOT "C" IN_LIST languages OR NOT "ASM" IN_LIST languages)
    _isochron_fail("the kernel is written in C and assembler."
      "Write project(<name> LANGUAGES C ASM) before you add it.")
  endif()
  if(NOT TARGET freertos_config)
    _isochron_fail("there is no target freertos_config. Before you add isochron, write"
      "add_library(freertos_config INTERFACE) and"
      "target_include_directories(freertos_config INTERFACE <the folder of FreeRTOSConfig.h>).")
  endif()
  if(TARGET freertos_kernel)
    _isochron_fail("there is a target freertos_kernel already: a program would have two kernels. If"
      "FetchContent fetches FreeRTOS-Kernel, let it only fetch: write SOURCE_SUBDIR none into"
      "FetchContent_Declare(freertos_kernel ...). If add_subdirectory adds it, leave that out, and set"
      "FREERTOS_KERNEL_PATH to the folder.")
  endif()

  _isochron_choose(kernel ISOCHRON_KERNEL "${ISOCHRON_KERNEL}" ${ISOCHRON_KERNELS} ${ISOCHRON_KERNELS_APART})
  if(kernel IN_LIST ISOCHRON_KERNELS_APART) # for another processor, with boards of its own
    _isochron_find_freertos(freertos)
    _isochron_find_heap(heap ${freertos})
    include(${ISOCHRON_APART_${kernel}})
    isochron_add_kernel_apart(${freertos} "${heap}")
    _isochron_name_kernel()
    return()
  endif()
  set(attachment)
  if(NOT kernel STREQUAL "stock") # which has none, whatever the other kernels of the project use
    if(ISOCHRON_ATTACHMENT STREQUAL "banked")
      message(WARNING "ISOCHRON_ATTACHMENT 'banked' is called 'contexts' now: the old name goes with 0.3.")
      set(ISOCHRON_ATTACHMENT contexts)
    endif()
    set(name "ISOCHRON_ATTACHMENT, with ISOCHRON_KERNEL '${kernel}',")
    _isochron_choose(attachment "${name}" "${ISOCHRON_ATTACHMENT}" ${ISOCHRON_ATTACHMENTS_${kernel}})
  endif()
  _isochron_choose(number ISOCHRON_NUMBER_OF_CORES "${ISOCHRON_NUMBER_OF_CORES}" 1 ${ISOCHRON_SEVERAL_CORES})
  set(options ${ISOCHRON_OPTIONS_${kernel}})
  set(port)
  set(_ISOCHRON_BOARD_INCLUDE ${ISOCHRON_FIRMWARE}/board/include)
  if(number GREATER 1)
    if(NOT kernel STREQUAL "stock" AND NOT attachment IN_LIST ISOCHRON_SEVERAL_CORES_ATTACHMENTS)
      string(JOIN ", " fit ${ISOCHRON_SEVERAL_CORES_ATTACHMENTS})
      _isochron_fail("ISOCHRON_NUMBER_OF_CORES is ${number}, but attachment '${attachment}' is for one core:"
        "choose ISOCHRON_KERNEL stock, or an attachment for several: ${fit}.")
    endif()
    list(APPEND options configNUMBER_OF_CORES=${number})
    set(port ${ISOCHRON_SEVERAL_CORES_FOLDERS})
    list(PREPEND _ISOCHRON_BOARD_INCLUDE ${ISOCHRON_SEVERAL_CORES_BOARD_INCLUDE})
  endif()
  _isochron_check_configuration("${options}")
  _isochron_find_freertos(freertos)

  set(sources ${ISOCHRON_KERNEL_SOURCES})
  list(TRANSFORM sources PREPEND ${ISOCHRON_FIRMWARE}/kernel/)
  set(others ${ISOCHRON_FREERTOS_SOURCES})
  list(TRANSFORM others PREPEND ${freertos}/)
  _isochron_find_heap(heap ${freertos})
  set(include ${ISOCHRON_FREERTOS_INCLUDE})
  list(TRANSFORM include PREPEND ${freertos}/)

  # portmacro.h of ours includes FreeRTOS's: ours come before them.
  add_library(isochron_kernel STATIC EXCLUDE_FROM_ALL ${sources} ${others} ${heap})
  target_link_libraries(isochron_kernel PUBLIC freertos_config)
  target_include_directories(isochron_kernel
    PUBLIC ${ISOCHRON_FIRMWARE}/kernel/include ${ISOCHRON_FOLDERS_${attachment}} ${port})
  target_include_directories(isochron_kernel SYSTEM PUBLIC ${include})
  target_compile_definitions(isochron_kernel PUBLIC ${options})
  _isochron_name_kernel()

  string(JOIN ", attachment " what ${kernel} ${attachment})
  message(STATUS "isochron: kernel ${what}, FreeRTOS in ${freertos}")
  foreach(layer ${ISOCHRON_LAYERS})
    _isochron_add_layer(${layer})
  endforeach()
  _isochron_add_runtime()
  if(ISOCHRON_BOARD STREQUAL "reference")
    _isochron_add_board(${kernel} "${attachment}" ${number})
  elseif(NOT ISOCHRON_BOARD STREQUAL "none")
    _isochron_fail("ISOCHRON_BOARD is '${ISOCHRON_BOARD}': it must be reference or none.")
  endif()
endfunction()

_isochron_add_kernel()
