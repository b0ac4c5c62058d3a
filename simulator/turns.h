// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>

#include "record_writer.h"

// Counts, on a core with contexts, the switches from one task's registers to another's: hits, and
// misses, whose registers were not there, by the cycles for which the core waited for them.
class Turns {
 public:
  // Called once a cycle, in order.
  void observe(bool turn, bool misses, bool waits) {
    turns_ += turn;
    if (misses && !missing_) {
      end_miss();
      missed_ = true;
    }
    missing_ = misses;
    waited_ += waits;
  }

  // Writes what was counted, if there were switches.
  void write(RecordWriter &writer);

 private:
  void end_miss() {
    if (missed_) misses_[waited_]++;
    waited_ = 0;
  }

  uint64_t turns_ = 0;
  bool missing_ = false;                 // The registers of a switch are not there
  bool missed_ = false;                  // There was a miss;
  uint64_t waited_ = 0;                  // ... the last one waited for so many cycles
  std::map<uint64_t, uint64_t> misses_;  // How many waited for so many cycles
};
