// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

// What the probes see of one cycle.
struct Observation {
  uint64_t cycle;
  bool done;  // An instruction completes
  uint32_t pc;
  bool interrupts_enabled;
  uint8_t lines;
  uint8_t waits;   // A bit for each of kWaits
  bool trapped;    // A trap was entered one cycle ago
  bool interrupt;  // ... an interrupt, of this cause
  uint32_t cause;
  uint32_t trap_pc;  // ... at this instruction
};

// Why the core waits on its buses: a load or store for the device, or for the traffic generator; a
// fetch for that.
constexpr std::array<const char *, 3> kWaits = {"waits_device", "waits_bus", "waits_fetch"};
