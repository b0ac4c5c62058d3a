// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "Vsimulator_top.h"
#include "elf_file.h"
#include "jtag.h"
#include "svdpi.h"
#include "verilated.h"
#if VM_TRACE
#include "verilated_fst_c.h"
#endif

// The verilated SoC: loading a program and stepping the clock.
class SocModel : public JtagPins {
 public:
  static constexpr uint32_t kRamBase = 0x4000'0000;
  static constexpr uint32_t kBegin = kRamBase + 0x80;  // The core's first instruction
  static constexpr uint32_t kRamSize = 256 * 1024;
  static constexpr bool is_ram(uint32_t address) { return address - kRamBase < kRamSize; }

  explicit SocModel(uint32_t seed);
  ~SocModel() override;

  // Throws WrongElf when a segment does not fit the RAM, or the program begins elsewhere.
  void load(const ElfFile &elf);

  void reset();

  // The word of the RAM at an address, and bytes stored there, without a cycle.
  uint32_t word(uint32_t address) const;
  void store(uint32_t address, const std::vector<uint8_t> &bytes);

  // The instruction at an address of the RAM; with compressed ones it may lie across two words.
  uint32_t instruction(uint32_t address) const {
    const unsigned shift = 8 * (address % 4);
    const uint32_t first = word(address) >> shift;
    return shift == 0 ? first : first | word(address + 2) << (32 - shift);
  }

  // Change the core between two cycles: a register, or the instruction that begins in this one.
  void set_register(unsigned number, uint32_t value);
  void replace_instruction(uint32_t instruction);

  void set_jtag(bool tck, bool tms, bool tdi) override;
  bool jtag_data() const override { return top_->jtag_tdo_o; }

#if VM_TRACE
  // Lets the file have the signals, before it is opened.
  void give_signals(VerilatedFstC &file) { top_->trace(&file, 0); }
#endif

  // One clock cycle. Afterwards the ports show the next cycle with everything settled.
  void step() {
    top_->step_i = !top_->step_i;
    top_->eval();
  }

  // The ports in the present cycle.
  const Vsimulator_top &ports() const { return *top_; }

 private:
  uint32_t &ram_word(uint32_t offset) const;

  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Vsimulator_top> top_;
};
