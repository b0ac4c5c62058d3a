// SPDX-License-Identifier: Apache-2.0
#include "running_core.h"

#include <string>
#include <utility>

#include "Vsmp_top__Dpi.h"
#include "errors.h"
#include "riscv.h"

namespace {

constexpr uint32_t kEcallLength = 4;

}  // namespace

RunningCore::RunningCore(uint32_t number, std::function<uint32_t(uint32_t)> word)
    : number_(number), word_(std::move(word)) {
  const std::string name = "TOP.smp_top.gen_core[" + std::to_string(number) + "].u_debugger";
  scope_ = svGetScopeFromName(name.c_str());
  if (!scope_)
    throw SimulatorError("the simulator lacks what is asked of its cores: build it again");
}

void RunningCore::follow(const Vsmp_top &ports, const RunningTasks &tasks) {
  begins_ = begins_step();
  follow_trap(ports, tasks);
  if (!(in_trap_ && tasks.in_memory())) task_ = tasks.of(ports, number_);
}

// An instruction that waits has begun already.
bool RunningCore::begins_step() {
  svSetScope(scope_);
  if (debugger_is_new()) begun_ = false;
  if (begun_ || !debugger_executes()) return false;
  begun_ = true;
  return true;
}

// FreeRTOS's scheduler says in a trap which task is next; until the core returns from the trap, its
// registers are those of the task before.
void RunningCore::follow_trap(const Vsmp_top &ports, const RunningTasks &tasks) {
  left_.reset();
  if (trapped_) {
    svSetScope(scope_);
    const auto at = static_cast<uint32_t>(debugger_mepc());
    // One that comes behind mret interrupts the next task, one in its place still the same.
    if (returns_ && instruction(at) != kMret) task_ = tasks.of(ports, number_);
    left_ = at + *trapped_;
    in_trap_ = true;
    returns_ = false;
    trapped_.reset();
  }
  if (begins_) {
    if (returns_) in_trap_ = false;
    returns_ = in_trap_ && instruction(pc()) == kMret;
  }
  if (ports.trap_o >> number_ & 1) {
    const bool interrupt = ports.interrupt_o >> number_ & 1;
    const bool called = (ports.cause_o >> 8 * number_ & 0xFF) == kCauseEcall;
    if (interrupt || called) trapped_ = interrupt ? 0 : kEcallLength;
  }
}

// With compressed ones it may lie across two words.
uint32_t RunningCore::instruction(uint32_t address) const {
  const unsigned shift = 8 * (address % kWord);
  const uint32_t first = word_(address) >> shift;
  return shift == 0 ? first : first | word_(address + kWord / 2) << (32 - shift);
}

uint32_t RunningCore::pc() const {
  svSetScope(scope_);
  return static_cast<uint32_t>(debugger_pc());
}

uint32_t RunningCore::reg(unsigned number) const {
  svSetScope(scope_);
  return static_cast<uint32_t>(debugger_register(static_cast<int>(number)));
}

std::optional<uint32_t> RunningCore::loads() const {
  svSetScope(scope_);
  if (!debugger_loads()) return std::nullopt;
  return static_cast<uint32_t>(debugger_access_address());
}

std::optional<uint32_t> RunningCore::stores() const {
  svSetScope(scope_);
  if (!debugger_stores()) return std::nullopt;
  return static_cast<uint32_t>(debugger_access_address());
}
