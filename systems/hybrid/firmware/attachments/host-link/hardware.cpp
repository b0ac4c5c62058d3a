// SPDX-License-Identifier: Apache-2.0
#include "hardware.h"

#include "Vlink_top.h"
#include "isochron_hybrid_constants.h"
#include "simulated.h"

namespace {

// Cycles per tick while one is made: more than the message that stops the prescaler takes.
constexpr uint32_t kPeriod = 64;

class Hybrid : public Simulated<Vlink_top> {
 public:
  // The prescaler runs for one tick.
  void begin_tick() {
    period(kPeriod);
    while (!model_.tick_o) clock(1);
    period(0);
  }

  void settle() {
    Simulated::settle([] { return false; });
  }

  bool interrupts() const { return model_.interrupt_o; }

  const uint32_t *task_states() const { return &model_.task_states_o[0]; }

 private:
  void period(uint32_t cycles) {
    transfer(true, ISOCHRON_HYBRID_LINK_SCHEDULER_MORE_OFFSET, ISOCHRON_HYBRID_COMMAND_PERIOD);
    transfer(true, ISOCHRON_HYBRID_LINK_SCHEDULER_OFFSET, cycles);
  }
};

// Built before main(), so that processes that are forked later share it.
Hybrid &hybrid() {
  static Hybrid instance;
  return instance;
}

}  // namespace

extern "C" void hardware_store(uint32_t offset, uint32_t value) {
  hybrid().transfer(true, offset, value);
  hybrid().compute();
}

extern "C" uint32_t hardware_load(uint32_t offset) {
  const uint32_t value = hybrid().transfer(false, offset, 0);
  hybrid().compute();
  return value;
}

extern "C" void hardware_begin_tick(uint32_t cycles) {
  hybrid().begin_tick();
  hybrid().clock(static_cast<int>(cycles));
}

extern "C" void hardware_settle() { hybrid().settle(); }

// The hybrid has no lines: interrupts of others are their own.
extern "C" void hardware_line(uint32_t) {}

extern "C" bool hardware_switch_requested() { return hybrid().interrupts(); }

extern "C" const uint32_t *const hardware_task_states = hybrid().task_states();
