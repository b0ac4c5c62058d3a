// SPDX-License-Identifier: Apache-2.0
//
// Runs a verilated LiteX SoC: main CYCLES END. Prints what leaves by its serial line, until the
// program has printed the text END. The exit code is 1 if it has not within so many cycles.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "Vsim.h"
#include "verilated.h"

namespace {

constexpr int kResetCycles = 10;

}  // namespace

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  const long cycles = std::atol(argv[1]);
  const std::string end = argv[2];
  std::string output;
  Vsim top;
  top.serial_sink_valid = 0;
  top.serial_source_ready = 1;
  for (long cycle = 0; cycle < cycles; cycle++) {
    top.sys_rst = cycle < kResetCycles;
    top.sys_clk = 0;
    top.eval();
    if (!top.sys_rst && top.serial_source_valid) {
      std::putchar(top.serial_source_data);
      output += static_cast<char>(top.serial_source_data);
      if (output.size() >= end.size() &&
          output.compare(output.size() - end.size(), end.size(), end) == 0)
        return 0;
    }
    top.sys_clk = 1;
    top.eval();
  }
  return 1;
}
