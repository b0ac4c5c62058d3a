// SPDX-License-Identifier: Apache-2.0
#include "call_tracer.h"

#include <algorithm>
#include <iterator>

#include "riscv.h"

namespace {

constexpr const char *kArguments[] = {"a0", "a1", "a2", "a3"};
constexpr size_t kLongestName = 63;

// Stock FreeRTOS changes the running task in there: the call would end in another task.
constexpr const char *kSwitch = "vTaskSwitchContext";

// They create tasks; the task's function is the first argument, its name the second.
constexpr const char *kCreators[] = {"xTaskCreate", "xTaskCreateStatic"};

}  // namespace

CallTracer::CallTracer(const ElfFile &elf, const std::unordered_set<std::string> &functions,
                       RecordWriter &writer, Memory memory)
    : writer_(writer), memory_(std::move(memory)) {
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
}

void CallTracer::executed(uint32_t task, uint32_t pc, const Register &reg, const Event &event) {
  auto &calls = calls_[task];
  while (!calls.empty() && calls.back().return_address == pc) {
    const uint32_t function = calls.back().function;
    const uint32_t result = reg(kA0);
    event("return");
    writer_.text("function", functions_[function]);
    writer_.number("result", result);
    writer_.end();
    if (makers_.contains(function) && memory_.has(result)) handles_.insert(result);
    calls.pop_back();
  }
  if (is_entry(pc)) calls.clear();  // Those of a deleted task with the same identifier
  if (!functions_.contains(pc)) return;
  called(pc, reg, event);
  calls.push_back({pc, reg(kReturnAddress)});
}

void CallTracer::called(uint32_t pc, const Register &reg, const Event &event) {
  event("call");
  writer_.text("function", functions_[pc]);
  for (unsigned i = 0; i < std::size(kArguments); i++) writer_.number(kArguments[i], reg(kA0 + i));
  if (creators_.contains(pc)) {
    entries_.insert(reg(kA0));
    writer_.text("name", text_at(reg(kA0 + 1)));
  }
  writer_.end();
  const uint32_t handle = reg(kA0);
  if (deleters_.contains(pc) && handles_.erase(handle) != 0) {
    std::erase_if(stored_, [&](const auto &pair) { return pair.second == handle; });
  }
}

void CallTracer::stored(uint32_t task, uint32_t address, uint32_t data,
                        std::optional<uint32_t> result, const Event &event) {
  const auto &calls = calls_[task];
  const bool returns = !calls.empty() && makers_.contains(calls.back().function) && data == result;
  if (!returns && !handles_.contains(data)) return;
  if (!memory_.has(data) || !stored_.emplace(address, data).second) return;
  event("stored");
  writer_.number("address", address);
  writer_.number("handle", data);
  writer_.end();
}

std::string CallTracer::text_at(uint32_t address) const {
  std::string text;
  for (; text.size() < kLongestName; address++) {
    const char character = static_cast<char>(memory_.word(address) >> 8 * (address % 4));
    if (character == '\0') break;
    text.push_back(character);
  }
  return text;
}
