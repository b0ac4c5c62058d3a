// SPDX-License-Identifier: Apache-2.0
#include "record_writer.h"

#include <cstdio>

#include "errors.h"

RecordWriter::RecordWriter(const std::string &path) : path_(path) {
  if (path.empty()) return;
  stream_.open(path);
  if (!stream_) throw SimulatorError(path + " cannot be written: check the folder");
}

void RecordWriter::begin(const char *kind) { stream_ << "{\"record\":\"" << kind << '"'; }

void RecordWriter::number(const char *name, uint64_t value) {
  stream_ << ",\"" << name << "\":" << value;
}

void RecordWriter::text(const char *name, const std::string &value) {
  stream_ << ",\"" << name << "\":\"";
  for (const char character : value) {
    if (static_cast<unsigned char>(character) < ' ') {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(character));
      stream_ << escaped;
      continue;
    }
    if (character == '"' || character == '\\') stream_ << '\\';
    stream_ << character;
  }
  stream_ << '"';
}

void RecordWriter::end() { stream_ << "}\n"; }

void RecordWriter::close() {
  if (path_.empty()) return;
  stream_.close();
  if (!stream_)
    throw SimulatorError(path_ + " cannot be written as a whole: make room on its disk");
}
