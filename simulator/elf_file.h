// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

// A statically linked 32-bit RISC-V program, read from an ELF file.
class ElfFile {
 public:
  // Bytes to load at an address; what the file does not hold is zero.
  struct Segment {
    uint32_t address;
    std::vector<uint8_t> bytes;
  };

  struct Symbol {
    std::string name;
    uint32_t address;
    uint32_t size;
  };

  // Throws WrongElf with the cause and the cure.
  explicit ElfFile(const std::string &path);

  uint32_t entry() const { return entry_; }
  const std::vector<Segment> &segments() const { return segments_; }
  const std::vector<Symbol> &symbols() const { return symbols_; }

  // Address of a symbol, or `missing` when there is none.
  uint32_t address_of(const std::string &name, uint32_t missing) const;

  // A symbol by its name, or nothing when there is none.
  const Symbol *find(const std::string &name) const;

 private:
  void read_segments(const std::vector<uint8_t> &file);
  void read_symbols(const std::vector<uint8_t> &file);

  std::string path_;
  uint32_t entry_ = 0;
  std::vector<Segment> segments_;
  std::vector<Symbol> symbols_;
};
