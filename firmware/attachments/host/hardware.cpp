// SPDX-License-Identifier: Apache-2.0
#include "hardware.h"

#include <memory>

#include "Vhardware_top.h"
#include "isochron_constants.h"
#include "machine.h"

// Verilator's runtime asks for the time, which nothing here depends on.
double sc_time_stamp() { return 0; }

namespace {

constexpr int kReset = 4;
// Far more than anything takes: the hardware hangs.
constexpr int kPatience = 20000;
// The background decides from one cycle to the next whether there is more work.
constexpr int kQuiet = 3;
// Edges pass two synchronising flip-flops, and must be two cycles apart.
constexpr int kEdge = 4;
constexpr uint32_t kMostIdleCycles = 3;

class Hardware {
 public:
  Hardware() {
    model_.rst_ni = 0;
    clock(kReset);
    model_.rst_ni = 1;
    clock(1);
  }

  uint32_t transfer(bool store, uint32_t offset, uint32_t value) {
    model_.req_i = 1;
    model_.we_i = store;
    model_.addr_i = offset;
    model_.wdata_i = value;
    model_.eval();
    for (int cycles = 0; !model_.gnt_o; cycles++) {
      if (cycles == kPatience) machine_fail("the hardware kernel does not grant a transfer");
      clock(1);
    }
    clock(1);
    model_.req_i = 0;
    model_.eval();
    if (!model_.rvalid_o) machine_fail("the hardware kernel does not answer after a grant");
    const uint32_t answer = model_.rdata_o;
    if (unsettled_ && !model_.held_o) settle();
    return answer;
  }

  // A transfer of an item, and the switch that a call asks for, hold up what an event sets off: it
  // is over before the program goes on.
  void settle() {
    int quiet = 0;
    unsettled_ = model_.held_o;
    for (int cycles = 0; quiet < kQuiet && !model_.held_o; cycles++) {
      if (cycles == kPatience) machine_fail("the hardware kernel does not come to rest");
      clock(1);
      quiet = model_.quiet_o ? quiet + 1 : 0;
    }
  }

  void edge(uint32_t line) {
    model_.lines_i = static_cast<uint8_t>(1u << line);
    clock(kEdge);
    model_.lines_i = 0;
    clock(kEdge);
  }

  // What a program does between two accesses takes some cycles.
  void compute() {
    random_ = random_ * 1664525u + 1013904223u;
    clock(static_cast<int>((random_ >> 24) % (kMostIdleCycles + 1)));
  }

  bool switch_requested() const { return model_.switch_request_o; }

 private:
  void clock(int cycles) {
    for (; cycles > 0; cycles--) {
      model_.clk_i = 1;
      model_.eval();
      model_.clk_i = 0;
      model_.eval();
    }
  }

  Vhardware_top model_;
  uint32_t random_ = 1;
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
extern "C" void hardware_tick() {
  hardware().transfer(true, ISOCHRON_TICK_PERIOD_OFFSET, 1);
  hardware().transfer(true, ISOCHRON_TICK_PERIOD_OFFSET, 0);
  hardware().settle();
}

extern "C" void hardware_line(uint32_t line) {
  hardware().edge(line);
  hardware().settle();
}

extern "C" bool hardware_switch_requested() { return hardware().switch_requested(); }
