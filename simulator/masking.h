// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <map>

#include "observation.h"
#include "record_writer.h"

// Follows the stretches in which interrupts are masked.
class Masking {
 public:
  // Called once a cycle, in order.
  void observe(const Observation &now) {
    ended_ = false;
    if (now.interrupts_enabled != enabled_) changed(now);
    if (now.done) last_pc_ = now.pc;
  }

  bool enabled() const { return enabled_; }
  bool ever_enabled() const { return ever_enabled_; }

  // A stretch has ended in this cycle.
  bool ended() const { return ended_; }

  // Cycle in which the present or the last stretch began.
  uint64_t since() const { return since_; }

  // Cycles with interrupts masked before `cycle`.
  uint64_t until(uint64_t cycle) const { return total_ + (enabled_ ? 0 : cycle - since_); }

  // Address of the last instruction that completed.
  uint32_t last_pc() const { return last_pc_; }

  // The longest stretch after interrupts were first enabled, and the instruction that completed
  // last before it.
  uint64_t longest() const { return longest_; }
  uint32_t longest_pc() const { return longest_pc_; }

  // Writes a record for each pair of places between which interrupts were masked after they were
  // first enabled.
  void write(RecordWriter &writer) const;

 private:
  // Where a stretch began: the interrupt, or the instruction that masked; and the one that ended
  // it.
  struct Places {
    bool interrupt;
    uint32_t begin;  // Of an interrupt: its cause
    uint32_t end;

    auto operator<=>(const Places &) const = default;
  };

  struct Stretches {
    uint64_t times = 0;
    uint64_t most = 0;
    uint64_t cycle = 0;  // In which the longest began
  };

  void changed(const Observation &now);

  bool enabled_ = false;
  bool ever_enabled_ = false;
  bool ended_ = false;
  uint32_t last_pc_ = 0;
  uint64_t since_ = 0;
  uint64_t total_ = 0;  // Of the stretches before
  Places begun_{};      // The present stretch
  uint32_t begun_pc_ = 0;
  uint64_t longest_ = 0;
  uint32_t longest_pc_ = 0;
  std::map<Places, Stretches> stretches_;
};
