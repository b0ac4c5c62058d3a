// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>

#include "record_writer.h"

// Counts how often each task was switched to and for how long it ran.
//
// A task is its control block's address (FreeRTOS's pxCurrentTCB) or its identifier in the
// hardware kernel.
class TaskAccounts {
 public:
  // The running task is `task` from this cycle on; telling the same task again changes nothing.
  void running(uint32_t task, uint64_t cycle);

  // Write one record per task.
  void write(RecordWriter &writer, uint64_t cycle);

 private:
  struct Account {
    uint64_t switches = 0;
    uint64_t cycles = 0;
  };

  std::map<uint32_t, Account> accounts_;
  bool any_ = false;
  uint32_t task_ = 0;
  uint64_t since_ = 0;
};
