// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "elf_file.h"
#include "masking.h"
#include "observation.h"
#include "record_writer.h"

// Measures the windows between labels of the program.
//
//   probe_start_<metric>          the window begins when this instruction completes
//   probe_pin<k>_start_<metric>   it begins with the rising edge of interrupt line k; the label
//                                 may be anywhere, its existence is what counts
//   probe_stop_<metric>           it ends when this instruction completes
//
// What follows a dot in a label is not part of the metric's name, so a metric may have several
// labels (probe_stop_take.2). A later start replaces an earlier one; a stop without a start is
// ignored. Where labels of one metric share an instruction, the stop counts before the start.
class Probes {
 public:
  // `masking` has observed each cycle before.
  Probes(const ElfFile &elf, const Masking &masking, RecordWriter &writer);

  // Called once a cycle, in order.
  void observe(const Observation &now) {
    if (masking_.ended()) stretch_ended(now.cycle);
    if (now.lines != lines_) lines_changed(now);
    if (now.waits != 0) {
      for (size_t i = 0; i < waited_.size(); i++) waited_[i] += now.waits >> i & 1;
    }
    if (now.done) {
      const uint32_t index = (now.pc - base_) >> 1;
      if (index < label_at_.size() && label_at_[index] != 0) reached(label_at_[index], now.cycle);
      if (now.pc - own_begin_ < own_size_) own_pc_ = now.pc;
    }
  }

  // Looks out for the program's own code: from this address, so many bytes.
  void watch_own(uint32_t begin, uint32_t size) {
    own_begin_ = begin;
    own_size_ = size;
  }

  // Address of its last instruction that completed, 0 for none.
  uint32_t own_pc() const { return own_pc_; }

 private:
  static constexpr int kNoLine = -1;

  struct Metric {
    std::string name;
    bool open = false;
    uint64_t start = 0;
    uint64_t off_before = 0;  // Cycles with interrupts masked before the window
    uint64_t off_longest = 0;
    std::array<uint64_t, kWaits.size()> waited_before{};  // Cycles of waiting before the window
    int line = kNoLine;  // Line whose edge was the last in the window
    uint64_t line_cycle = 0;
  };

  // The metrics that stop and start at one instruction.
  struct Label {
    std::vector<size_t> stops;
    std::vector<size_t> starts;
  };

  size_t metric_index(const std::string &name);
  Label &label_for(uint32_t address);
  void stretch_ended(uint64_t cycle);
  void lines_changed(const Observation &now);
  void reached(size_t label, uint64_t cycle);
  void open(Metric &metric, uint64_t cycle);
  void close(Metric &metric, uint64_t cycle);
  void end_stretch(Metric &metric, uint64_t cycle);

  const Masking &masking_;
  RecordWriter &writer_;
  uint32_t base_;
  std::vector<uint8_t> label_at_;  // By (pc - base) / 2: index into labels_, 0 for none
  std::vector<Label> labels_;
  std::vector<Metric> metrics_;
  std::vector<std::vector<size_t>> line_starts_;  // By line: metrics that its edge starts

  uint32_t own_begin_ = 0;
  uint32_t own_size_ = 0;
  uint32_t own_pc_ = 0;
  uint8_t lines_ = 0;
  std::array<uint64_t, kWaits.size()> waited_{};  // Cycles, by reason
};
