// SPDX-License-Identifier: Apache-2.0
#include "turns.h"

void Turns::write(RecordWriter &writer) {
  end_miss();
  missed_ = false;
  if (turns_ == 0) return;
  uint64_t hits = turns_;
  for (const auto &[_, times] : misses_) hits -= times;
  writer.begin("hits");
  writer.number("times", hits);
  writer.end();
  for (const auto &[waited, times] : misses_) {
    writer.begin("misses");
    writer.number("waited", waited);
    writer.number("times", times);
    writer.end();
  }
}
