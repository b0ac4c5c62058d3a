// SPDX-License-Identifier: Apache-2.0
#include "options.h"

#include <cerrno>
#include <cstdlib>
#include <limits>

#include "errors.h"

const char *const kUsage =
    "usage: simulator --elf FILE [--max-cycles N] [--probe-file FILE] [--trace-file FILE]\n"
    "                 [--trace-function NAME]... [--seed N] [--quiet] [--progress]\n"
    "                 [--own-begin ADDRESS --own-end ADDRESS]\n"
    "                 [--profile ADDRESS[:ADDRESS]]... [--debugger N] [--jtag N]\n"
    "                 [--waves-file FILE] [--waves-from N] [--waves-to N]\n"
    "  --elf FILE         program to run\n"
    "  --max-cycles N     call the program hung after N cycles (default 100000000)\n"
    "  --probe-file FILE  write what the probes see, one JSON object per line\n"
    "  --trace-file FILE  write what happens, one JSON object per line\n"
    "  --trace-function NAME  calls of this function are in it\n"
    "  --waves-file FILE  write signals as FST; only in a simulator that was built for it\n"
    "  --waves-from N, --waves-to N  only these cycles of them\n"
    "  --seed N           seed of the interrupt generator's phases (default 1)\n"
    "  --quiet            do not print the program's output\n"
    "  --progress         write 'progress N' to the error output after each million cycles\n"
    "  --own-begin, --own-end  tell as own_pc which instruction between them was the last\n"
    "  --profile          measure from one instruction to another one, or a function's calls\n"
    "  --debugger N       obey a debugger over the open socket N\n"
    "  --jtag N           let OpenOCD move the JTAG port's pins, over the socket N that listens\n"
    "exit code: the program's (its low 8 bits, 255 if only these are 0), 121 when a signal ended "
    "it,\n"
    "124 when it hung, 125 after a double fault,\n"
    "126 when it could not be started\n";

namespace {

uint64_t parse_number(const std::string &option, const std::string &text, uint64_t largest) {
  char *end = nullptr;
  errno = 0;
  const uint64_t value = std::strtoull(text.c_str(), &end, 0);
  if (text.empty() || text[0] == '-' || *end != '\0' || errno != 0 || value > largest) {
    throw SimulatorError(option + " needs a number up to " + std::to_string(largest) + ", not '" +
                         text + "'");
  }
  return value;
}

}  // namespace

Options parse_options(int argc, char **argv) {
  Options options;
  for (int i = 1; i < argc; i++) {
    const std::string option = argv[i];
    if (option == "--quiet") {
      options.quiet = true;
      continue;
    }
    if (option == "--progress") {
      options.progress = true;
      continue;
    }
    const bool known = option == "--elf" || option == "--probe-file" || option == "--trace-file" ||
                       option == "--max-cycles" || option == "--seed" || option == "--own-begin" ||
                       option == "--own-end" || option == "--profile" || option == "--debugger" ||
                       option == "--jtag" || option == "--waves-file" || option == "--waves-from" ||
                       option == "--waves-to" || option == "--trace-function";
    if (!known) throw SimulatorError("unknown option '" + option + "'\n" + kUsage);
    if (++i == argc) throw SimulatorError(option + " needs a value\n" + kUsage);
    const std::string value = argv[i];
    if (option == "--elf") options.elf = value;
    if (option == "--probe-file") options.probe_file = value;
    if (option == "--trace-file") options.trace_file = value;
    if (option == "--trace-function") options.trace_functions.insert(value);
    if (option == "--waves-file") options.waves_file = value;
    uint64_t *cycles = option == "--max-cycles"   ? &options.max_cycles
                       : option == "--waves-from" ? &options.waves_from
                       : option == "--waves-to"   ? &options.waves_to
                                                  : nullptr;
    if (cycles) *cycles = parse_number(option, value, std::numeric_limits<uint64_t>::max());
    if (option == "--profile") {
      const size_t colon = value.find(':');
      const uint64_t largest = std::numeric_limits<uint32_t>::max();
      auto &item = options.profile.emplace_back();
      item.begin = static_cast<uint32_t>(parse_number(option, value.substr(0, colon), largest));
      if (colon != std::string::npos) {
        item.end = static_cast<uint32_t>(parse_number(option, value.substr(colon + 1), largest));
      }
    }
    uint32_t *word = option == "--seed"        ? &options.seed
                     : option == "--own-begin" ? &options.own_begin
                     : option == "--own-end"   ? &options.own_end
                     : option == "--debugger"  ? &options.debugger.emplace()
                     : option == "--jtag"      ? &options.jtag.emplace()
                                               : nullptr;
    if (word) {
      *word =
          static_cast<uint32_t>(parse_number(option, value, std::numeric_limits<uint32_t>::max()));
    }
  }
  if (options.elf.empty()) throw SimulatorError(std::string("--elf is missing\n") + kUsage);
  return options;
}
