// SPDX-License-Identifier: Apache-2.0
#include "core_tracer.h"

#include <utility>

namespace {

constexpr size_t kLongestName = 63;

}  // namespace

CoreTracer::CoreTracer(const ElfFile &elf, const std::string &path, uint32_t name_offset,
                       std::function<uint32_t(uint32_t)> word)
    : active_(!path.empty()),
      writer_(path),
      word_(std::move(word)),
      name_offset_(name_offset),
      tasks_(elf, word_),
      cores_(tasks_.cores()) {}

void CoreTracer::look(const Vsmp_top &ports, uint64_t cycle) {
  for (uint32_t core = 0; core < cores_.size(); core++) {
    Core &known = cores_[core];
    if (const uint32_t task = tasks_.of(ports, core); task != known.task) {
      known.task = task;
      event("task", core, cycle);
      writer_.text("name", name_of(task));
      writer_.end();
    }
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

std::string CoreTracer::name_of(uint32_t task) const {
  std::string name;
  for (uint32_t address = task + name_offset_; task != 0 && name.size() < kLongestName; address++) {
    const char character = static_cast<char>(word_(address) >> 8 * (address % 4));
    if (character == '\0') break;
    name.push_back(character);
  }
  return name;
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
