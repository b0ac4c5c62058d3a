// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

// What RISC-V's specification says.
constexpr uint32_t kWord = 4;  // Bytes
constexpr unsigned kReturnAddress = 1, kStackPointer = 2;
constexpr unsigned kA0 = 10, kA1 = 11;  // Arguments; a0 is the result, too
constexpr uint32_t kMret = 0x3020'0073;
constexpr uint32_t kCauseEcall = 11;
