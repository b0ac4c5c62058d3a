// SPDX-License-Identifier: Apache-2.0
#include "profile.h"

#include <algorithm>

#include "riscv.h"

namespace {

constexpr uint32_t kMain = 0xFFFF'FFFF;  // In place of a task, before interrupts are first enabled

}  // namespace

Profile::Profile(const std::vector<Item> &items, const Masking &masking, RecordWriter &writer)
    : items_(items),
      masking_(masking),
      writer_(writer),
      windows_(items.size()),
      calls_(items.size()),
      task_(kMain) {
  for (size_t i = 0; i < items_.size(); i++) {
    begins_.emplace(items_[i].begin, i);
    if (items_[i].end) ends_.emplace(*items_[i].end, i);
  }
}

void Profile::running(uint32_t task, uint64_t cycle) {
  next_ = task;
  if (!masking_.ever_enabled()) return;
  account(cycle);
  task_ = task;
}

void Profile::unmasked(uint64_t cycle) {
  account(cycle);
  interrupted_ = false;
  task_ = next_;
  for (auto &window : windows_) {
    if (window) window->off_longest = end_stretch(*window, cycle);
  }
  for (auto &calls : calls_) {
    for (auto &[frame, call] : calls) call.off_longest = end_stretch(call, cycle);
  }
}

void Profile::interrupted(uint64_t cycle) {
  account(cycle);
  interrupted_ = true;
}

// What the running task has run is its own up to this cycle.
void Profile::account(uint64_t cycle) {
  if (!interrupted_) own_[task_] += cycle - accounted_;
  accounted_ = cycle;
}

void Profile::completed(uint32_t pc, uint64_t cycle) {
  const auto [ends, no_more_ends] = ends_.equal_range(pc);
  for (auto one = ends; one != no_more_ends; ++one) {
    auto &window = windows_[one->second];
    if (window) close(one->second, *window, cycle);
    window.reset();
  }
  for (size_t item = 0; item < calls_.size(); item++) {
    if (calls_[item].lower_bound({pc, 0}) == calls_[item].upper_bound({pc, UINT32_MAX})) continue;
    const auto call = calls_[item].find({pc, registers_[kStackPointer]});
    if (call == calls_[item].end()) continue;
    close(item, call->second, cycle);
    calls_[item].erase(call);
  }
  const auto [begins, no_more_begins] = begins_.equal_range(pc);
  for (auto one = begins; one != no_more_begins; ++one) {
    const size_t item = one->second;
    if (items_[item].end) {
      windows_[item] = open(cycle);
    } else {
      const Frame frame = {registers_[kReturnAddress], registers_[kStackPointer]};
      calls_[item].insert_or_assign(frame, open(cycle));
    }
  }
}

Profile::Open Profile::open(uint64_t cycle) {
  account(cycle);
  return {cycle, task_, own_[task_], 0};
}

uint64_t Profile::end_stretch(const Open &open, uint64_t cycle) const {
  return std::max(open.off_longest, cycle - std::max(masking_.since(), open.cycle));
}

void Profile::close(size_t item, const Open &open, uint64_t cycle) {
  account(cycle);
  writer_.begin("profiled");
  writer_.number("item", item);
  writer_.number("cycle", open.cycle);
  writer_.number("cycles", cycle - open.cycle);
  writer_.number("own", own_[open.task] - open.own_before);
  writer_.number("interrupts_off_max",
                 masking_.enabled() ? open.off_longest : end_stretch(open, cycle));
  writer_.end();
}
