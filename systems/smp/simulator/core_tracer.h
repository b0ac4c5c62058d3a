// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "Vsmp_top.h"
#include "call_tracer.h"
#include "elf_file.h"
#include "record_writer.h"
#include "running_core.h"
#include "running_tasks.h"

// Writes what each core does: which task it runs, its traps, whether its interrupts are enabled,
// and its calls of FreeRTOS's functions (call_tracer.h; an instruction counts when it begins).
class CoreTracer {
 public:
  // `name_offset`: of a task's name in its control block. Of these functions calls are written.
  // Without a file it does nothing. Throws SimulatorError when the file cannot be written.
  CoreTracer(const ElfFile &elf, const std::string &path, uint32_t name_offset,
             const std::unordered_set<std::string> &functions, CallTracer::Memory memory);

  // Called once a cycle, in order.
  void observe(const Vsmp_top &ports, uint64_t cycle) {
    if (active_) look(ports, cycle);
  }

  // The run has ended. Throws SimulatorError when there was no room for the file.
  void end(uint64_t cycle);

 private:
  // What was last written of a core.
  struct Core {
    uint32_t task = 0;  // Address of its control block; 0: none
    bool enabled = false;
    RunningCore running;
    std::optional<uint32_t> stored;  // Address of the word stored in the cycle before
  };

  void look(const Vsmp_top &ports, uint64_t cycle);
  void look_at_calls(const Vsmp_top &ports, uint32_t number, uint64_t cycle);
  void event(const char *kind, uint32_t core, uint64_t cycle);

  bool active_;
  RecordWriter writer_;
  std::function<uint32_t(uint32_t)> word_;
  uint32_t name_offset_;
  RunningTasks tasks_;
  CallTracer calls_;
  std::vector<Core> cores_;
};
