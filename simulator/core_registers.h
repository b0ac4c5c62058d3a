// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "svdpi.h"

// The part of the model that answers calls, under the first of these names that there is. Throws
// SimulatorError if there is none.
svScope scope_of(const std::vector<const char *> &names);

// Of the core: it tells which instruction it executes.
svScope core_scope();

// The core's registers in the present cycle, as the instruction that is executed in it finds them.
class CoreRegisters {
 public:
  // The model must be there.
  CoreRegisters();

  uint32_t operator[](unsigned number) const;

 private:
  svScope core_;
  svScope file_;
};
