// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

// A socket whose two ends say lines to each other.
class LineSocket {
 public:
  explicit LineSocket(int descriptor) : descriptor_(descriptor) {}

  // A line, empty when nobody is there any more.
  std::string receive();

  // Nobody may be there any more.
  void send(const std::string &line);

  // Something has come, or nobody is there any more: `receive` does not wait.
  bool has_come() const;

 private:
  int descriptor_;
  std::string received_;
};
