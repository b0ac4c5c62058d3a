// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <fstream>
#include <map>
#include <string>
#include <utility>

#include "Vlinux_top.h"

// What M mode does to those who wait for it. Writes lines:
//   edge LINE STATE ENTRY TASK   of the hardware kernel's line: what ran at its rising edge (0 U
//   mode, 1 S mode,
//                                2 S mode with its interrupts masked, 3 M mode), cycles to the
//                                first instruction of M mode that was done, 0 in state 3, and
//                                cycles until the line fell: until a task has served it
//   masked FROM TO COUNT LONGEST of the stretches in which M mode had interrupts masked, from the
//   first
//                                instruction of S mode on: addresses of the
//                                first and the last instruction done, how many, cycles of the
//                                longest
class Watch {
 public:
  explicit Watch(const std::string &path);
  ~Watch();

  // Once in each cycle.
  void look(const Vlinux_top &ports, uint64_t cycle);

 private:
  enum State { kUser, kSupervisor, kSupervisorMasked, kMachine };

  struct Edge {
    State state = kMachine;
    uint64_t cycle = 0;
    uint64_t entry = 0;  // Cycles, or 0 as long as M mode was not entered
  };

  struct Stretch {
    uint64_t count = 0;
    uint64_t longest = 0;
  };

  void look_at_mask(const Vlinux_top &ports);
  void look_at_lines(const Vlinux_top &ports, uint64_t cycle);

  std::ofstream stream_;
  bool began_ = false;
  uint64_t masked_ = 0;  // Cycles of the present stretch
  uint32_t first_ = 0;   // 0: no instruction of it is done
  uint32_t last_ = 0;
  std::map<std::pair<uint32_t, uint32_t>, Stretch> stretches_;
  uint8_t lines_ = 0;
  std::array<Edge, 8> edges_;
};
