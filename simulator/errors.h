// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

// The simulator cannot start or go on; the text names the cause and the cure.
class SimulatorError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The file given is not a program for the SoC.
class WrongElf : public SimulatorError {
 public:
  using SimulatorError::SimulatorError;
};
