// SPDX-License-Identifier: Apache-2.0
#include "core_debugger.h"

#include <iomanip>
#include <utility>

#include "Vsmp_top__Dpi.h"
#include "debugger_words.h"
#include "riscv.h"

CoreDebugger::CoreDebugger(int descriptor, const ElfFile &elf, Memory memory)
    : active_(descriptor >= 0),
      socket_(descriptor),
      memory_(std::move(memory)),
      tasks_(elf, memory_.word) {
  if (!active_) return;
  for (uint32_t i = 0; i < tasks_.cores(); i++) cores_.emplace_back(RunningCore(i, memory_.word));
  accessed_.resize(cores_.size());
  kernel_ = svGetScopeFromName("TOP.smp_top.gen_debugger_kernel.u_debugger_kernel");
  if (!kernel_) {
    kernel_ = svGetScopeFromName("TOP.smp_top.gen_debugger_no_kernel.u_debugger_kernel");
  }
}

bool CoreDebugger::look(const Vsmp_top &ports, uint64_t cycle) {
  cycle_ = cycle;
  const bool waits = asked_;
  const bool asks = cycle % kPatience == 0;
  if (asks && asked_to_stop()) asked_ = true;
  for (RunningCore &core : cores_) {
    core.follow(ports, tasks_);
    steps_ += core.begins();
    look_at_trap(core);
  }
  for (uint32_t i = 0; i < cores_.size(); i++) {
    if (!cores_[i].begins()) continue;
    const std::string reason = stop_reason(i);
    accessed_[i].clear();
    if (!reason.empty() && !stopped(i, reason)) return false;
    if (!active_) return true;
  }
  // Since it was asked before, no instruction has begun: all cores sleep.
  if (asks && waits && asked_ && !stopped(stopped_, "interrupt")) return false;
  if (!watchpoints_.empty()) {
    for (uint32_t i = 0; i < cores_.size(); i++) look_at_access(i);
  }
  return true;
}

// An interrupt in a task's step is no part of the step, nor is the switch that it calls for.
void CoreDebugger::look_at_trap(const RunningCore &core) {
  if (mode_ == Mode::kStep && !resumes_ && stepping_ == core.task()) resumes_ = core.left();
}

// Why the program stops where an instruction begins, if it does.
std::string CoreDebugger::stop_reason(uint32_t number) const {
  const RunningCore &core = cores_[number];
  const uint32_t at = core.pc();
  if (!accessed_[number].empty()) return accessed_[number];
  if (breakpoints_.count(at)) return "break";
  if (mode_ == Mode::kStep) {
    const bool steps = stepping_ ? *stepping_ == core.task() : number == stopped_;
    if (steps && (!resumes_ || *resumes_ == at)) return "step";
  }
  return asked_ ? "interrupt" : "";
}

void CoreDebugger::look_at_access(uint32_t number) {
  const auto load = cores_[number].loads();
  const auto store = cores_[number].stores();
  if (!load && !store) return;
  const uint32_t word = load.value_or(store.value_or(0));
  for (const auto &watchpoint : watchpoints_) {
    const bool kind = watchpoint.kind == "access" || (watchpoint.kind == "write" ? store : load);
    const bool place =
        watchpoint.address < word + kWord && word < watchpoint.address + watchpoint.length;
    if (kind && place) {
      accessed_[number] = "watch " + watchpoint.kind + " " + hex(watchpoint.address);
    }
  }
}

bool CoreDebugger::asked_to_stop() {
  if (!socket_.has_come()) return false;
  const std::string said = socket_.receive();
  return said == "interrupt" || said.empty();  // Nobody is there any more
}

// Tells the debugger, and does what it says until the program goes on. False: this run ends.
bool CoreDebugger::stopped(uint32_t number, const std::string &reason) {
  stopped_ = number;
  asked_ = false;
  resumes_.reset();
  socket_.send("stopped " + reason);
  for (;;) {
    std::istringstream command(socket_.receive());
    std::string word;
    command >> word;
    if (word == "continue") return mode_ = Mode::kRun, true;
    if (word == "step") {
      std::string task;
      command >> task;
      stepping_.reset();
      if (task != "any") stepping_ = static_cast<uint32_t>(std::stoul(task, nullptr, 0));
      return mode_ = Mode::kStep, true;
    }
    if (word == "detach") return active_ = false, true;
    if (word == "kill" || word.empty()) return false;
    if (word != "interrupt") socket_.send(answer(word, command));
  }
}

void CoreDebugger::end(const std::string &reason, int exit_code) {
  if (active_) socket_.send("ended " + reason + " " + std::to_string(exit_code));
}

std::string CoreDebugger::answer(const std::string &word, std::istringstream &command) {
  if (word == "registers") return registers(cores_.at(number(command)));
  if (word == "where") {
    return std::to_string(cycle_) + " " + std::to_string(steps_) + " " +
           std::to_string(cores_[stopped_].task()) + " " + std::to_string(steps_);
  }
  if (word == "cores") {
    std::string text = std::to_string(stopped_);
    for (const RunningCore &core : cores_) text += " " + std::to_string(core.task());
    return text;
  }
  if (word == "state") {
    svSetScope(kernel_);
    return hex(debugger_task_state(static_cast<int>(number(command))));
  }
  if (word == "look") {
    const auto what = static_cast<int>(number(command));
    svSetScope(kernel_);
    return std::to_string(debugger_look(what, static_cast<int>(number(command))));
  }
  if (word == "break") return breakpoints_.insert(number(command)), "ok";
  if (word == "unbreak") return breakpoints_.erase(number(command)), "ok";
  if (word == "watch" || word == "unwatch") {
    Watchpoint one;
    command >> one.kind;
    one.address = number(command);
    one.length = number(command);
    if (word == "watch") {
      watchpoints_.insert(one);
    } else {
      watchpoints_.erase(one);
    }
    return "ok";
  }
  if (word != "load" && word != "store") return kRefused;
  const uint32_t address = number(command);
  if (word == "load") return load(address, number(command));
  std::string bytes;
  command >> bytes;
  return store(address, bytes);
}

// x0 to x31 and the program counter.
std::string CoreDebugger::registers(const RunningCore &core) {
  std::string text;
  for (unsigned i = 0; i < kRegisters; i++) text += hex(core.reg(i)) + " ";
  return text + hex(core.pc());
}

std::string CoreDebugger::load(uint32_t address, uint32_t length) const {
  std::ostringstream text;
  text << std::hex << std::setfill('0');
  for (uint32_t at = address; at != address + length && memory_.has(at); at++) {
    text << std::setw(2) << (memory_.word(at) >> 8 * (at % kWord) & 0xFF);
  }
  return text.str().empty() ? kRefused : text.str();
}

std::string CoreDebugger::store(uint32_t address, const std::string &bytes) {
  const auto size = static_cast<uint32_t>(bytes.size() / 2);
  if (!memory_.has(address) || !memory_.has(address + size - 1)) return kRefused;
  for (uint32_t i = 0; i < size; i++) {
    memory_.store(address + i,
                  static_cast<uint8_t>(std::stoul(bytes.substr(2 * i, 2), nullptr, 16)));
  }
  return "ok";
}
