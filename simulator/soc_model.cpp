// SPDX-License-Identifier: Apache-2.0
#include "soc_model.h"

#include <cstdio>

#include "Vsimulator_top___024root.h"
#include "errors.h"

namespace {

constexpr int kResetCycles = 4;

std::string shown(uint64_t value) {
  char text[20];
  std::snprintf(text, sizeof text, "0x%08llx", static_cast<unsigned long long>(value));
  return text;
}

}  // namespace

SocModel::SocModel(uint32_t seed)
    : context_(std::make_unique<VerilatedContext>()),
      top_(std::make_unique<Vsimulator_top>(context_.get())) {
  context_->traceEverOn(VM_TRACE);
  top_->seed_i = seed;
}

SocModel::~SocModel() { top_->final(); }

void SocModel::load(const ElfFile &elf) {
  if (elf.entry() != kBegin) {
    throw WrongElf(
        "the program begins at " + shown(elf.entry()) + ", but the core at " + shown(kBegin) +
        ": link it with the board's script, or name in yours by ENTRY() what lies there");
  }
  for (const auto &segment : elf.segments()) {
    const uint64_t end = uint64_t{segment.address} + segment.bytes.size();
    if (segment.address < kRamBase || end > uint64_t{kRamBase} + kRamSize) {
      throw WrongElf("the program wants " + shown(segment.address) + " to " + shown(end) +
                     ", but the RAM is " + shown(kRamBase) + " to " + shown(kRamBase + kRamSize) +
                     ": link it with the board's script, or make it smaller");
    }
    store(segment.address, segment.bytes);
  }
}

void SocModel::store(uint32_t address, const std::vector<uint8_t> &bytes) {
  for (size_t i = 0; i < bytes.size(); i++) {
    const uint32_t offset = address - kRamBase + static_cast<uint32_t>(i);
    const unsigned shift = 8 * (offset % 4);
    auto &word = ram_word(offset);
    word = (word & ~(0xFFu << shift)) | (uint32_t{bytes[i]} << shift);
  }
}

uint32_t SocModel::word(uint32_t address) const {
  return is_ram(address) ? ram_word(address - kRamBase) : 0;
}

uint32_t &SocModel::ram_word(uint32_t offset) const {
  return top_->rootp->simulator_top__DOT__u_soc__DOT__u_buses__DOT__u_ram__DOT__mem[offset / 4];
}

void SocModel::set_register(unsigned number, uint32_t value) {
  top_->set_number_i = static_cast<uint8_t>(number);
  top_->set_value_i = value;
  top_->set_register_i = 1;
  top_->eval();
  top_->set_register_i = 0;
  top_->eval();
}

void SocModel::replace_instruction(uint32_t instruction) {
  top_->set_value_i = instruction;
  top_->set_instruction_i = 1;
  top_->eval();
  top_->set_instruction_i = 0;
  top_->eval();
}

void SocModel::set_jtag(bool tck, bool tms, bool tdi) {
  top_->jtag_tck_i = tck;
  top_->jtag_tms_i = tms;
  top_->jtag_tdi_i = tdi;
  top_->eval();
}

void SocModel::reset() {
  top_->rst_ni = 0;
  for (int i = 0; i < kResetCycles; i++) step();
  top_->rst_ni = 1;
  top_->eval();
}
