// SPDX-License-Identifier: Apache-2.0
// Runs a program on the simulated reference SoC. docs/reference/soc.md describes what it reports.
#include <cstdio>
#include <exception>
#include <optional>

#include "debugger.h"
#include "elf_file.h"
#include "options.h"
#include "probes.h"
#include "record_writer.h"
#include "soc_model.h"
#include "task_accounts.h"
#include "tracer.h"

namespace {

constexpr int kExitBusError = 123;
constexpr int kExitHung = 124;
constexpr int kExitDoubleFault = 125;
constexpr int kExitKilled = 122;
constexpr int kExitNotStarted = 126;

// Stock FreeRTOS's pointer to the running task; the hardware kernel has no such variable.
constexpr char kCurrentTask[] = "pxCurrentTCB";
constexpr uint32_t kNoAddress = 0;

constexpr uint64_t kProgressCycles = 1'000'000;

struct Exception {
  uint32_t cause;
  uint32_t pc;
};

// How and where the program ended.
struct Ending {
  const char *reason;
  int exit_code;
  uint64_t cycles;
  uint64_t instructions;
  std::optional<Exception> last_exception;
  uint32_t last_pc = 0;
};

constexpr uint32_t kCauseEcall = 11;

Ending simulate(SocModel &soc, Probes &probes, TaskAccounts &tasks, Tracer &tracer,
                const Options &options, bool stock, Debugger *debugger) {
  uint64_t instructions = 0;
  std::optional<Exception> last_exception;
  soc.reset();
  const auto &ports = soc.ports();
  for (uint64_t cycle = 0; cycle < options.max_cycles; cycle++) {
    if (options.progress && cycle % kProgressCycles == 0 && cycle != 0) {
      std::fprintf(stderr, "progress %llu\n", static_cast<unsigned long long>(cycle));
    }
    probes.observe({.cycle = cycle,
                    .done = ports.done_o != 0,
                    .pc = ports.pc_o,
                    .interrupts_enabled = ports.mie_o != 0,
                    .lines = ports.lines_o,
                    .waits = ports.waits_o});
    instructions += ports.done_o;
    if (stock ? ports.watch_hit_o : ports.switch_o) {
      tasks.running(stock ? ports.watch_data_o : ports.current_id_o, cycle);
      tracer.running(stock ? ports.watch_data_o : ports.current_id_o, cycle);
    }
    tracer.observe(ports, cycle);
    if (ports.trap_o && !ports.trap_interrupt_o && ports.trap_cause_o != kCauseEcall) {
      last_exception = {ports.trap_cause_o, ports.trap_pc_o};
    }
    if (debugger && !debugger->goes_on(cycle, instructions)) {
      return {"killed", kExitKilled, cycle, instructions, last_exception};
    }
    if (ports.uart_tx_valid_o && !options.quiet && (!debugger || debugger->is_new_character())) {
      std::putchar(ports.uart_tx_data_o);
    }
    if (ports.exit_o) {
      return {"exit", static_cast<int>(ports.exit_code_o), cycle, instructions, last_exception};
    }
    if (ports.double_fault_o) {
      return {"double-fault", kExitDoubleFault, cycle, instructions, last_exception};
    }
    if (ports.bus_error_o) {
      return {"bus-error", kExitBusError, cycle, instructions, last_exception};
    }
    soc.step();
  }
  return {"hung", kExitHung, options.max_cycles, instructions, last_exception};
}

void write_ending(RecordWriter &writer, const Ending &ending, const Probes &probes) {
  writer.begin("end");
  writer.text("reason", ending.reason);
  writer.number("exit_code", static_cast<uint32_t>(ending.exit_code));
  writer.number("cycles", ending.cycles);
  writer.number("instructions", ending.instructions);
  writer.number("pc", ending.last_pc);
  if (probes.own_pc() != 0) writer.number("own_pc", probes.own_pc());
  writer.number("interrupts_off_max", probes.longest_off());
  writer.number("interrupts_off_pc", probes.longest_off_pc());
  if (ending.last_exception) {
    writer.number("exception_cause", ending.last_exception->cause);
    writer.number("exception_pc", ending.last_exception->pc);
  }
  writer.end();
}

// Runs the program once; none: the debugger wants the run to begin again.
std::optional<Ending> run_once(const Options &options, const ElfFile &elf, Debugger *debugger) {
  const uint32_t current_task = elf.address_of(kCurrentTask, kNoAddress);
  SocModel soc(options.seed, current_task);
  soc.load(elf);
  RecordWriter writer(options.probe_file);
  Probes probes(elf, writer);
  probes.watch_own(options.own_begin, options.own_end - options.own_begin);
  TaskAccounts tasks;
  Tracer tracer(elf, options.trace_file);
  if (debugger) debugger->begin(soc);

  // On the hardware kernel the name stands for one of its registers.
  const bool stock = SocModel::is_ram(current_task);
  Ending ending = simulate(soc, probes, tasks, tracer, options, stock, debugger);
  ending.last_pc = probes.last_pc();
  if (debugger && debugger->again()) return std::nullopt;
  tasks.write(writer, ending.cycles);
  write_ending(writer, ending, probes);
  return ending;
}

int run(const Options &options) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // A reader of the pipe sees each line at once.
  const ElfFile elf(options.elf);
  std::optional<Debugger> debugger;
  if (options.debugger) debugger.emplace(static_cast<int>(*options.debugger));
  std::optional<Ending> ended;
  while (!ended) ended = run_once(options, elf, debugger ? &*debugger : nullptr);
  const Ending ending = *ended;
  std::fflush(stdout);
  if (debugger) debugger->end(ending.reason, ending.exit_code);

  if (std::string(ending.reason) != "exit") {
    std::fprintf(stderr, "simulator: %s at pc 0x%08x after %llu cycles\n", ending.reason,
                 ending.last_pc, static_cast<unsigned long long>(ending.cycles));
  }
  return ending.exit_code & 0xFF;
}

}  // namespace

int main(int argc, char **argv) {
  try {
    return run(parse_options(argc, argv));
  } catch (const std::exception &error) {
    std::fprintf(stderr, "simulator: %s\n", error.what());
    return kExitNotStarted;
  }
}
