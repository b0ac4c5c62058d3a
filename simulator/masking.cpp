// SPDX-License-Identifier: Apache-2.0
#include "masking.h"

void Masking::changed(const Observation &now) {
  enabled_ = now.interrupts_enabled;
  if (!enabled_) {
    since_ = now.cycle;
    begun_pc_ = last_pc_;
    const bool interrupt = now.trapped && now.interrupt;
    const uint32_t masked_by = now.trapped ? now.trap_pc : last_pc_;
    begun_ = {interrupt, interrupt ? now.cause : masked_by, 0};
    return;
  }
  const uint64_t length = now.cycle - since_;
  total_ += length;
  ended_ = true;
  if (ever_enabled_) {
    begun_.end = last_pc_;
    auto &like = stretches_[begun_];
    like.times++;
    if (length > like.most) {
      like.most = length;
      like.cycle = since_;
    }
    if (length > longest_) {
      longest_ = length;
      longest_pc_ = begun_pc_;
    }
  }
  ever_enabled_ = true;
}

void Masking::write(RecordWriter &writer) const {
  for (const auto &[places, like] : stretches_) {
    writer.begin("stretch");
    writer.number(places.interrupt ? "interrupt" : "begin_pc", places.begin);
    writer.number("end_pc", places.end);
    writer.number("times", like.times);
    writer.number("most", like.most);
    writer.number("cycle", like.cycle);
    writer.end();
  }
}
