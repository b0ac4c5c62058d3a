// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <fstream>
#include <string>

#include "Vsmp_top.h"

// Writes what the hardware kernel decides, in that order, to be replayed: 16 bytes for each
// transfer that is done, and for each operation in its Decide stage.
//
//   0   0: a load, 1: a store, 2: an operation
//   1   core, or source of the operation
//   2   0, or kind of the operation
//   3   0
//   4   offset of the transfer; or number and task of the operation, 16 bits each
//   8   word that is loaded or stored, or 0
//   12  clock cycle, of which the lowest 32 bits
class DecisionLog {
 public:
  // Without a path it does nothing. Throws SimulatorError when the file cannot be written.
  explicit DecisionLog(const std::string &path);

  // Called once a cycle, in order.
  void observe(const Vsmp_top &ports, uint64_t cycle) {
    if (active_) look(ports, static_cast<uint32_t>(cycle));
  }

  // The run has ended. Throws SimulatorError when there was no room for the file.
  void close();

 private:
  void look(const Vsmp_top &ports, uint32_t cycle);

  bool active_;
  std::ofstream file_;
};
