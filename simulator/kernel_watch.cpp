// SPDX-License-Identifier: Apache-2.0
#include "kernel_watch.h"

#include "Vsimulator_top__Dpi.h"
#include "core_registers.h"

namespace {

constexpr int kNoLine = -1;

// Offsets in FreeRTOS V11's list item and control block (list.h, tasks.c).
constexpr uint32_t kItemOwner = 12;
constexpr uint32_t kItemContainer = 16;
constexpr uint32_t kStateItem = 4;
constexpr uint32_t kPriority = 44;
constexpr uint32_t kItemsEnd = 64;  // Behind both items, on stock and on the hybrid

constexpr char kPendingReady[] = "xPendingReadyList";  // The hybrid has this one, too
constexpr char kReady[] = "pxReadyTasksLists";
constexpr char kDeleted[] = "xTasksWaitingTermination";
constexpr const char *kOthers[] = {"xDelayedTaskList1", "xDelayedTaskList2", "xSuspendedTaskList",
                                   kDeleted};

}  // namespace

KernelWatch::KernelWatch(const ElfFile &elf, const SocModel &soc, RecordWriter &writer)
    : soc_(soc),
      writer_(writer),
      kernel_(
          scope_of({"gen_tracing_isochron.u_tracing_kernel", "gen_tracing_other.u_tracing_kernel",
                    "gen_tracing_no_kernel.u_tracing_kernel"})) {
  const auto *pending = elf.find(kPendingReady);
  if (!pending) return;
  const auto add = [&](const char *name, bool ready) {
    const auto *lists = elf.find(name);
    if (lists) {
      lists_.push_back({lists->address, lists->address + lists->size, ready, name == kDeleted});
    }
    return lists != nullptr;
  };
  list_size_ = pending->size;
  add(kPendingReady, true);
  stock_ = add(kReady, true);
  for (const char *name : kOthers) add(name, false);
  const uint32_t tick = elf.address_of("xTickCount", 0);
  if (SocModel::is_ram(tick)) tick_address_ = tick;
}

void KernelWatch::observe(uint64_t cycle) {
  ask_hardware(cycle);
  if (list_size_ != 0 && soc_.ports().store_o) look_at_store(cycle);
}

void KernelWatch::ask_hardware(uint64_t cycle) {
  svBit turns, ready, ends, timed, sets;
  int task, line, owner, priority, tick;
  svSetScope(kernel_);
  tracing_kernel(&turns, &task, &ready, &ends, &timed, &line, &sets, &owner, &priority, &tick);
  if (tick_address_ == 0) ticked(cycle, static_cast<uint32_t>(tick));
  if (turns) turned(cycle, static_cast<uint32_t>(task), ready, timed, line);
  if (ends) deleted(cycle, static_cast<uint32_t>(task));
  if (sets) got_priority(cycle, static_cast<uint32_t>(owner), static_cast<uint32_t>(priority));
}

void KernelWatch::look_at_store(uint64_t cycle) {
  const uint32_t address = soc_.ports().store_address_o;
  const uint32_t data = soc_.ports().store_data_o;
  if (address == tick_address_) ticked(cycle, data);
  if (stock_) {
    if (address == data + kStateItem + kItemOwner) tasks_.erase(data);  // A new task
    const auto known = tasks_.find(address - kPriority);
    if (known != tasks_.end()) got_priority(cycle, known->first, data);
  }
  for (const auto &lists : lists_) {
    const uint32_t offset = data - lists.begin;
    if (data < lists.begin || data >= lists.end || offset % list_size_ != 0) continue;
    // Any word may hold a list's address; an item is in its owner's control block.
    const uint32_t item = address - kItemContainer;
    const uint32_t owner = soc_.word(item + kItemOwner);
    if (!SocModel::is_ram(owner) || item - owner >= kItemsEnd) continue;
    turned(cycle, owner, lists.ready, false, kNoLine);
    if (lists.ends) deleted(cycle, owner);
    if (stock_) got_priority(cycle, owner, soc_.word(owner + kPriority));
  }
}

void KernelWatch::turned(uint64_t cycle, uint32_t task, bool ready, bool timed, int line) {
  auto &known = tasks_[task];
  if (known.ready == ready) return;
  known.ready = ready;
  event("ready", cycle);
  writer_.number("task", task);
  writer_.number("ready", ready);
  writer_.number("timed", timed);
  if (line != kNoLine) writer_.number("line", static_cast<uint32_t>(line));
  writer_.end();
}

void KernelWatch::deleted(uint64_t cycle, uint32_t task) {
  tasks_.erase(task);
  event("deleted", cycle);
  writer_.number("task", task);
  writer_.end();
}

void KernelWatch::got_priority(uint64_t cycle, uint32_t task, uint32_t priority) {
  auto &known = tasks_[task];
  if (known.has_priority && known.priority == priority) return;
  known.has_priority = true;
  known.priority = priority;
  event("priority", cycle);
  writer_.number("task", task);
  writer_.number("priority", priority);
  writer_.end();
}

void KernelWatch::ticked(uint64_t cycle, uint32_t tick) {
  if (tick == tick_) return;
  tick_ = tick;
  event("tick", cycle);
  writer_.number("tick", tick);
  writer_.end();
}

void KernelWatch::event(const char *kind, uint64_t cycle) {
  writer_.begin(kind);
  writer_.number("cycle", cycle);
}
