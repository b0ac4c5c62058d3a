// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "core_registers.h"
#include "line_socket.h"
#include "soc_copy.h"
#include "soc_model.h"
#include "svdpi.h"

// Stops the clock for a debugger, which speaks to it over a socket: a command is a line, and so is
// an answer (src/isochron/debugging/link.py). A program cannot tell that it is debugged.
//
// A run is cut in steps, an instruction each. The program stands at a step in the cycle in which
// its instruction begins. Going back is to begin the run again up to an earlier step: a run is
// exact.
class Debugger {
 public:
  // `descriptor`: the socket.
  explicit Debugger(int descriptor) : socket_(descriptor) {}

  // The SoC is in its first cycle, of the first run or of the same run again.
  void begin(SocModel &soc);

  // Called once a cycle before the clock. False: this run ends here.
  bool goes_on(uint64_t cycle, uint64_t instructions);

  // The run is to begin again.
  bool again() const { return again_; }

  // The program prints a character: whether it is the first time.
  bool is_new_character() { return ++characters_ > characters_seen_; }

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

  // What the debugger changed, to be changed again in the same step of the next run: bytes of the
  // RAM, or a register, which is a number and has no bytes.
  struct Change {
    uint64_t step;
    uint32_t place;
    std::vector<uint8_t> bytes;
    uint32_t value;
  };

  struct Switch {
    uint64_t cycle;
    uint32_t task;
  };

  enum class Mode {
    kRun,      // Until something stops it
    kStep,     // Until the next step of a task
    kSeek,     // Up to a step
    kLookBack  // Up to a step, to find the last stop before it
  };

  bool begins_step();
  uint32_t current_task() const;
  void begin_trap();
  void end_trap();
  void look_for_mret();
  void follow_task();
  void note_switch();
  bool of_stepping_task() const;
  std::string stop_reason();
  void look_at_trap();
  void look_at_access();
  bool stopped(const std::string &reason);
  bool serve();
  void go(Mode mode);
  bool go_back(Mode mode, uint64_t step);
  bool asked_to_stop();
  void jump();

  void remember(const Change &change);
  void apply(const Change &change);
  void change_again();

  std::string answer(const std::string &word, std::istringstream &command);
  std::string registers() const;
  std::string set(unsigned number, uint32_t value);
  std::string switches() const;
  std::string load(uint32_t address, uint32_t length);
  std::string store(uint32_t address, const std::string &bytes);

  bool can_change_core();
  std::optional<uint32_t> access(const SocCopy::Access &access);
  std::optional<uint32_t> access_here(const SocCopy::Access &access);
  bool execute(uint32_t instruction);

  LineSocket socket_;
  SocModel *soc_ = nullptr;
  std::optional<CoreRegisters> registers_;
  svScope core_ = nullptr;  // Parts of the model that answer calls
  svScope banks_ = nullptr;
  svScope kernel_ = nullptr;
  svScope bus_ = nullptr;
  bool again_ = false;
  bool detached_ = false;

  std::set<uint32_t> breakpoints_;
  std::set<Watchpoint> watchpoints_;
  std::vector<Change> changes_;
  SocCopy copy_;         // In which devices are loaded and stored while the program is stopped
  bool masked_ = false;  // This is the copy, and takes no interrupts
  uint32_t task_address_ = 0;  // Of a variable that tells the running task; 0: the hardware does

  // This run
  uint64_t cycle_ = 0;
  uint64_t instructions_ = 0;
  uint64_t step_ = 0;             // The first one is 1
  bool begun_ = false;            // The instruction of this step has begun
  bool at_step_ = false;          // ... in this cycle
  std::optional<uint32_t> jump_;  // Where the program goes on, if not at this instruction
  bool arrives_ = false;          // The next step is where it goes on after a jump
  uint32_t task_ = 0;             // What the variable told outside of traps
  bool in_trap_ = false;
  std::optional<uint32_t> mret_;  // This instruction of that address has begun
  std::deque<Switch> switches_;   // The last ones
  uint64_t characters_ = 0;
  std::string accessed_;  // The watchpoint that the instruction before has met
  uint64_t stopless_cycles_ = 0;

  // Over all runs
  uint64_t characters_seen_ = 0;
  Mode mode_ = Mode::kSeek;
  uint64_t goal_ = 1;  // The step to go to, or to look back from
  std::string goal_reason_ = "step";
  uint64_t found_ = 0;  // The last stop when looking back
  std::string found_reason_;
  std::optional<uint32_t> stepping_;  // The task that is to do a step; none: whichever runs
  bool interrupted_ = false;          // An interrupt came into its step
  uint32_t interrupted_pc_ = 0;
  bool asked_ = false;  // The debugger wants the program to stop
};
