// SPDX-License-Identifier: Apache-2.0
//
// Runs a verilated LiteX SoC: main CYCLES END [PROMPT TYPED]. Prints what leaves by its serial
// line, until the program has printed the text END, and types the text TYPED when it has printed
// PROMPT. The exit code is 1 if it has not come to END within so many cycles.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "Vsim.h"
#include "verilated.h"

namespace {

constexpr int kResetCycles = 10;

bool ends_with(const std::string &text, const std::string &end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 3 && argc != 5) return 2;
  const long cycles = std::atol(argv[1]);
  const std::string end = argv[2];
  const std::string prompt = argc == 5 ? argv[3] : "";
  const std::string typed = argc == 5 ? argv[4] : "";
  std::string output;
  std::size_t next = 0, last = 0;  // of the characters that may be typed by now
  Vsim top;
  top.serial_source_ready = 1;
  for (long cycle = 0; cycle < cycles; cycle++) {
    top.sys_rst = cycle < kResetCycles;
    top.sys_clk = 0;
    top.serial_sink_valid = next < last;
    top.serial_sink_data = next < last ? typed[next] : 0;
    top.eval();
    if (top.serial_sink_valid && top.serial_sink_ready) next++;
    if (!top.sys_rst && top.serial_source_valid) {
      std::putchar(top.serial_source_data);
      output += static_cast<char>(top.serial_source_data);
      if (ends_with(output, end)) return 0;
      if (last == 0 && ends_with(output, prompt)) last = typed.size();
    }
    top.sys_clk = 1;
    top.eval();
  }
  return 1;
}
