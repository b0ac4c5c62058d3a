// SPDX-License-Identifier: Apache-2.0
// Runs a program on the SoC with several cores.
#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "Vsmp_top.h"
#include "Vsmp_top___024root.h"
#include "core_debugger.h"
#include "core_tracer.h"
#include "decision_log.h"
#include "elf_file.h"
#include "errors.h"
#include "verilated.h"

namespace {

constexpr int kExitHung = 124;
constexpr int kExitNotStarted = 126;
constexpr int kExitKilled = 128 + 15;
constexpr char kUsage[] =
    "usage: simulator PROGRAM MAX_CYCLES [--trace FILE NAME_OFFSET [--trace-function NAME]...] "
    "[--log FILE] [--debugger SOCKET]";
constexpr int kResetCycles = 4;

constexpr uint32_t kRamBase = 0x4000'0000;

// The verilated SoC.
class Machine {
 public:
  Machine() : top_(&context_) {}
  ~Machine() { top_.final(); }

  void load(const ElfFile &program) {
    const size_t size = sizeof(ram());
    for (const auto &segment : program.segments()) {
      const uint64_t offset = uint64_t{segment.address} - kRamBase;
      if (segment.address < kRamBase || offset + segment.bytes.size() > size) {
        throw SimulatorError("the program does not fit the RAM: give it a smaller heap");
      }
      for (size_t i = 0; i < segment.bytes.size(); i++) {
        ram()[(offset + i) / 4] |= uint32_t{segment.bytes[i]} << 8 * ((offset + i) % 4);
      }
    }
  }

  void reset() {
    top_.rst_ni = 0;
    for (int i = 0; i < kResetCycles; i++) step();
    top_.rst_ni = 1;
    top_.eval();
  }

  void step() {
    top_.step_i = !top_.step_i;
    top_.eval();
  }

  // What the cores print in the present cycle, in the order of their numbers.
  void print() const {
    for (uint32_t core = 0, valid = top_.uart_tx_valid_o; valid != 0; core++, valid >>= 1) {
      if (valid & 1) std::putchar(top_.uart_tx_data_o >> 8 * core & 0xFF);
    }
  }

  bool ended() const { return top_.exit_o; }

  int exit_code() const { return static_cast<int>(top_.exit_code_o); }

  const Vsmp_top &ports() const { return top_; }

  // Whether an address is the RAM's.
  bool has(uint32_t address) const { return address - kRamBase < sizeof(ram()); }

  // The word of the RAM that an address lies in; 0 outside of it.
  uint32_t word(uint32_t address) const {
    return has(address) ? ram()[(address - kRamBase) / 4] : 0;
  }

  // Changes a byte of the RAM.
  void store(uint32_t address, uint8_t byte) {
    const unsigned shift = 8 * (address % 4);
    auto &word = ram()[(address - kRamBase) / 4];
    word = (word & ~(uint32_t{0xFF} << shift)) | uint32_t{byte} << shift;
  }

 private:
  decltype(Vsmp_top___024root::smp_top__DOT__u_soc__DOT__gen_ram__DOT__u_ram__DOT__mem) &ram()
      const {
    return top_.rootp->smp_top__DOT__u_soc__DOT__gen_ram__DOT__u_ram__DOT__mem;
  }

  VerilatedContext context_;
  Vsmp_top top_;
};

struct Options {
  std::string program;
  uint64_t max_cycles;
  std::string trace;                          // File for what the cores do; empty: none
  uint32_t name_offset = 0;                   // Of a task's name in its control block
  std::unordered_set<std::string> functions;  // Whose calls it has
  std::string log;    // File for what the hardware kernel decides; empty: none
  int debugger = -1;  // Socket of a debugger; negative: none
};

int run(const Options &options) {
  const ElfFile program(options.program);
  const auto machine = std::make_unique<Machine>();
  machine->load(program);
  machine->reset();
  const auto word = [&](uint32_t address) { return machine->word(address); };
  const auto has = [&](uint32_t address) { return machine->has(address); };
  CoreTracer tracer(program, options.trace, options.name_offset, options.functions, {word, has});
  CoreDebugger debugger(options.debugger, program, {word, has, [&](uint32_t address, uint8_t byte) {
                                                      machine->store(address, byte);
                                                    }});
  DecisionLog log(options.log);
  uint64_t cycle = 0;
  bool killed = false;
  for (; cycle < options.max_cycles && !machine->ended(); cycle++) {
    if (killed = !debugger.goes_on(machine->ports(), cycle); killed) break;
    machine->print();
    tracer.observe(machine->ports(), cycle);
    log.observe(machine->ports(), cycle);
    machine->step();
  }
  machine->print();
  tracer.end(cycle);
  log.close();
  std::fprintf(stderr, "cycles %llu\n", static_cast<unsigned long long>(cycle));
  if (machine->ended()) {
    debugger.end("exit", machine->exit_code());
    return machine->exit_code();
  }
  if (killed) {
    std::fprintf(stderr, "simulator: the debugger ended the program\n");
    return kExitKilled;
  }
  debugger.end("hung", kExitHung);
  std::fprintf(stderr, "simulator: the program has not ended within %llu cycles\n",
               static_cast<unsigned long long>(options.max_cycles));
  return kExitHung;
}

Options options_of(int argc, char **argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const auto more = [&](size_t i, size_t count) { return i + count < words.size(); };
  if (words.size() < 2) throw SimulatorError(kUsage);
  Options options{.program = words[0], .max_cycles = std::stoull(words[1])};
  for (size_t i = 2; i < words.size(); i++) {
    if (words[i] == "--trace" && more(i, 2)) {
      options.trace = words[++i];
      options.name_offset = static_cast<uint32_t>(std::stoul(words[++i], nullptr, 0));
    } else if (words[i] == "--trace-function" && more(i, 1)) {
      options.functions.insert(words[++i]);
    } else if (words[i] == "--log" && more(i, 1)) {
      options.log = words[++i];
    } else if (words[i] == "--debugger" && more(i, 1)) {
      options.debugger = std::stoi(words[++i]);
    } else {
      throw SimulatorError(kUsage);
    }
  }
  return options;
}

}  // namespace

int main(int argc, char **argv) {
  try {
    return run(options_of(argc, argv));
  } catch (const std::exception &error) {
    std::fprintf(stderr, "simulator: %s\n", error.what());
    return kExitNotStarted;
  }
}
