// SPDX-License-Identifier: Apache-2.0
#include "tracer.h"

#include <algorithm>
#include <iterator>

#include "riscv.h"

namespace {

constexpr uint32_t kNoTask = 0xFFFF'FFFF;  // Before the scheduler has started
constexpr const char *kArguments[] = {"a0", "a1", "a2", "a3"};
constexpr size_t kLongestName = 63;

// Stock FreeRTOS changes the running task in there: the call would end in another task.
constexpr const char *kSwitch = "vTaskSwitchContext";

// They create tasks; the task's function is the first argument, its name the second.
constexpr const char *kCreators[] = {"xTaskCreate", "xTaskCreateStatic"};

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
  for (const auto &symbol : elf.symbols()) {
    const std::string name = symbol.name.substr(0, symbol.name.find('.'));
    if (name == kSwitch || !functions.contains(name)) continue;
    functions_[symbol.address] = symbol.name;
    const bool creates =
        std::find(std::begin(kCreators), std::end(kCreators), name) != std::end(kCreators);
    if (creates)
      creators_.insert(symbol.address);
    else if (name.find("Create") != std::string::npos)
      makers_.insert(symbol.address);
    if (name.find("Delete") != std::string::npos) deleters_.insert(symbol.address);
  }
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
  // What follows the call may be its store.
  const auto &calls = calls_[task_];
  const bool returns =
      !calls.empty() && makers_.contains(calls.back().function) && data == (*registers_)[kA0];
  if (!returns && !handles_.contains(data)) return;
  if (!SocModel::is_ram(data) || !stored_.emplace(address, data).second) return;
  event("stored", cycle);
  writer_.number("address", address);
  writer_.number("handle", data);
  writer_.end();
}

void Tracer::end(uint64_t cycle) {
  if (!active_) return;
  event("end", cycle);
  writer_.end();
  writer_.close();
}

// A text that the program has made or holds.
std::string Tracer::text_at(uint32_t address) const {
  std::string text;
  for (; text.size() < kLongestName; address++) {
    const char character = static_cast<char>(soc_.word(address) >> 8 * (address % 4));
    if (character == '\0') break;
    text.push_back(character);
  }
  return text;
}

void Tracer::completed(uint32_t pc, uint64_t cycle) {
  if (!started_ && entries_.contains(pc)) {
    started_ = true;
    running(in_hardware_ ? soc_.ports().current_id_o : next_, cycle);
  }
  auto &calls = calls_[task_];
  while (!calls.empty() && calls.back().return_address == pc) {
    event("return", cycle);
    writer_.text("function", functions_[calls.back().function]);
    const uint32_t result = (*registers_)[kA0];
    writer_.number("result", result);
    writer_.end();
    if (makers_.contains(calls.back().function) && SocModel::is_ram(result)) {
      handles_.insert(result);
    }
    calls.pop_back();
  }
  if (trap_ends_.contains(pc)) {
    event("trap_end", cycle);
    writer_.end();
  }
  if (entries_.contains(pc)) calls.clear();  // Those of a deleted task with the same identifier
  const auto found = functions_.find(pc);
  if (found == functions_.end()) return;
  called(pc, found->second, cycle);
  calls.push_back({pc, (*registers_)[kReturnAddress]});
}

void Tracer::called(uint32_t pc, const std::string &name, uint64_t cycle) {
  const Registers &registers = *registers_;
  const bool creates = creators_.contains(pc);
  event("call", cycle);
  writer_.text("function", name);
  for (unsigned i = 0; i < std::size(kArguments); i++) {
    writer_.number(kArguments[i], registers[kA0 + i]);
  }
  if (creates) {
    entries_.insert(registers[kA0]);
    writer_.text("name", text_at(registers[kA1]));
  }
  writer_.end();
  if (deleters_.contains(pc) && handles_.erase(registers[kA0]) != 0) {
    std::erase_if(stored_, [&](const auto &pair) { return pair.second == registers[kA0]; });
  }
}
