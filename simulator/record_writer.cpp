// SPDX-License-Identifier: Apache-2.0
#include "record_writer.h"

#include "errors.h"

RecordWriter::RecordWriter(const std::string &path) {
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
  for (const char c : value) {
    if (c == '"' || c == '\\') stream_ << '\\';
    stream_ << (static_cast<unsigned char>(c) < ' ' ? '?' : c);  // No symbol's name has one
  }
  stream_ << '"';
}

void RecordWriter::end() { stream_ << "}\n"; }
