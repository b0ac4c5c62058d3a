// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "Vsmp_top.h"
#include "elf_file.h"
#include "line_socket.h"
#include "running_core.h"
#include "running_tasks.h"
#include "svdpi.h"

// Stops the clock of all cores for a debugger, as simulator/debugger.h does of one: the same lines
// over a socket, without going back, changes of registers, and devices. A program cannot tell that
// it is debugged.
//
// The program stands in a cycle in which an instruction of one core begins, which is the core that
// has stopped. The others are wherever they are: one may wait for the result of a load.
class CoreDebugger {
 public:
  // The RAM: the word that an address lies in, whether it has an address, and a byte to store.
  struct Memory {
    std::function<uint32_t(uint32_t)> word;
    std::function<bool(uint32_t)> has;
    std::function<void(uint32_t, uint8_t)> store;
  };

  // `descriptor`: the socket; negative: there is no debugger.
  CoreDebugger(int descriptor, const ElfFile &elf, Memory memory);

  // Called once a cycle before the clock. False: this run ends here.
  bool goes_on(const Vsmp_top &ports, uint64_t cycle) { return !active_ || look(ports, cycle); }

  // The program has ended.
  void end(const std::string &reason, int exit_code);

 private:
  struct Watchpoint {
    std::string kind;  // "write", "read" or "access"
    uint32_t address;
    uint32_t length;

    bool operator<(const Watchpoint &other) const {
      return std::tie(kind, address, length) < std::tie(other.kind, other.address, other.length);
    }
  };

  enum class Mode { kRun, kStep };

  bool look(const Vsmp_top &ports, uint64_t cycle);
  void look_at_trap(const RunningCore &core);
  void look_at_access(uint32_t number);
  std::string stop_reason(uint32_t number) const;
  bool asked_to_stop();
  bool stopped(uint32_t number, const std::string &reason);
  std::string answer(const std::string &word, std::istringstream &command);
  static std::string registers(const RunningCore &core);
  std::string load(uint32_t address, uint32_t length) const;
  std::string store(uint32_t address, const std::string &bytes);

  bool active_;
  LineSocket socket_;
  Memory memory_;
  RunningTasks tasks_;
  std::vector<RunningCore> cores_;
  std::vector<std::string> accessed_;  // By core: the watchpoint that its last instruction has met
  svScope kernel_ = nullptr;

  std::set<uint32_t> breakpoints_;
  std::set<Watchpoint> watchpoints_;
  Mode mode_ = Mode::kStep;
  uint32_t stopped_ = 0;              // The core that has stopped
  std::optional<uint32_t> stepping_;  // The task that is to do a step; none: the core above
  std::optional<uint32_t> resumes_;   // Where it goes on behind an interrupt or a call in its step
  bool asked_ = false;                // The debugger wants the program to stop
  uint64_t cycle_ = 0;
  uint64_t steps_ = 0;  // Instructions begun, of all cores
};
