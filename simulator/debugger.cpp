// SPDX-License-Identifier: Apache-2.0
#include "debugger.h"

#include <poll.h>
#include <sys/socket.h>

#include <iomanip>

#include "Vsimulator_top__Dpi.h"
#include "errors.h"

namespace {

constexpr unsigned kRegisters = 32;
constexpr uint32_t kWord = 4;

// So often the debugger is asked whether it wants the program to stop. A core that sleeps begins no
// instruction: it is stopped after as many cycles.
constexpr uint64_t kPatience = 4096;

constexpr char kRefused[] = "no";

constexpr uint32_t kCauseEcall = 11;
constexpr uint32_t kEcallLength = 4;

// The part of the model that answers, in the simulator at hand.
svScope scope_of(const std::vector<const char *> &names) {
  for (const char *name : names) {
    if (const svScope scope = svGetScopeFromName((std::string("TOP.simulator_top.") + name).c_str())) {
      return scope;
    }
  }
  throw SimulatorError("the simulator lacks what the debugger asks: build it again");
}

uint32_t number(std::istringstream &command) {
  std::string word;
  if (!(command >> word)) throw SimulatorError("a debugger's command is cut short");
  return static_cast<uint32_t>(std::stoul(word, nullptr, 0));
}

std::string hex(uint32_t value) {
  std::ostringstream text;
  text << "0x" << std::hex << value;
  return text.str();
}

}  // namespace

void Debugger::begin(SocModel &soc) {
  core_ = scope_of({"gen_debugger_ibex.u_debugger_core", "gen_debugger_vexriscv.u_debugger_core"});
  registers_ = scope_of({"gen_debugger_banks.u_debugger_banks",
                         "gen_debugger_ibex.gen_registers.u_debugger_registers",
                         "gen_debugger_vexriscv.u_debugger_core"});
  banks_ = scope_of({"gen_debugger_banks.u_debugger_banks",
                     "gen_debugger_no_banks.u_debugger_banks"});
  kernel_ = scope_of({"gen_debugger_isochron.u_debugger_kernel",
                      "gen_debugger_hybrid_bus.u_debugger_kernel",
                      "gen_debugger_hybrid_cfu.u_debugger_kernel",
                      "gen_debugger_no_kernel.u_debugger_kernel"});
  bus_ = scope_of({"u_debugger_bus"});
  soc_ = &soc;
  again_ = false;
  step_ = 0;
  begun_ = false;
  characters_ = 0;
  accessed_.clear();
  stopless_cycles_ = 0;
}

bool Debugger::goes_on(uint64_t cycle, uint64_t instructions) {
  if (detached_) return true;
  cycle_ = cycle;
  instructions_ = instructions;
  if (soc_->ports().trap_o && mode_ == Mode::kStep) look_at_trap();
  stopless_cycles_++;
  if (begins_step()) {
    step_++;
    store_again();
    const std::string reason = stop_reason();
    accessed_.clear();
    if (again_) return false;
    if (!reason.empty() && !stopped(reason)) return false;
    stopless_cycles_ = 0;
  } else if (stopless_cycles_ % kPatience == 0 && mode_ != Mode::kSeek && asked_to_stop()) {
    if (!stopped("interrupt")) return false;
  }
  if (!watchpoints_.empty()) look_at_access();
  return true;
}

// An instruction that waits has begun already.
bool Debugger::begins_step() {
  svSetScope(core_);
  if (debugger_is_new()) begun_ = false;
  if (begun_ || !debugger_executes()) return false;
  begun_ = true;
  return true;
}

uint32_t Debugger::current_task() const {
  return task_address_ == 0 ? soc_->ports().current_id_o : soc_->word(task_address_);
}

uint32_t Debugger::register_of(unsigned number) const {
  if (number == 0) return 0;
  svSetScope(core_);
  if (debugger_written() == static_cast<int>(number)) return debugger_written_data();
  svSetScope(registers_);
  return debugger_register(static_cast<int>(number));
}

// An interrupt in a task's step is no part of it, nor is the switch that it calls for.
void Debugger::look_at_trap() {
  const auto &ports = soc_->ports();
  const bool called = !ports.trap_interrupt_o && ports.trap_cause_o == kCauseEcall;
  if (interrupted_ || !(ports.trap_interrupt_o || called) || !of_stepping_task()) return;
  interrupted_ = true;
  interrupted_pc_ = ports.trap_pc_o + (called ? kEcallLength : 0);
}

bool Debugger::of_stepping_task() const { return !stepping_ || *stepping_ == current_task(); }

// Why the program stops here, if it does.
std::string Debugger::stop_reason() {
  const uint32_t pc = soc_->ports().pc_o;
  std::string reason;
  if (!accessed_.empty()) {
    reason = accessed_;
  } else if (breakpoints_.count(pc)) {
    reason = "break";
  }
  switch (mode_) {
    case Mode::kSeek:
      return step_ == goal_ ? goal_reason_ : "";
    case Mode::kLookBack:
      if (!reason.empty() && (step_ < goal_ || !accessed_.empty())) {
        // Before an access, not behind it as on the way forward: going back undoes it.
        found_ = accessed_.empty() ? step_ : step_ - 1;
        found_reason_ = reason;
      }
      if (step_ == goal_) {
        // Nothing stopped it before: back to the beginning.
        go_back(Mode::kSeek, found_ == 0 ? 1 : found_);
        goal_reason_ = found_ == 0 ? "begin" : found_reason_;
      }
      return "";
    case Mode::kStep:
      if (reason.empty() && of_stepping_task() && (!interrupted_ || pc == interrupted_pc_)) {
        reason = "step";
      }
      break;
    case Mode::kRun:
      break;
  }
  if (reason.empty() && step_ % kPatience == 0 && asked_to_stop()) reason = "interrupt";
  return reason;
}

