// SPDX-License-Identifier: Apache-2.0
#include "tracer.h"

#include "riscv.h"

namespace {

constexpr uint32_t kNoTask = 0xFFFF'FFFF;  // Before the scheduler has started

}  // namespace

Tracer::Tracer(const ElfFile &elf, const SocModel &soc, const std::string &path,
               const std::unordered_set<std::string> &functions, bool in_hardware)
    : active_(!path.empty()),
      in_hardware_(in_hardware),
      soc_(soc),
      writer_(path),
      task_(kNoTask),
      registers_(&registers_of_[kNoTask]) {
  if (!active_) return;
  kernel_.emplace(elf, soc, writer_);
  calls_.emplace(elf, functions, writer_,
                 CallTracer::Memory{[this](uint32_t address) { return soc_.word(address); },
                                    SocModel::is_ram});
  for (const auto &segment : elf.segments()) {
    for (size_t at = 0; at + 4 <= segment.bytes.size(); at += 2) {
      const uint8_t *byte = &segment.bytes[at];
      const uint32_t word = byte[0] | byte[1] << 8 | byte[2] << 16 | uint32_t{byte[3]} << 24;
      if (word == kMret) trap_ends_.insert(segment.address + static_cast<uint32_t>(at));
    }
  }
}

void Tracer::event(const char *kind, uint64_t cycle) {
  writer_.begin(kind);
  writer_.number("cycle", cycle);
}

void Tracer::running(uint32_t task, uint64_t cycle) {
  next_ = task;
  if (!started_ || task == task_) return;
  task_ = task;
  registers_ = &registers_of_[task];
  event("running", cycle);
  writer_.number("task", task);
  writer_.end();
}

void Tracer::trapped(const Vsimulator_top &ports, uint64_t cycle) {
  event("trap", cycle);
  writer_.number("interrupt", ports.trap_interrupt_o);
  writer_.number("cause", ports.trap_cause_o);
  writer_.end();
}

void Tracer::levels_changed(const Vsimulator_top &ports, uint64_t cycle) {
  lines_ = ports.lines_o;
  enabled_ = ports.mie_o != 0;
  event("levels", cycle);
  writer_.number("lines", lines_);
  writer_.number("enabled", enabled_);
  writer_.end();
}

void Tracer::stored(uint32_t address, uint32_t data, uint64_t cycle) {
  calls_->stored(task_, address, data, (*registers_)[kA0],
                 [&](const char *kind) { event(kind, cycle); });
}

void Tracer::end(uint64_t cycle) {
  if (!active_) return;
  event("end", cycle);
  writer_.end();
  writer_.close();
}

void Tracer::completed(uint32_t pc, uint64_t cycle) {
  if (!started_ && calls_->is_entry(pc)) {
    started_ = true;
    running(in_hardware_ ? soc_.ports().current_id_o : next_, cycle);
  }
  if (trap_ends_.contains(pc)) {
    event("trap_end", cycle);
    writer_.end();
  }
  if (calls_->looks_at(task_, pc)) {
    calls_->executed(
        task_, pc, [&](unsigned number) { return (*registers_)[number]; },
        [&](const char *kind) { event(kind, cycle); });
  }
}
