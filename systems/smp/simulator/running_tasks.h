// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "Vsmp_top.h"
#include "elf_file.h"

// Which task each core runs. FreeRTOS has that in memory (pxCurrentTCBs), the hardware kernel in
// its registers.
class RunningTasks {
 public:
  // `word` loads one from an address of the RAM.
  RunningTasks(const ElfFile &elf, std::function<uint32_t(uint32_t)> word);

  // Of the program, the others sleep; all of the SoC if it does not tell.
  uint32_t cores() const { return cores_; }

  // FreeRTOS's scheduler says at a switch which task is next, before its registers are there.
  bool in_memory() const { return current_ != 0; }

  // The address of the control block of the task that a core runs; 0: none yet.
  uint32_t of(const Vsmp_top &ports, uint32_t core) const;

 private:
  std::function<uint32_t(uint32_t)> word_;
  uint32_t cores_;
  uint32_t started_;    // Address of FreeRTOS's xSchedulerRunning
  uint32_t current_;    // Address of its pxCurrentTCBs; 0: the hardware has the running tasks
  uint32_t by_number_;  // Address of the hardware kernel's pxTasks
};
