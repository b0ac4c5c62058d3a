// SPDX-License-Identifier: Apache-2.0
// All of the harness is compiled as one file, as that of the reference SoC is.
#include "call_tracer.cpp"
#include "core_debugger.cpp"
#include "core_tracer.cpp"
#include "decision_log.cpp"
#include "elf_file.cpp"
#include "line_socket.cpp"
#include "main.cpp"
#include "record_writer.cpp"
#include "running_core.cpp"
#include "running_tasks.cpp"
