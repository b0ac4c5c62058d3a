// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <fstream>
#include <string>

// Writes records as JSON, one object per line. Without a file it writes nothing.
class RecordWriter {
 public:
  // Throws SimulatorError when the file cannot be written.
  explicit RecordWriter(const std::string &path);

  // A record has a kind and members. A text may have any characters.
  void begin(const char *kind);
  void number(const char *name, uint64_t value);
  void text(const char *name, const std::string &value);
  void end();

  // All records are written. Throws SimulatorError when there was no room for them.
  void close();

 private:
  std::string path_;
  std::ofstream stream_;
};
