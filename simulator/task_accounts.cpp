// SPDX-License-Identifier: Apache-2.0
#include "task_accounts.h"

void TaskAccounts::running(uint32_t task, uint64_t cycle) {
  if (any_ && task == task_) return;
  if (any_) accounts_[task_].cycles += cycle - since_;
  any_ = true;
  task_ = task;
  since_ = cycle;
  accounts_[task].switches++;
}

void TaskAccounts::write(RecordWriter &writer, uint64_t cycle) {
  if (any_) accounts_[task_].cycles += cycle - since_;
  since_ = cycle;
  for (const auto &[task, account] : accounts_) {
    writer.begin("task");
    writer.number("task", task);
    writer.number("switches", account.switches);
    writer.number("cycles", account.cycles);
    writer.end();
  }
}
