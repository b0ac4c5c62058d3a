// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "elf_file.h"
#include "record_writer.h"

// Writes calls of FreeRTOS's functions with their arguments and results, and where handles of
// objects are stored.
//
// A call begins at the first instruction of such a function, and ends when its task comes to the
// return address. Functions are found by the names of symbols, to which the compiler may have added
// something behind a dot.
class CallTracer {
 public:
  // Gives one of the registers x0 to x31 as the instruction leaves or finds them.
  using Register = std::function<uint32_t(unsigned)>;

  // Begins a record of a kind, with what all records have.
  using Event = std::function<void(const char *)>;

  // The RAM: the word at an address, and whether it has the address.
  struct Memory {
    std::function<uint32_t(uint32_t)> word;
    std::function<bool(uint32_t)> has;
  };

  // Of these functions calls are written.
  CallTracer(const ElfFile &elf, const std::unordered_set<std::string> &functions,
             RecordWriter &writer, Memory memory);

  // Whether a task's function begins at an address.
  bool is_entry(uint32_t pc) const { return entries_.contains(pc); }

  // A task executes an instruction: is there something to write?
  bool looks_at(uint32_t task, uint32_t pc) const {
    if (functions_.contains(pc) || is_entry(pc)) return true;
    const auto calls = calls_.find(task);
    return calls != calls_.end() && !calls->second.empty() &&
           calls->second.back().return_address == pc;
  }

  // If there is: writes it.
  void executed(uint32_t task, uint32_t pc, const Register &reg, const Event &event);

  // A task stores a word. `result`: of a call that has not ended for the tracer, but may have for
  // the core, which makes the store behind it.
  void stored(uint32_t task, uint32_t address, uint32_t data, std::optional<uint32_t> result,
              const Event &event);

  // A text in the RAM, such as a name: 63 characters at most.
  std::string text_at(uint32_t address) const;

 private:
  // A call that has not returned.
  struct Call {
    uint32_t function;
    uint32_t return_address;
  };

  void called(uint32_t pc, const Register &reg, const Event &event);

  RecordWriter &writer_;
  Memory memory_;
  std::unordered_map<uint32_t, std::string> functions_;    // By address
  std::unordered_set<uint32_t> creators_;                  // Those that are given a task's function
  std::unordered_set<uint32_t> makers_;                    // Those that create objects
  std::unordered_set<uint32_t> deleters_;                  // Those that delete them
  std::unordered_set<uint32_t> handles_;                   // What makers returned
  std::set<std::pair<uint32_t, uint32_t>> stored_;         // Where: address and handle
  std::unordered_set<uint32_t> entries_;                   // Tasks' functions
  std::unordered_map<uint32_t, std::vector<Call>> calls_;  // By task, the innermost last
};
