// SPDX-License-Identifier: Apache-2.0
// Runs a program on the SoC with several cores.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>

#include "Vsmp_top.h"
#include "Vsmp_top___024root.h"
#include "core_tracer.h"
#include "elf_file.h"
#include "errors.h"
#include "verilated.h"

namespace {

constexpr int kExitHung = 124;
constexpr int kExitNotStarted = 126;
constexpr int kResetCycles = 4;

constexpr uint32_t kRamBase = 0x4000'0000;

// The verilated SoC.
class Machine {
 public:
  Machine() : top_(&context_) {}
  ~Machine() { top_.final(); }

  void load(const ElfFile &program) {
    auto &mem = top_.rootp->smp_top__DOT__u_soc__DOT__u_ram__DOT__mem;
    const size_t size = sizeof(mem);
    for (const auto &segment : program.segments()) {
      const uint64_t offset = uint64_t{segment.address} - kRamBase;
      if (segment.address < kRamBase || offset + segment.bytes.size() > size) {
        throw SimulatorError("the program does not fit the RAM: give it a smaller heap");
      }
      for (size_t i = 0; i < segment.bytes.size(); i++) {
        mem[(offset + i) / 4] |= uint32_t{segment.bytes[i]} << 8 * ((offset + i) % 4);
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

  // The word of the RAM that an address lies in; 0 outside of it.
  uint32_t word(uint32_t address) const {
    const auto &mem = top_.rootp->smp_top__DOT__u_soc__DOT__u_ram__DOT__mem;
    const uint32_t offset = address - kRamBase;
    return offset < sizeof(mem) ? mem[offset / 4] : 0;
  }

 private:
  VerilatedContext context_;
  Vsmp_top top_;
};

// Runs a program; `trace` is the file for what its cores do, or empty.
int run(const char *path, uint64_t max_cycles, const std::string &trace, uint32_t name_offset) {
  const ElfFile program(path);
  const auto machine = std::make_unique<Machine>();
  machine->load(program);
  machine->reset();
  CoreTracer tracer(program, trace, name_offset,
                    [&](uint32_t address) { return machine->word(address); });
  uint64_t cycle = 0;
  for (; cycle < max_cycles && !machine->ended(); cycle++) {
    machine->print();
    tracer.observe(machine->ports(), cycle);
    machine->step();
  }
  machine->print();
  tracer.end(cycle);
  std::fprintf(stderr, "cycles %llu\n", static_cast<unsigned long long>(cycle));
  if (machine->ended()) return machine->exit_code();
  std::fprintf(stderr, "simulator: the program has not ended within %llu cycles\n",
               static_cast<unsigned long long>(max_cycles));
  return kExitHung;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 3 && argc != 5) {
    std::fprintf(stderr, "usage: simulator PROGRAM MAX_CYCLES [TRACE NAME_OFFSET]\n");
    return kExitNotStarted;
  }
  try {
    const bool traces = argc == 5;
    const auto name_offset = traces ? std::strtoul(argv[4], nullptr, 0) : 0;
    return run(argv[1], std::strtoull(argv[2], nullptr, 0), traces ? argv[3] : "",
               static_cast<uint32_t>(name_offset));
  } catch (const std::exception &error) {
    std::fprintf(stderr, "simulator: %s\n", error.what());
    return kExitNotStarted;
  }
}
