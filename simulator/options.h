// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "profile.h"

// The command line.
struct Options {
  std::string elf;
  std::string probe_file;                           // Empty: no records
  std::string trace_file;                           // Empty: no trace
  std::unordered_set<std::string> trace_functions;  // Whose calls are in it
  std::string waves_file;                           // Empty: no waves
  uint64_t waves_from = 0;                          // The first cycle of the waves
  uint64_t waves_to = UINT64_MAX;                   // The last one
  uint64_t max_cycles = 100'000'000;
  uint32_t seed = 1;
  bool quiet = false;      // Do not print the program's output
  bool progress = false;   // Say from time to time how many cycles have passed
  uint32_t own_begin = 0;  // The code of which the last instruction is wanted: its first address
  uint32_t own_end = 0;    // and the first one after it
  std::vector<Profile::Item> profile;  // What is measured beside the program's labels
  std::optional<uint32_t> debugger;    // The socket over which a debugger speaks
  std::optional<uint32_t> jtag;        // The socket at which the JTAG port waits for OpenOCD
};

// Throws SimulatorError when the command line is wrong.
Options parse_options(int argc, char **argv);

extern const char *const kUsage;