void Debugger::look_at_access() {
  svSetScope(bus_);
  const bool loads = debugger_loads();
  const bool stores = debugger_stores();
  if (!loads && !stores) return;
  const uint32_t word = debugger_access_address();
  for (const auto &watchpoint : watchpoints_) {
    const bool kind = watchpoint.kind == "access" || (watchpoint.kind == "write" ? stores : loads);
    const bool place = watchpoint.address < word + kWord &&
                       word < watchpoint.address + watchpoint.length;
    if (kind && place) accessed_ = "watch " + watchpoint.kind + " " + hex(watchpoint.address);
  }
}

// Tells the debugger, and does what it says until the program goes on. False: this run ends.
bool Debugger::stopped(const std::string &reason) {
  send("stopped " + reason);
  asked_ = false;
  return serve();
}

bool Debugger::serve() {
  for (;;) {
    std::istringstream command(receive());
    std::string word;
    command >> word;
    if (word == "continue") return go(Mode::kRun), true;
    if (word == "step") {
      std::string task;
      command >> task;
      stepping_.reset();
      if (task != "any") stepping_ = static_cast<uint32_t>(std::stoul(task, nullptr, 0));
      return go(Mode::kStep), true;
    }
    if (word == "back") {
      goal_reason_ = step_ > 1 ? "step" : "begin";
      return go_back(Mode::kSeek, step_ > 1 ? step_ - 1 : 1);
    }
    if (word == "look-back") {
      found_ = 0;
      return go_back(Mode::kLookBack, step_);
    }
    if (word == "detach") return detached_ = true;
    if (word == "kill" || word.empty()) return false;
    if (word != "interrupt") send(answer(word, command));
  }
}

void Debugger::go(Mode mode) {
  mode_ = mode;
  interrupted_ = false;
}

bool Debugger::go_back(Mode mode, uint64_t step) {
  go(mode);
  goal_ = step;
  characters_seen_ = std::max(characters_seen_, characters_);
  again_ = true;
  return false;
}

bool Debugger::asked_to_stop() {
  pollfd one = {descriptor_, POLLIN, 0};
  if (poll(&one, 1, 0) > 0) asked_ = receive() == "interrupt" || asked_;
  return asked_;
}

void Debugger::store_again() {
  for (const auto &one : stored_) {
    if (one.step == step_) soc_->store(one.address, one.bytes);
  }
}

void Debugger::end(const std::string &reason, int exit_code) {
  if (!detached_) send("ended " + reason + " " + std::to_string(exit_code));
}

std::string Debugger::answer(const std::string &word, std::istringstream &command) {
  if (word == "registers") return registers();
  if (word == "where") {
    return std::to_string(cycle_) + " " + std::to_string(instructions_) + " " +
           std::to_string(current_task()) + " " + std::to_string(step_);
  }
  if (word == "state") {
    svSetScope(kernel_);
    return hex(debugger_task_state(static_cast<int>(number(command))));
  }
  if (word == "bank") {
    svSetScope(banks_);
    if (!debugger_has_banks()) return kRefused;
    const auto task = static_cast<int>(number(command));
    std::string text;
    for (unsigned i = 0; i < kRegisters; i++) text += hex(debugger_task_register(task, i)) + " ";
    return text;
  }
  if (word == "task-at") return task_address_ = number(command), "ok";
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
  const uint32_t address = number(command);
  if (word == "load") return load(address, number(command));
  std::string bytes;
  command >> bytes;
  return word == "store" ? store(address, bytes) : kRefused;
}

// x0 to x31, and where the program goes on.
std::string Debugger::registers() const {
  std::string text;
  for (unsigned i = 0; i < kRegisters; i++) text += hex(register_of(i)) + " ";
  return text + hex(soc_->ports().pc_o);
}

std::string Debugger::load(uint32_t address, uint32_t length) const {
  std::ostringstream text;
  text << std::hex << std::setfill('0');
  for (uint32_t i = 0; i < length; i++) {
    if (!SocModel::is_ram(address + i)) break;
    const uint32_t word = soc_->word((address + i) & ~3u);
    text << std::setw(2) << (word >> 8 * ((address + i) % kWord) & 0xFF);
  }
  return text.str().empty() ? kRefused : text.str();
}

std::string Debugger::store(uint32_t address, const std::string &bytes) {
  Stored one = {step_, address, {}};
  for (size_t i = 0; i + 1 < bytes.size(); i += 2) {
    one.bytes.push_back(static_cast<uint8_t>(std::stoul(bytes.substr(i, 2), nullptr, 16)));
  }
  if (!SocModel::is_ram(address) ||
      !SocModel::is_ram(address + static_cast<uint32_t>(one.bytes.size()) - 1)) {
    return kRefused;
  }
  soc_->store(one.address, one.bytes);
  stored_.push_back(one);
  return "ok";
}

// A line, empty when nobody is there any more.
std::string Debugger::receive() {
  for (;;) {
    const size_t end = received_.find('\n');
    if (end != std::string::npos) {
      const std::string line = received_.substr(0, end);
      received_.erase(0, end + 1);
      return line;
    }
    char text[1024];
    const ssize_t count = recv(descriptor_, text, sizeof text, 0);
    if (count <= 0) return "";
    received_.append(text, static_cast<size_t>(count));
  }
}

void Debugger::send(const std::string &line) {
  const std::string text = line + "\n";
  // Nobody may be there any more.
  ::send(descriptor_, text.data(), text.size(), MSG_NOSIGNAL);
}
