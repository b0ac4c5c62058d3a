// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "elf_file.h"
#include "record_writer.h"
#include "soc_model.h"

// Writes what the kernel does: which tasks are ready, their priorities, and ticks.
//
// The kernel's hardware tells it by its signals. FreeRTOS in memory tells it by stores: a task is
// in the list whose address its list item gets (pvContainer).
class KernelWatch {
 public:
  KernelWatch(const ElfFile &elf, const SocModel &soc, RecordWriter &writer);

  // Called once a cycle, in order.
  void observe(uint64_t cycle);

 private:
  // Lists of FreeRTOS, one behind the other.
  struct Lists {
    uint32_t begin;
    uint32_t end;
    bool ready;  // Whose tasks are ready
    bool ends;   // Whose tasks are deleted
  };

  // What is known of a task.
  struct Task {
    bool ready = false;
    uint32_t priority = 0;
    bool has_priority = false;
  };

  void ask_hardware(uint64_t cycle);
  void look_at_store(uint64_t cycle);
  void turned(uint64_t cycle, uint32_t task, bool ready, bool timed, int line);
  void deleted(uint64_t cycle, uint32_t task);
  void got_priority(uint64_t cycle, uint32_t task, uint32_t priority);
  void ticked(uint64_t cycle, uint32_t tick);
  void event(const char *kind, uint64_t cycle);

  const SocModel &soc_;
  RecordWriter &writer_;
  svScope kernel_;
  std::vector<Lists> lists_;
  uint32_t list_size_ = 0;     // Bytes; 0: no lists are in memory
  bool stock_ = false;         // All of FreeRTOS's lists are
  uint32_t tick_address_ = 0;  // Of FreeRTOS's tick; 0: it is in the hardware
  std::unordered_map<uint32_t, Task> tasks_;
  uint32_t tick_ = 0;
};
