// SPDX-License-Identifier: Apache-2.0
//
// Clocks energy_top until it ends: main CYCLES, which it may take at most.
#include <cstdlib>

#include "Venergy_top.h"
#include "verilated.h"

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  Venergy_top top;
  for (long cycle = std::atol(argv[1]); cycle > 0 && !Verilated::gotFinish(); cycle--) {
    top.clk_i = 0;
    top.eval();
    top.clk_i = 1;
    top.eval();
  }
  return Verilated::gotFinish() ? 0 : 1;
}
