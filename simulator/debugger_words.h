// SPDX-License-Identifier: Apache-2.0
//
// What the debuggers of the simulators share: the words of the commands that they read and answer.
#pragma once

#include <cstdint>
#include <ios>
#include <sstream>
#include <string>

#include "errors.h"

constexpr unsigned kRegisters = 32;

// Every so many cycles the debugger is asked whether it wants the program to stop. Cores that all
// sleep begin no instruction: they are stopped after as many.
constexpr uint64_t kPatience = 4096;

constexpr char kRefused[] = "no";

// Takes the next number of a command.
inline uint32_t number(std::istringstream &command) {
  std::string word;
  if (!(command >> word)) throw SimulatorError("a debugger's command is cut short");
  return static_cast<uint32_t>(std::stoul(word, nullptr, 0));
}

inline std::string hex(uint32_t value) {
  std::ostringstream text;
  text << "0x" << std::hex << value;
  return text.str();
}
