// SPDX-License-Identifier: Apache-2.0
#include "debugger.h"

#include <iomanip>
#include <utility>

#include "Vsimulator_top__Dpi.h"
#include "debugger_words.h"
#include "errors.h"
#include "riscv.h"

namespace {

constexpr uint32_t kEcallLength = 4;

constexpr size_t kSwitches = 16;  // As many are kept

// Instructions that the core executes for the debugger.
constexpr uint32_t kMaskInterrupts = 0x3004'7073;                 // csrci mstatus, 8
constexpr uint32_t kLoad = 0x0000'2003 | kA0 << 15 | kA1 << 7;    // lw a1, 0(a0)
constexpr uint32_t kStore = 0x0000'2023 | kA0 << 15 | kA1 << 20;  // sw a1, 0(a0)
constexpr int32_t kJumpReach = 1 << 20;                           // Bytes, in either direction

// j offset
constexpr uint32_t jump_by(int32_t offset) {
  const auto bits = static_cast<uint32_t>(offset);
  return 0x6F | (bits >> 20 & 1) << 31 | (bits >> 1 & 0x3FF) << 21 | (bits >> 11 & 1) << 20 |
         (bits >> 12 & 0xFF) << 12;
}

}  // namespace

void Debugger::begin(SocModel &soc) {
  core_ = core_scope();
  registers_.emplace();
  banks_ =
      scope_of({"gen_debugger_banks.u_debugger_banks", "gen_debugger_no_banks.u_debugger_banks"});
  kernel_ =
      scope_of({"gen_debugger_isochron.u_debugger_kernel", "gen_debugger_other.u_debugger_kernel",
                "gen_debugger_no_kernel.u_debugger_kernel"});
  bus_ = scope_of({"u_debugger_bus"});
  soc_ = &soc;
  again_ = false;
  step_ = 0;
  begun_ = false;
  jump_.reset();
  arrives_ = false;
  task_ = 0;
  in_trap_ = false;
  mret_.reset();
  switches_.clear();
  characters_ = 0;
  accessed_.clear();
  stopless_cycles_ = 0;
}

