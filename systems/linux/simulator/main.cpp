// SPDX-License-Identifier: Apache-2.0
// Runs Linux on one of the simulated machines. docs/explanation/linux.md describes it.
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "Vlinux_top.h"
#include "watch.h"
#include "Vlinux_top___024root.h"
#include "verilated.h"

namespace {

const char *const kUsage =
    "usage: simulator [--kernel IMAGE --device-tree FILE@ADDRESS] [--load FILE@ADDRESS]...\n"
    "                 [--max-cycles N] [--watch FILE]\n"
    "--watch writes how long M mode was masked, and how soon it was there after each line's edge.\n"
    "A kernel is started without firmware; else the machine begins at the start of its RAM.\n"
    "exit code: 0 when the machine was switched off, 124 when it was not within --max-cycles,\n"
    "126 when it could not be started\n";

constexpr int kExitHung = 124;
constexpr int kExitNotStarted = 126;
constexpr int kResetCycles = 4;

constexpr uint32_t kRamBase = 0x8000'0000;
constexpr uint32_t kRamSize = 16 * 1024 * 1024;
constexpr uint32_t kResetVector = kRamBase + kRamSize - 0x1000;

// A file, and the address that it is loaded to.
struct Load {
  std::string path;
  uint32_t address;
};

struct Options {
  std::vector<Load> loads;
  uint32_t device_tree = 0;  // 0: none, what is loaded has firmware
  uint64_t max_cycles = 1'000'000'000;
  std::string watch;  // Empty: nothing is written.
};

uint64_t parse_number(const std::string &option, const std::string &text) {
  char *end = nullptr;
  errno = 0;
  const uint64_t value = std::strtoull(text.c_str(), &end, 0);
  if (text.empty() || text[0] == '-' || *end != '\0' || errno != 0) {
    throw std::runtime_error(option + " needs a number, not '" + text + "'");
  }
  return value;
}

Load parse_load(const std::string &option, const std::string &text) {
  const size_t at = text.rfind('@');
  if (at == std::string::npos) throw std::runtime_error(option + " needs FILE@ADDRESS");
  return {text.substr(0, at), static_cast<uint32_t>(parse_number(option, text.substr(at + 1)))};
}

Options parse_options(int argc, char **argv) {
  Options options;
  bool kernel = false;
  for (int i = 1; i < argc; i += 2) {
    const std::string option = argv[i];
    if (i + 1 == argc) throw std::runtime_error(option + " needs a value\n" + kUsage);
    const std::string value = argv[i + 1];
    if (option == "--kernel") {
      options.loads.push_back({value, kRamBase});
      kernel = true;
    } else if (option == "--device-tree") {
      options.loads.push_back(parse_load(option, value));
      options.device_tree = options.loads.back().address;
    } else if (option == "--load") {
      options.loads.push_back(parse_load(option, value));
    } else if (option == "--max-cycles") {
      options.max_cycles = parse_number(option, value);
    } else if (option == "--watch") {
      options.watch = value;
    } else {
      throw std::runtime_error("unknown option '" + option + "'\n" + kUsage);
    }
  }
  if (options.loads.empty() || kernel != (options.device_tree != 0)) {
    throw std::runtime_error(std::string("--kernel and --device-tree go together\n") + kUsage);
  }
  return options;
}

// The verilated machine.
class Machine {
 public:
  Machine() : context_(std::make_unique<VerilatedContext>()), top_(context_.get()) {}
  ~Machine() { top_.final(); }

  void load(const Load &load) {
    std::ifstream stream(load.path, std::ios::binary);
    if (!stream) throw std::runtime_error(load.path + " cannot be read");
    const std::vector<char> bytes{std::istreambuf_iterator<char>(stream), {}};
    store(load.address, bytes.data(), bytes.size());
  }

  // What firmware does: the external interrupt is let through, and Linux is entered with the
  // number of the hart in a0 and the device tree in a1.
  void store_firmware(uint32_t device_tree) {
    const uint32_t program[] = {
        0x0010'0293,                                          // li    t0, 1
        0xBC02'9073,                                          // csrw  0xBC0, t0
        0x0000'0513,                                          // li    a0, 0
        0x0000'05B7 | ((device_tree + 0x800) & 0xFFFF'F000),  // lui   a1, ...
        0x0005'8593 | (device_tree << 20),                    // addi  a1, a1, ...
        0x0000'02B7 | kRamBase,                               // lui   t0, ...
        0x0002'8067,                                          // jr    t0
    };
    store(kResetVector, program, sizeof program);
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

  // The ports in the present cycle.
  const Vlinux_top &ports() const { return top_; }

 private:
  void store(uint32_t address, const void *bytes, size_t size) {
    const uint64_t offset = uint64_t{address} - kRamBase;
    if (address < kRamBase || offset + size > kRamSize || offset % 4 != 0) {
      throw std::runtime_error("what is loaded must fit the RAM, at a whole word");
    }
    auto &mem =
        top_.rootp->linux_top__DOT__gen_soc__DOT__u_soc__DOT__u_platform__DOT__u_ram__DOT__mem;
    for (size_t i = 0; i < size; i += 4) {
      uint32_t word = 0;
      std::memcpy(&word, static_cast<const char *>(bytes) + i, size - i < 4 ? size - i : 4);
      mem[(offset + i) / 4] = word;
    }
  }

  std::unique_ptr<VerilatedContext> context_;
  Vlinux_top top_;
};

int run(const Options &options) {
  std::optional<Watch> watch;
  if (!options.watch.empty()) watch.emplace(options.watch);
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // A reader of the pipe sees each line at once.
  const auto machine = std::make_unique<Machine>();
  for (const auto &load : options.loads) machine->load(load);
  if (options.device_tree != 0) machine->store_firmware(options.device_tree);
  machine->reset();
  const auto &ports = machine->ports();
  for (uint64_t cycle = 0; cycle < options.max_cycles; cycle++) {
    if (watch) watch->look(ports, cycle);
    if (ports.uart_tx_valid_o) std::putchar(ports.uart_tx_data_o);
    if (ports.exit_o) {
      std::printf("machine: switched off after %llu cycles\n", (unsigned long long)cycle);
      return 0;
    }
    machine->step();
  }
  std::printf("\nmachine: still on after %llu cycles\n", (unsigned long long)options.max_cycles);
  return kExitHung;
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
