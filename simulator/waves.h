// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "soc_model.h"

// Writes signals as FST, a unit of time for each cycle: the SoC's own, and all of the kernel's
// hardware. Only a simulator that was verilated for it can.
class Waves {
 public:
  // Without a file it does nothing. Throws SimulatorError when this simulator cannot write waves.
  Waves(SocModel &soc, const std::string &path, uint64_t from, uint64_t to);
  ~Waves();

  // Called once a cycle, in order.
  void observe(uint64_t cycle) {
    if (file_ && cycle >= from_ && cycle <= to_) dump(cycle);
  }

 private:
  struct File;

  void dump(uint64_t cycle);

  std::unique_ptr<File> file_;
  uint64_t from_;
  uint64_t to_;
};
