// SPDX-License-Identifier: Apache-2.0
// Runs a program on the SoC with several cores.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>

#include "Vsmp_top.h"
#include "Vsmp_top___024root.h"
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

 private:
  VerilatedContext context_;
  Vsmp_top top_;
};

int run(const char *path, uint64_t max_cycles) {
  const auto machine = std::make_unique<Machine>();
  machine->load(ElfFile(path));
  machine->reset();
  for (uint64_t cycle = 0; cycle < max_cycles; cycle++) {
    machine->print();
    if (machine->ended()) return machine->exit_code();
    machine->step();
  }
  std::fprintf(stderr, "simulator: the program has not ended within %llu cycles\n",
               static_cast<unsigned long long>(max_cycles));
  return kExitHung;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: simulator PROGRAM MAX_CYCLES\n");
    return kExitNotStarted;
  }
  try {
    return run(argv[1], std::strtoull(argv[2], nullptr, 0));
  } catch (const std::exception &error) {
    std::fprintf(stderr, "simulator: %s\n", error.what());
    return kExitNotStarted;
  }
}
