// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <optional>

// A copy of the simulated SoC, in a process of its own: what is done to its devices does not reach
// this one.
class SocCopy {
 public:
  struct Access {
    bool stores;
    uint32_t address;
    uint32_t data;  // Of a store
  };
  // Loads or stores a word; nothing: it cannot be done.
  using Perform = std::function<std::optional<uint32_t>(const Access &)>;

  ~SocCopy() { end(); }

  // Has it performed in the copy, which is made if there is none.
  std::optional<uint32_t> access(const Access &access, const Perform &perform);

  // There is no copy any more.
  void end();

 private:
  bool begin(const Perform &perform);

  pid_t process_ = 0;
  int connection_ = -1;
};
