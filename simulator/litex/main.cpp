// SPDX-License-Identifier: Apache-2.0
//
// Runs a verilated LiteX SoC: main CYCLES. Prints what leaves by its serial line, up to the end
// that the program tells itself. The exit code is 1 if it does not end within so many cycles.
#include <cstdio>
#include <cstdlib>

#include "Vsim.h"
#include "verilated.h"

namespace {

constexpr int kResetCycles = 10;
constexpr unsigned kEndOfOutput = 4;

}  // namespace

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  const long cycles = std::atol(argv[1]);
  Vsim top;
  top.serial_sink_valid = 0;
  top.serial_source_ready = 1;
  for (long cycle = 0; cycle < cycles; cycle++) {
    top.sys_rst = cycle < kResetCycles;
    top.sys_clk = 0;
    top.eval();
    if (!top.sys_rst && top.serial_source_valid) {
      if (top.serial_source_data == kEndOfOutput) return 0;
      std::putchar(top.serial_source_data);
    }
    top.sys_clk = 1;
    top.eval();
  }
  return 1;
}
