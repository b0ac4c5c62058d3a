// SPDX-License-Identifier: Apache-2.0
// Runs a program on the simulated reference SoC. docs/reference/soc.md describes what it reports.
#include <csignal>
#include <cstdio>
#include <exception>
#include <optional>

#include "debugger.h"
#include "elf_file.h"
#include "jtag.h"
#include "masking.h"
#include "options.h"
#include "probes.h"
#include "profile.h"
#include "record_writer.h"
#include "riscv.h"
#include "soc_model.h"
#include "task_accounts.h"
#include "tracer.h"
#include "turns.h"
#include "waves.h"

namespace {

constexpr int kExitStopped = 121;
constexpr int kExitBusError = 123;
constexpr int kExitHung = 124;
constexpr int kExitDoubleFault = 125;
constexpr int kExitKilled = 122;
constexpr int kExitNotStarted = 126;

// Stock FreeRTOS's pointer to the running task; the hardware kernel has no such variable.
constexpr char kCurrentTask[] = "pxCurrentTCB";
constexpr uint32_t kNoAddress = 0;

constexpr uint64_t kProgressCycles = 1'000'000;

// A signal wants the run to end; all files are ended, too.
volatile std::sig_atomic_t stop_wanted = 0;

void stop(int) { stop_wanted = 1; }

// A call of the system that waits ends with it: the debugger's.
void obey_signals() {
  struct sigaction action = {};
  action.sa_handler = stop;
  for (const int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
}

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

// All that watches a run.
struct Watchers {
  Masking &masking;
  Probes &probes;
  Profile &profile;
  TaskAccounts &tasks;
  Turns &turns;
  Tracer &tracer;
  Waves &waves;
  Debugger *debugger;  // Null: there is none
  Jtag *jtag;          // Null: nobody moves its pins
};

// `current_task`: where a kernel in software keeps the running task; kNoAddress: the hardware does.
Ending simulate(SocModel &soc, const Watchers &watchers, const Options &options,
                uint32_t current_task) {
  auto &[masking, probes, profile, tasks, turns, tracer, waves, debugger, jtag] = watchers;
  const bool in_memory = current_task != kNoAddress;
  uint64_t instructions = 0;
  std::optional<Exception> last_exception;
  soc.reset();
  const auto &ports = soc.ports();
  for (uint64_t cycle = 0; cycle < options.max_cycles; cycle++) {
    if (options.progress && cycle % kProgressCycles == 0 && cycle != 0) {
      std::fprintf(stderr, "progress %llu\n", static_cast<unsigned long long>(cycle));
    }
    if (stop_wanted) return {"stopped", kExitStopped, cycle, instructions, last_exception};
    const Observation now = {.cycle = cycle,
                             .done = ports.done_o != 0,
                             .pc = ports.pc_o,
                             .interrupts_enabled = ports.mie_o != 0,
                             .lines = ports.lines_o,
                             .waits = ports.waits_o,
                             .trapped = ports.trap_o != 0,
                             .interrupt = ports.trap_interrupt_o != 0,
                             .cause = ports.trap_cause_o,
                             .trap_pc = ports.trap_pc_o};
    masking.observe(now);
    probes.observe(now);
    instructions += ports.done_o;
    if (in_memory ? ports.store_o && ports.store_address_o == current_task : ports.switch_o) {
      const uint32_t task = in_memory ? ports.store_data_o : ports.current_id_o;
      tasks.running(task, cycle);
      tracer.running(task, cycle);
      profile.running(task, cycle);
    }
    turns.observe(ports.turn_o, ports.turn_misses_o, ports.turn_waits_o);
    profile.observe(now);
    tracer.observe(cycle);
    waves.observe(cycle);
    if (ports.trap_o && !ports.trap_interrupt_o && ports.trap_cause_o != kCauseEcall) {
      last_exception = {ports.trap_cause_o, ports.trap_pc_o};
    }
    if (debugger && !debugger->goes_on(cycle, instructions)) {
      return {"killed", kExitKilled, cycle, instructions, last_exception};
    }
    if (ports.uart_tx_valid_o && !options.quiet && (!debugger || debugger->is_new_character())) {
      std::putchar(ports.uart_tx_data_o);
    }
    if (jtag) jtag->move(soc, ports.halted_o != 0);
    if (ports.exit_o && !(jtag && jtag->connected())) {
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

// A process has 8 bits for its exit code: no failure becomes a success by that.
int process_code(int exit_code) {
  const int code = exit_code & 0xFF;
  return code == 0 && exit_code != 0 ? 0xFF : code;
}

void write_ending(RecordWriter &writer, const Ending &ending, const Masking &masking,
                  const Probes &probes) {
  writer.begin("end");
  writer.text("reason", ending.reason);
  writer.number("exit_code", static_cast<uint32_t>(ending.exit_code));
  writer.number("cycles", ending.cycles);
  writer.number("instructions", ending.instructions);
  writer.number("pc", ending.last_pc);
  if (probes.own_pc() != 0) writer.number("own_pc", probes.own_pc());
  writer.number("interrupts_off_max", masking.longest());
  writer.number("interrupts_off_pc", masking.longest_pc());
  if (ending.last_exception) {
    writer.number("exception_cause", ending.last_exception->cause);
    writer.number("exception_pc", ending.last_exception->pc);
  }
  writer.end();
}

// Runs the program once; none: the debugger wants the run to begin again.
std::optional<Ending> run_once(const Options &options, const ElfFile &elf, Debugger *debugger,
                               Jtag *jtag) {
  SocModel soc(options.seed);
  soc.load(elf);
  RecordWriter writer(options.probe_file);
  Masking masking;
  Probes probes(elf, masking, writer);
  probes.watch_own(options.own_begin, options.own_end - options.own_begin);
  Profile profile(options.profile, masking, writer);
  TaskAccounts tasks;
  Turns turns;
  Waves waves(soc, options.waves_file, options.waves_from, options.waves_to);
  if (debugger) debugger->begin(soc);

  // On the hardware kernel the name stands for one of its registers.
  uint32_t current_task = elf.address_of(kCurrentTask, kNoAddress);
  if (!SocModel::is_ram(current_task)) current_task = kNoAddress;
  Tracer tracer(elf, soc, options.trace_file, options.trace_functions, current_task == kNoAddress);
  Ending ending =
      simulate(soc, {masking, probes, profile, tasks, turns, tracer, waves, debugger, jtag},
               options, current_task);
  ending.last_pc = masking.last_pc();
  if (debugger && debugger->again()) return std::nullopt;
  tracer.end(ending.cycles);
  tasks.write(writer, ending.cycles);
  turns.write(writer);
  if (!options.profile.empty()) masking.write(writer);
  write_ending(writer, ending, masking, probes);
  writer.close();
  return ending;
}

int run(const Options &options) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // A reader of the pipe sees each line at once.
  const ElfFile elf(options.elf);
  std::optional<Debugger> debugger;
  if (options.debugger) debugger.emplace(static_cast<int>(*options.debugger));
  std::optional<Jtag> jtag;
  if (options.jtag) jtag.emplace(static_cast<int>(*options.jtag));
  std::optional<Ending> ended;
  while (!ended) {
    ended = run_once(options, elf, debugger ? &*debugger : nullptr, jtag ? &*jtag : nullptr);
  }
  const Ending ending = *ended;
  std::fflush(stdout);
  if (debugger) debugger->end(ending.reason, ending.exit_code);

  if (std::string(ending.reason) != "exit") {
    std::fprintf(stderr, "simulator: %s at pc 0x%08x after %llu cycles\n", ending.reason,
                 ending.last_pc, static_cast<unsigned long long>(ending.cycles));
  }
  return process_code(ending.exit_code);
}

}  // namespace

int main(int argc, char **argv) {
  obey_signals();
  try {
    return run(parse_options(argc, argv));
  } catch (const std::exception &error) {
    std::fprintf(stderr, "simulator: %s\n", error.what());
    return kExitNotStarted;
  }
}