bool Debugger::goes_on(uint64_t cycle, uint64_t instructions) {
  if (detached_) return true;
  cycle_ = cycle;
  instructions_ = instructions;
  if (soc_->ports().trap_o) begin_trap();
  stopless_cycles_++;
  at_step_ = begins_step();
  if (at_step_) look_for_mret();
  note_switch();
  if (at_step_) {
    step_++;
    change_again();
    const std::string reason = stop_reason();
    accessed_.clear();
    if (again_) return false;
    if (!reason.empty() && !stopped(reason)) return false;
    stopless_cycles_ = 0;
    if (jump_) jump();
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

// A kernel in software says in a trap which task is next, and only then loads that task's
// registers. Until it returns from the trap the registers are those of the task that was
// interrupted.
uint32_t Debugger::current_task() const {
  return task_address_ == 0 ? soc_->ports().current_id_o : task_;
}

void Debugger::begin_trap() {
  // One that comes behind mret interrupts the next task, one in its place still the same.
  if (mret_ && *mret_ != soc_->ports().trap_pc_o) end_trap();
  mret_.reset();
  in_trap_ = true;
  if (mode_ == Mode::kStep) look_at_trap();
}

void Debugger::end_trap() {
  in_trap_ = false;
  mret_.reset();
  follow_task();
}

void Debugger::look_for_mret() {
  if (mret_) end_trap();
  const uint32_t pc = soc_->ports().pc_o;
  if (in_trap_ && soc_->instruction(pc) == kMret) mret_ = pc;
}

void Debugger::follow_task() {
  if (!in_trap_) task_ = soc_->word(task_address_);
}

void Debugger::note_switch() {
  follow_task();
  const uint32_t task = current_task();
  if (!switches_.empty() && switches_.back().task == task) return;
  switches_.push_back({cycle_, task});
  if (switches_.size() > kSwitches) switches_.pop_front();
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
  const bool arrives = std::exchange(arrives_, false);  // No step has been done yet
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
      if (reason.empty() && !arrives && of_stepping_task() &&
          (!interrupted_ || pc == interrupted_pc_)) {
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
    const bool place =
        watchpoint.address < word + kWord && word < watchpoint.address + watchpoint.length;
    if (kind && place) accessed_ = "watch " + watchpoint.kind + " " + hex(watchpoint.address);
  }
}

// Tells the debugger, and does what it says until the program goes on. False: this run ends.
bool Debugger::stopped(const std::string &reason) {
  socket_.send("stopped " + reason);
  asked_ = false;
  const bool goes_on = serve();
  copy_.end();
  return goes_on;
}

bool Debugger::serve() {
  for (;;) {
    std::istringstream command(socket_.receive());
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
    if (word != "interrupt") socket_.send(answer(word, command));
  }
}

void Debugger::go(Mode mode) {
  mode_ = mode;
  interrupted_ = false;
  if (mode != Mode::kRun && mode != Mode::kStep) return;
  // From here on it is another run than that in which registers were changed later.
  std::erase_if(changes_,
                [this](const Change &one) { return one.bytes.empty() && one.step > step_; });
}

bool Debugger::go_back(Mode mode, uint64_t step) {
  go(mode);
  goal_ = step;
  characters_seen_ = std::max(characters_seen_, characters_);
  again_ = true;
  return false;
}

bool Debugger::asked_to_stop() {
  if (socket_.has_come()) {
    const std::string said = socket_.receive();
    asked_ = asked_ || said == "interrupt" || said.empty();  // Nobody is there any more
  }
  return asked_;
}

// The core executes a jump in the place of the instruction that begins.
void Debugger::jump() {
  soc_->replace_instruction(jump_by(static_cast<int32_t>(*jump_ - soc_->ports().pc_o)));
  jump_.reset();
  mret_.reset();
  arrives_ = true;
}

void Debugger::remember(const Change &change) {
  changes_.push_back(change);
  apply(change);
}

void Debugger::apply(const Change &change) {
  if (!change.bytes.empty()) {
    soc_->store(change.place, change.bytes);
  } else if (change.place < kRegisters) {
    soc_->set_register(change.place, change.value);
  } else if (change.value == soc_->ports().pc_o) {
    jump_.reset();
  } else {
    jump_ = change.value;
  }
}

void Debugger::change_again() {
  for (const auto &one : changes_) {
    if (one.step == step_) apply(one);
  }
}

void Debugger::end(const std::string &reason, int exit_code) {
  if (!detached_) socket_.send("ended " + reason + " " + std::to_string(exit_code));
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
  if (word == "look") {
    const auto what = static_cast<int>(number(command));
    svSetScope(kernel_);
    return std::to_string(debugger_look(what, static_cast<int>(number(command))));
  }
  if (word == "switches") return switches();
  if (word == "set") {
    const uint32_t which = number(command);
    return set(which, number(command));
  }
  if (word == "bank") {
    svSetScope(banks_);
    if (!debugger_has_banks()) return kRefused;
    const auto task = static_cast<int>(number(command));
    std::string text;
    for (unsigned i = 0; i < kRegisters; i++) text += hex(debugger_task_register(task, i)) + " ";
    return text;
  }
  if (word == "task-at") return task_address_ = number(command), follow_task(), "ok";
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
  for (unsigned i = 0; i < kRegisters; i++) text += hex((*registers_)[i]) + " ";
  return text + hex(jump_.value_or(soc_->ports().pc_o));
}

// The number behind x31 is the program counter.
std::string Debugger::set(unsigned number, uint32_t value) {
  if (!can_change_core()) return kRefused;
  const auto offset = static_cast<int32_t>(value - soc_->ports().pc_o);
  const bool reached = offset >= -kJumpReach && offset < kJumpReach && offset % 2 == 0;
  if (number > kRegisters || (number == kRegisters && !reached)) return kRefused;
  remember({step_, number, {}, value});
  return "ok";
}

std::string Debugger::switches() const {
  std::string text;
  for (const auto &one : switches_) {
    text += std::to_string(one.cycle) + ":" + std::to_string(one.task) + " ";
  }
  return text;
}

std::string Debugger::load(uint32_t address, uint32_t length) {
  std::ostringstream text;
  text << std::hex << std::setfill('0');
  const bool words = address % kWord == 0 && length % kWord == 0;
  std::optional<uint32_t> word;
  for (uint32_t i = 0; i < length; i++) {
    const uint32_t at = address + i;
    if (SocModel::is_ram(at)) {
      word = soc_->word(at & ~3u);
    } else if (SocModel::is_ram(address) || !words) {
      break;
    } else if (i % kWord == 0) {
      word = access({.stores = false, .address = at, .data = 0});
      if (!word) break;
    }
    text << std::setw(2) << (*word >> 8 * (at % kWord) & 0xFF);
  }
  return text.str().empty() ? kRefused : text.str();
}

std::string Debugger::store(uint32_t address, const std::string &bytes) {
  Change change = {step_, address, {}, 0};
  for (size_t i = 0; i + 1 < bytes.size(); i += 2) {
    change.bytes.push_back(static_cast<uint8_t>(std::stoul(bytes.substr(i, 2), nullptr, 16)));
  }
  const auto size = static_cast<uint32_t>(change.bytes.size());
  if (SocModel::is_ram(address) && SocModel::is_ram(address + size - 1)) {
    remember(change);
    return "ok";
  }
  if (SocModel::is_ram(address) || address % kWord != 0 || size != kWord) return kRefused;
  const uint32_t data = change.bytes[0] | change.bytes[1] << 8 | change.bytes[2] << 16 |
                        uint32_t{change.bytes[3]} << 24;
  return access({.stores = true, .address = address, .data = data}) ? "ok" : kRefused;
}

// Whether an instruction begins in this cycle, on a core that lets it be changed.
bool Debugger::can_change_core() {
  svSetScope(core_);
  return at_step_ && debugger_can_change();
}

// A device would be changed by what asks it: a copy of the SoC is.
std::optional<uint32_t> Debugger::access(const SocCopy::Access &access) {
  if (!can_change_core()) return std::nullopt;
  return copy_.access(access, [this](const SocCopy::Access &one) { return access_here(one); });
}

// The core itself executes the load or the store, in the place of the program's next instructions.
std::optional<uint32_t> Debugger::access_here(const SocCopy::Access &access) {
  if (!masked_ && !execute(kMaskInterrupts)) return std::nullopt;
  masked_ = true;
  soc_->set_register(kA0, access.address);
  if (access.stores) soc_->set_register(kA1, access.data);
  if (!execute(access.stores ? kStore : kLoad)) return std::nullopt;
  const uint32_t data = (*registers_)[kA1];
  if (!execute(jump_by(-static_cast<int32_t>(kWord)))) return std::nullopt;
  return data;
}

// One instruction, until another one can begin. False: a trap, or nothing answers.
bool Debugger::execute(uint32_t instruction) {
  soc_->replace_instruction(instruction);
  for (uint64_t cycle = 0; cycle < kPatience; cycle++) {
    soc_->step();
    if (soc_->ports().trap_o) return false;
    if (begins_step()) return true;
  }
  return false;
}
