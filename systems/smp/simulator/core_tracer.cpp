// SPDX-License-Identifier: Apache-2.0
#include "core_tracer.h"

#include <utility>

CoreTracer::CoreTracer(const ElfFile &elf, const std::string &path, uint32_t name_offset,
                       const std::unordered_set<std::string> &functions, CallTracer::Memory memory)
    : active_(!path.empty()),
      writer_(path),
      word_(memory.word),
      name_offset_(name_offset),
      tasks_(elf, word_),
      calls_(elf, functions, writer_, std::move(memory)) {
  if (!active_) return;
  for (uint32_t i = 0; i < tasks_.cores(); i++)
    cores_.push_back({.running = RunningCore(i, word_)});
}

void CoreTracer::look(const Vsmp_top &ports, uint64_t cycle) {
  for (uint32_t core = 0; core < cores_.size(); core++) {
    Core &known = cores_[core];
    if (const uint32_t task = tasks_.of(ports, core); task != known.task) {
      known.task = task;
      event("task", core, cycle);
      writer_.number("task", task);
      writer_.text("name", task != 0 ? calls_.text_at(task + name_offset_) : "");
      writer_.end();
    }
    look_at_calls(ports, core, cycle);
    const bool enabled = ports.mie_o >> core & 1;
    if (enabled != known.enabled) {
      known.enabled = enabled;
      event("enabled", core, cycle);
      writer_.number("enabled", enabled);
      writer_.end();
    }
    if (ports.trap_o >> core & 1) {
      event("trap", core, cycle);
      writer_.number("interrupt", ports.interrupt_o >> core & 1);
      writer_.number("cause", ports.cause_o >> 8 * core & 0xFF);
      writer_.end();
    }
  }
}

// What a store stores is in the RAM in the next cycle.
void CoreTracer::look_at_calls(const Vsmp_top &ports, uint32_t number, uint64_t cycle) {
  Core &core = cores_[number];
  core.running.follow(ports, tasks_);
  const uint32_t task = core.running.task();
  const auto reg = [&](unsigned i) { return core.running.reg(i); };
  const auto begin = [&](const char *kind) {
    event(kind, number, cycle);
    writer_.number("task", task);
  };
  if (core.stored) calls_.stored(task, *core.stored, word_(*core.stored), std::nullopt, begin);
  core.stored = core.running.stores();
  const uint32_t pc = core.running.pc();
  if (!core.running.begins() || !calls_.looks_at(task, pc)) return;
  if (calls_.is_entry(pc)) {
    begin("entry");
    writer_.end();
  }
  calls_.executed(task, pc, reg, begin);
}

void CoreTracer::end(uint64_t cycle) {
  if (!active_) return;
  writer_.begin("end");
  writer_.number("cycle", cycle);
  writer_.end();
  writer_.close();
}

void CoreTracer::event(const char *kind, uint32_t core, uint64_t cycle) {
  writer_.begin(kind);
  writer_.number("cycle", cycle);
  writer_.number("core", core);
}
