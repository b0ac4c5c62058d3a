// SPDX-License-Identifier: Apache-2.0
#include "running_tasks.h"

#include <utility>

RunningTasks::RunningTasks(const ElfFile &elf, std::function<uint32_t(uint32_t)> word)
    : word_(std::move(word)),
      cores_(sizeof(Vsmp_top::current_o)),  // A byte for each
      started_(elf.address_of("xSchedulerRunning", 0)),
      current_(elf.address_of("pxCurrentTCBs", 0)),
      by_number_(elf.address_of("pxTasks", 0)) {
  if (const auto *current = elf.find("pxCurrentTCBs")) cores_ = current->size / 4;
}

uint32_t RunningTasks::of(const Vsmp_top &ports, uint32_t core) const {
  if (started_ == 0 || word_(started_) == 0) return 0;
  if (current_ != 0) return word_(current_ + 4 * core);
  const bool runs = ports.runs_o >> core & 1;
  return runs ? word_(by_number_ + 4 * (ports.current_o >> 8 * core & 0xFF)) : 0;
}
