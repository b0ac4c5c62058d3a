// SPDX-License-Identifier: Apache-2.0
#include "watch.h"

#include <algorithm>
#include <stdexcept>

namespace {

constexpr int kMachineMode = 3;
constexpr int kSupervisorMode = 1;

}  // namespace

Watch::Watch(const std::string &path) : stream_(path) {
  if (!stream_) throw std::runtime_error(path + " cannot be written");
}

Watch::~Watch() {
  for (const auto &[places, stretch] : stretches_) {
    stream_ << "masked " << places.first << ' ' << places.second << ' ' << stretch.count << ' '
            << stretch.longest << '\n';
  }
}

void Watch::look(const Vlinux_top &ports, uint64_t cycle) {
  began_ = began_ || ports.privilege_o != kMachineMode;
  if (began_) look_at_mask(ports);
  look_at_lines(ports, cycle);
}

void Watch::look_at_mask(const Vlinux_top &ports) {
  if (ports.privilege_o == kMachineMode && ports.masked_o) {
    masked_++;
    if (ports.retired_o) {
      if (first_ == 0) first_ = ports.pc_o;
      last_ = ports.pc_o;
    }
  } else if (masked_ != 0) {
    auto &stretch = stretches_[{first_, last_}];
    stretch.count++;
    stretch.longest = std::max(stretch.longest, masked_);
    masked_ = 0;
    first_ = 0;
  }
}

void Watch::look_at_lines(const Vlinux_top &ports, uint64_t cycle) {
  const bool machine = ports.privilege_o == kMachineMode;
  for (size_t i = 0; i < edges_.size(); i++) {
    auto &edge = edges_[i];
    const bool is = ports.lines_o >> i & 1, was = lines_ >> i & 1;
    if (is && !was) {
      const bool supervisor = ports.privilege_o == kSupervisorMode;
      edge.state = machine            ? kMachine
                   : !supervisor      ? kUser
                   : ports.masked_s_o ? kSupervisorMasked
                                      : kSupervisor;
      edge.cycle = cycle;
      edge.entry = 0;
    } else if (is && edge.state != kMachine && edge.entry == 0 && machine && ports.retired_o) {
      edge.entry = cycle - edge.cycle;
    } else if (was && !is) {
      stream_ << "edge " << i << ' ' << edge.state << ' ' << edge.entry << ' ' << cycle - edge.cycle
              << '\n';
    }
  }
  lines_ = ports.lines_o;
}
