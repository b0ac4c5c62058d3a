// SPDX-License-Identifier: Apache-2.0
#include "probes.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "errors.h"
#include "soc_model.h"

namespace {

constexpr unsigned kLines = 8;

// What follows `prefix` in `name` up to a dot, or nothing when the name begins otherwise.
std::optional<std::string> metric_after(const std::string &prefix, const std::string &name) {
  if (name.compare(0, prefix.size(), prefix) != 0) return std::nullopt;
  return name.substr(prefix.size(), name.find('.') - prefix.size());
}

}  // namespace

Probes::Probes(const ElfFile &elf, const Masking &masking, RecordWriter &writer)
    : masking_(masking),
      writer_(writer),
      base_(SocModel::kRamBase),
      label_at_(SocModel::kRamSize / 2),
      labels_(1),
      line_starts_(kLines) {
  for (const auto &symbol : elf.symbols()) {
    if (const auto metric = metric_after("probe_start_", symbol.name)) {
      label_for(symbol.address).starts.push_back(metric_index(*metric));
    }
    if (const auto metric = metric_after("probe_stop_", symbol.name)) {
      label_for(symbol.address).stops.push_back(metric_index(*metric));
    }
    for (unsigned line = 0; line < kLines; line++) {
      const std::string prefix = "probe_pin" + std::to_string(line) + "_start_";
      if (const auto metric = metric_after(prefix, symbol.name)) {
        line_starts_[line].push_back(metric_index(*metric));
      }
    }
  }
}

size_t Probes::metric_index(const std::string &name) {
  for (size_t i = 0; i < metrics_.size(); i++) {
    if (metrics_[i].name == name) return i;
  }
  metrics_.push_back({.name = name});
  return metrics_.size() - 1;
}

Probes::Label &Probes::label_for(uint32_t address) {
  const uint32_t index = (address - base_) >> 1;
  if (index >= label_at_.size()) throw WrongElf("a probe label lies outside the RAM");
  if (label_at_[index] == 0) {
    if (labels_.size() > std::numeric_limits<uint8_t>::max()) {
      throw WrongElf("the program has more than 255 probe labels: use fewer");
    }
    label_at_[index] = static_cast<uint8_t>(labels_.size());
    labels_.emplace_back();
  }
  return labels_[label_at_[index]];
}

void Probes::reached(size_t label, uint64_t cycle) {
  for (const size_t index : labels_[label].stops) close(metrics_[index], cycle);
  for (const size_t index : labels_[label].starts) open(metrics_[index], cycle);
}

void Probes::lines_changed(const Observation &now) {
  for (unsigned line = 0; line < kLines; line++) {
    const bool rises = (now.lines & ~lines_) >> line & 1;
    if (!rises) continue;
    for (const size_t index : line_starts_[line]) open(metrics_[index], now.cycle);
    for (auto &metric : metrics_) {
      if (!metric.open) continue;
      metric.line = static_cast<int>(line);
      metric.line_cycle = now.cycle;
    }
  }
  lines_ = now.lines;
}

void Probes::stretch_ended(uint64_t cycle) {
  for (auto &metric : metrics_) end_stretch(metric, cycle);
}

// The present stretch ends, or the window does: count what of it lies in the window.
void Probes::end_stretch(Metric &metric, uint64_t cycle) {
  if (!metric.open) return;
  metric.off_longest =
      std::max(metric.off_longest, cycle - std::max(masking_.since(), metric.start));
}

void Probes::open(Metric &metric, uint64_t cycle) {
  metric.open = true;
  metric.start = cycle;
  metric.off_before = masking_.until(cycle);
  metric.off_longest = 0;
  metric.waited_before = waited_;
  metric.line = kNoLine;
}

void Probes::close(Metric &metric, uint64_t cycle) {
  if (!metric.open) return;
  if (!masking_.enabled()) end_stretch(metric, cycle);
  metric.open = false;
  writer_.begin("window");
  writer_.text("metric", metric.name);
  writer_.number("start_cycle", metric.start);
  writer_.number("stop_cycle", cycle);
  writer_.number("cycles", cycle - metric.start);
  writer_.number("interrupts_off_max", metric.off_longest);
  writer_.number("interrupts_off_total", masking_.until(cycle) - metric.off_before);
  for (size_t i = 0; i < kWaits.size(); i++) {
    writer_.number(kWaits[i], waited_[i] - metric.waited_before[i]);
  }
  if (metric.line != kNoLine) {
    writer_.number("irq_line", metric.line);
    writer_.number("pin_cycle", metric.line_cycle);
  }
  writer_.end();
}
