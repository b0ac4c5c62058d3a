// SPDX-License-Identifier: Apache-2.0
#include "decision_log.h"

#include <array>
#include <bit>

#include "errors.h"

namespace {

struct Entry {
  uint8_t what;
  uint8_t who;
  uint8_t kind = 0;
  uint8_t none = 0;
  uint32_t where;
  uint32_t word = 0;
  uint32_t cycle;
};

}  // namespace

DecisionLog::DecisionLog(const std::string &path) : active_(!path.empty()) {
  if (!active_) return;
  file_.open(path, std::ios::binary);
  if (!file_) throw SimulatorError("the log cannot be written to " + path);
}

// The transfer comes first: what it loads is from before what is decided in its cycle. Its own
// operation is in Decide in the same cycle, or was before.
void DecisionLog::look(const Vsmp_top &ports, uint32_t cycle) {
  const auto write = [&](const Entry &entry) {
    const auto bytes = std::bit_cast<std::array<char, sizeof(Entry)>>(entry);
    file_.write(bytes.data(), bytes.size());
  };
  if (ports.granted_o != 0) {
    write({.what = static_cast<uint8_t>(ports.stores_o ? 1 : 0),
           .who = static_cast<uint8_t>(std::countr_zero(ports.granted_o)),
           .where = ports.offset_o,
           .word = ports.word_o,
           .cycle = cycle});
  }
  if (ports.decides_o) {
    write({.what = 2,
           .who = ports.source_o,
           .kind = ports.kind_o,
           .where = uint32_t{ports.number_o} | uint32_t{ports.task_o} << 16,
           .cycle = cycle});
  }
}

void DecisionLog::close() {
  if (!active_) return;
  file_.close();
  if (!file_) throw SimulatorError("there was no room for the log");
}
