// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "Vsimulator_top.h"
#include "call_tracer.h"
#include "elf_file.h"
#include "kernel_watch.h"
#include "record_writer.h"
#include "soc_model.h"

// Writes what happens in a run: which task runs, what the kernel does (kernel_watch.h), calls of
// FreeRTOS's functions with their arguments and results, traps, lines, whether interrupts are
// enabled, and where handles of objects are stored (call_tracer.h; an instruction counts when it
// completes).
class Tracer {
 public:
  // Of these functions calls are written. `in_hardware`: the hardware kernel has the running task.
  // Without a file it does nothing. Throws SimulatorError when the file cannot be written.
  Tracer(const ElfFile &elf, const SocModel &soc, const std::string &path,
         const std::unordered_set<std::string> &functions, bool in_hardware);

  // The running task is `task` from this cycle on. Before the first task begins this only names
  // which one will: main() runs then. The hardware kernel does not tell its first one so.
  void running(uint32_t task, uint64_t cycle);

  // Called once a cycle, in order, after `running`.
  void observe(uint64_t cycle) {
    if (!active_) return;
    const auto &ports = soc_.ports();
    kernel_->observe(cycle);
    if (ports.store_o) stored(ports.store_address_o, ports.store_data_o, cycle);
    if (ports.write_o & 1) (*registers_)[ports.write_register_o & 31] = ports.write_data_o;
    if (ports.write_o & 2) (*registers_)[ports.write_register_o >> 5] = ports.write_data_o >> 32;
    if (ports.trap_o) trapped(ports, cycle);
    if (ports.lines_o != lines_ || (ports.mie_o != 0) != enabled_) levels_changed(ports, cycle);
    if (ports.done_o) completed(ports.pc_o, cycle);
  }

  // The run has ended. Throws SimulatorError when there was no room for the file.
  void end(uint64_t cycle);

 private:
  using Registers = std::array<uint32_t, 32>;

  void trapped(const Vsimulator_top &ports, uint64_t cycle);
  void levels_changed(const Vsimulator_top &ports, uint64_t cycle);
  void stored(uint32_t address, uint32_t data, uint64_t cycle);
  void completed(uint32_t pc, uint64_t cycle);
  void event(const char *kind, uint64_t cycle);

  bool active_;
  bool in_hardware_;
  const SocModel &soc_;
  RecordWriter writer_;
  std::optional<KernelWatch> kernel_;
  std::optional<CallTracer> calls_;
  std::unordered_set<uint32_t> trap_ends_;  // Addresses of mret
  bool started_ = false;                    // A task has begun
  uint32_t next_ = 0;                       // What `running` was last told
  uint32_t task_;
  std::unordered_map<uint32_t, Registers> registers_of_;  // By task: what it wrote last
  Registers *registers_;                                  // The running task's
  uint8_t lines_ = 0;
  bool enabled_ = false;
};
