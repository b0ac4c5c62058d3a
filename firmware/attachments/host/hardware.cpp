// SPDX-License-Identifier: Apache-2.0
#include "hardware.h"

#include "Vhardware_top.h"
#include "isochron_constants.h"
#include "simulated.h"

namespace {

// Edges pass two synchronising flip-flops, and must be two cycles apart.
constexpr int kEdge = 4;

class Hardware : public Simulated<Vhardware_top> {
 public:
  uint32_t transfer(bool store, uint32_t offset, uint32_t value) {
    const uint32_t answer = Simulated::transfer(store, offset, value);
    if (unsettled_ && !model_.held_o) settle();
    return answer;
  }

  // A transfer of an item, and the switch that a call asks for, hold up what an event sets off: it
  // is over before the program goes on.
  void settle() {
    unsettled_ = model_.held_o;
    Simulated::settle([this] { return model_.held_o; });
  }

  void edge(uint32_t line) {
    model_.lines_i = static_cast<uint8_t>(1u << line);
    clock(kEdge);
    model_.lines_i = 0;
    clock(kEdge);
  }

  bool switch_requested() const { return model_.switch_request_o; }

  const uint32_t *task_states() const { return &model_.task_states_o[0]; }

 private:
  bool unsettled_ = false;
};

// Built before main(), so that processes that are forked later share it.
Hardware &hardware() {
  static Hardware instance;
  return instance;
}

}  // namespace

extern "C" void hardware_store(uint32_t offset, uint32_t value) {
  hardware().transfer(true, offset, value);
  hardware().compute();
}

extern "C" uint32_t hardware_load(uint32_t offset) {
  const uint32_t value = hardware().transfer(false, offset, 0);
  hardware().compute();
  return value;
}

// A period of one cycle, for one cycle: the prescaler starts when it is written.
extern "C" void hardware_begin_tick(uint32_t cycles) {
  hardware().transfer(true, ISOCHRON_TICK_PERIOD_OFFSET, 1);
  hardware().transfer(true, ISOCHRON_TICK_PERIOD_OFFSET, 0);
  hardware().clock(static_cast<int>(cycles));
}

extern "C" void hardware_settle() { hardware().settle(); }

extern "C" void hardware_line(uint32_t line) {
  hardware().edge(line);
  hardware().settle();
}

extern "C" bool hardware_switch_requested() { return hardware().switch_requested(); }

extern "C" const uint32_t *const hardware_task_states = hardware().task_states();
