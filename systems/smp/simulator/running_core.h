// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "Vsmp_top.h"
#include "running_tasks.h"
#include "svdpi.h"

// A core, instruction by instruction: which one begins, of which task, and the registers that it
// finds.
class RunningCore {
 public:
  // The model must be there. `word` loads one from an address of the RAM.
  RunningCore(uint32_t number, std::function<uint32_t(uint32_t)> word);

  // Called once a cycle, in order.
  void follow(const Vsmp_top &ports, const RunningTasks &tasks);

  // An instruction begins in this cycle.
  bool begins() const { return begins_; }

  // The task whose registers the core has: address of its control block; 0: none yet.
  uint32_t task() const { return task_; }

  // In the first cycle of an interrupt or a call of the kernel: where this task goes on behind it.
  std::optional<uint32_t> left() const { return left_; }

  // The program counter, and a register with what is written to it at the end of this cycle.
  uint32_t pc() const;
  uint32_t reg(unsigned number) const;

  // The word that a load, or a store, granted in this cycle is of.
  std::optional<uint32_t> loads() const;
  std::optional<uint32_t> stores() const;

 private:
  bool begins_step();
  void follow_trap(const Vsmp_top &ports, const RunningTasks &tasks);
  uint32_t instruction(uint32_t address) const;

  svScope scope_;  // The part of the model that answers calls
  uint32_t number_;
  std::function<uint32_t(uint32_t)> word_;
  bool begun_ = false;  // The instruction has begun
  bool begins_ = false;
  uint32_t task_ = 0;
  bool in_trap_ = false;
  bool returns_ = false;  // mret is the last instruction that has begun
  std::optional<uint32_t> left_;
  std::optional<uint32_t>
      trapped_;  // In the cycle before: bytes of the instruction that has called
};
