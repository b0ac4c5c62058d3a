// SPDX-License-Identifier: Apache-2.0
#include "elf_file.h"

#include <elf.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "errors.h"

namespace {

// A structure at an offset of the file, checked against the file's end.
template <typename T>
T structure_at(const std::vector<uint8_t> &file, size_t offset, const std::string &path) {
  if (offset > file.size() || file.size() - offset < sizeof(T)) {
    throw WrongElf(path + " is cut short: build it again");
  }
  T value;
  std::memcpy(&value, file.data() + offset, sizeof(T));
  return value;
}

std::vector<uint8_t> read_file(const std::string &path) {
  // A folder can be opened too.
  std::ifstream stream(path, std::ios::binary);
  std::error_code unknown;
  if (!stream.is_open() || !std::filesystem::is_regular_file(path, unknown)) {
    throw WrongElf(path + " cannot be read: check the path of the program");
  }
  return {std::istreambuf_iterator<char>(stream), {}};
}

void check_header(const std::vector<uint8_t> &file, const std::string &path) {
  if (file.size() < EI_NIDENT || std::memcmp(file.data(), ELFMAG, SELFMAG) != 0) {
    throw WrongElf(path + " is not an ELF file: give the linked program, not a source or a binary");
  }
  if (file[EI_CLASS] != ELFCLASS32 || file[EI_DATA] != ELFDATA2LSB) {
    throw WrongElf(path + " is not a 32-bit little-endian ELF file: build it for RV32");
  }
  const auto header = structure_at<Elf32_Ehdr>(file, 0, path);
  if (header.e_machine != EM_RISCV) {
    throw WrongElf(path + " is not for RISC-V: build it with riscv64-unknown-elf-gcc");
  }
  if (header.e_type != ET_EXEC) {
    throw WrongElf(path + " is not linked: give the linked program, not an object file");
  }
}

}  // namespace

ElfFile::ElfFile(const std::string &path) : path_(path) {
  const auto file = read_file(path);
  check_header(file, path);
  read_segments(file);
  read_symbols(file);
}

void ElfFile::read_segments(const std::vector<uint8_t> &file) {
  const auto header = structure_at<Elf32_Ehdr>(file, 0, path_);
  entry_ = header.e_entry;
  for (unsigned i = 0; i < header.e_phnum; i++) {
    const auto program =
        structure_at<Elf32_Phdr>(file, header.e_phoff + i * sizeof(Elf32_Phdr), path_);
    if (program.p_type != PT_LOAD || program.p_memsz == 0) continue;
    if (program.p_filesz > program.p_memsz || program.p_offset > file.size() ||
        program.p_filesz > file.size() - program.p_offset) {
      throw WrongElf(path_ + " is cut short: build it again");
    }
    // Only what the file holds is loaded: the start-up code clears the rest, as on hardware.
    if (program.p_filesz == 0) continue;
    const auto begin = file.begin() + program.p_offset;
    segments_.push_back({program.p_paddr, {begin, begin + program.p_filesz}});
  }
  if (segments_.empty())
    throw WrongElf(path_ + " has nothing to load: link it with the board's script");
}

void ElfFile::read_symbols(const std::vector<uint8_t> &file) {
  const auto header = structure_at<Elf32_Ehdr>(file, 0, path_);
  for (unsigned i = 0; i < header.e_shnum; i++) {
    const auto table =
        structure_at<Elf32_Shdr>(file, header.e_shoff + i * sizeof(Elf32_Shdr), path_);
    if (table.sh_type != SHT_SYMTAB) continue;
    const auto strings =
        structure_at<Elf32_Shdr>(file, header.e_shoff + table.sh_link * sizeof(Elf32_Shdr), path_);
    for (uint32_t at = 0; at + sizeof(Elf32_Sym) <= table.sh_size; at += sizeof(Elf32_Sym)) {
      const auto symbol = structure_at<Elf32_Sym>(file, table.sh_offset + at, path_);
      std::string name;
      for (size_t c = size_t{strings.sh_offset} + symbol.st_name; c < file.size() && file[c]; c++) {
        name.push_back(static_cast<char>(file[c]));
      }
      if (name.empty() || symbol.st_shndx == SHN_UNDEF) continue;
      symbols_.push_back({name, symbol.st_value, symbol.st_size});
    }
  }
}

uint32_t ElfFile::address_of(const std::string &name, uint32_t missing) const {
  const Symbol *symbol = find(name);
  return symbol ? symbol->address : missing;
}

const ElfFile::Symbol *ElfFile::find(const std::string &name) const {
  for (const auto &symbol : symbols_) {
    if (symbol.name == name) return &symbol;
  }
  return nullptr;
}
