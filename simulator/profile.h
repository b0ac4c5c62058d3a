// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core_registers.h"
#include "masking.h"
#include "observation.h"
#include "record_writer.h"

// Measures windows between two instructions of the program, and calls of functions.
//
// A window begins when its first instruction completes and ends when its last one does, whichever
// task executes them; a later beginning replaces an earlier one. A call begins when the function's
// first instruction completes, and ends when the instruction completes to which it returns, with
// the stack pointer as it was: so tasks and recursion are kept apart.
class Profile {
 public:
  struct Item {
    uint32_t begin;
    std::optional<uint32_t> end;  // None: `begin` is a function
  };

  // The model must be there. `masking` has observed each cycle before.
  Profile(const std::vector<Item> &items, const Masking &masking, RecordWriter &writer);

  // The running task is `task` from this cycle on. Called before `observe`.
  void running(uint32_t task, uint64_t cycle);

  // Called once a cycle, in order.
  void observe(const Observation &now) {
    if (items_.empty()) return;
    if (masking_.ended()) unmasked(now.cycle);
    if (now.trapped && now.interrupt) interrupted(now.cycle);
    if (now.done) completed(now.pc, now.cycle);
  }

 private:
  // What has begun.
  struct Open {
    uint64_t cycle;
    uint32_t task;
    uint64_t own_before;   // Of the task
    uint64_t off_longest;  // Longest stretch with interrupts masked since then
  };
  using Frame = std::pair<uint32_t, uint32_t>;  // Where a call returns to, and its stack pointer

  void unmasked(uint64_t cycle);
  void interrupted(uint64_t cycle);
  void completed(uint32_t pc, uint64_t cycle);
  void account(uint64_t cycle);
  Open open(uint64_t cycle);
  void close(size_t item, const Open &open, uint64_t cycle);
  uint64_t end_stretch(const Open &open, uint64_t cycle) const;

  std::vector<Item> items_;
  const Masking &masking_;
  RecordWriter &writer_;
  CoreRegisters registers_;

  std::unordered_multimap<uint32_t, size_t> begins_;  // By address: items
  std::unordered_multimap<uint32_t, size_t> ends_;
  std::vector<std::optional<Open>> windows_;  // By item
  std::vector<std::map<Frame, Open>> calls_;  // By item

  // The cycles that each task has run, without interrupts that came meanwhile.
  std::unordered_map<uint32_t, uint64_t> own_;
  uint32_t task_;
  uint32_t next_ = 0;         // What `running` was last told
  bool interrupted_ = false;  // An interrupt is served: it counts for no task
  uint64_t accounted_ = 0;    // Up to this cycle
};
