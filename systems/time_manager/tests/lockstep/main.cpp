// SPDX-License-Identifier: Apache-2.0
//
// Random reconfigurations of some tasks of the first time manager, and random delays and periods of
// these tasks; the second one sees nothing of that. What the other tasks do is the same in both, so
// their releases must be, in every cycle: main TASKS WIDTH RECONFIGURATIONS SEED.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <stdexcept>

#include "Vlockstep.h"
#include "isochron_time_manager_constants.h"
#include "verilated.h"

namespace {

constexpr uint64_t kPerReset = 5000;  // reconfigurations between two resets
constexpr uint32_t kDelay = ISOCHRON_TIME_MANAGER_DELAY_OFFSET;
constexpr uint32_t kHigh = ISOCHRON_TIME_MANAGER_HIGH_OFFSET;
constexpr uint32_t kNext = ISOCHRON_TIME_MANAGER_NEXT_OFFSET;
constexpr uint32_t kCancel = ISOCHRON_TIME_MANAGER_CANCEL_OFFSET;
constexpr uint32_t kPrecision = ISOCHRON_TIME_MANAGER_PRECISION_OFFSET;
constexpr uint32_t kEnable = ISOCHRON_TIME_MANAGER_ENABLE_OFFSET;
constexpr uint32_t kWake = ISOCHRON_TIME_MANAGER_WAKE_OFFSET;
constexpr uint32_t kWaiting = ISOCHRON_TIME_MANAGER_WAITING_OFFSET;

enum class Of { kNobody, kConcerned, kBoth };  // an access: none; of the first alone; of both

struct Access {
  Of of = Of::kNobody;
  bool store = false;
  uint32_t address = 0;
  uint32_t word = 0;
};

class Lockstep {
 public:
  Lockstep(uint32_t tasks, uint32_t width, uint64_t seed)
      : tasks_(tasks), width_(width), random_(seed) {
    while (near_ < 4 * tasks) near_ *= 2;
  }

  void run(uint64_t wanted) {
    while (reconfigurations_ < wanted) {
      begin();
      const uint64_t end = std::min(wanted, reconfigurations_ + kPerReset);
      while (reconfigurations_ < end) cycle();
    }
    std::printf("%llu reconfigurations, %llu releases of other tasks in their cycles\n",
                static_cast<unsigned long long>(reconfigurations_),
                static_cast<unsigned long long>(releases_));
  }

 private:
  uint32_t below(uint32_t bound) { return static_cast<uint32_t>(random_() % bound); }
  bool concerned(uint32_t task) const { return concerned_ >> task & 1; }

  // Reset; other tasks are concerned, and the precision of the rest is another one.
  void begin() {
    const uint64_t all = tasks_ == 64 ? ~0ULL : (1ULL << tasks_) - 1;
    do concerned_ = random_() & all;
    while (concerned_ == 0 || concerned_ == all);
    held_ = {};
    busy_ = false;
    top_.req_i = 0;
    top_.rst_ni = 0;
    clock();
    top_.rst_ni = 1;
    woken_ = 0;
    for (uint32_t task = 0; task < tasks_; task++) {
      if (!concerned(task) && below(2))
        access({Of::kBoth, true, kPrecision + 4 * task, precision(below(3))});
    }
  }

  uint32_t precision(uint32_t shift) {
    return (width_ - shift) << ISOCHRON_TIME_MANAGER_PRECISION_WIDTH_SHIFT | shift;
  }

  // Any task's delay, its next one, or the end of it.
  Access request() {
    const uint32_t task = below(tasks_), kind = below(20);
    const uint32_t length = below(4), most = length < 2   ? near_ / 4
                                             : length < 3 ? near_
                                                          : 4 * near_;
    const Of of = concerned(task) ? Of::kConcerned : Of::kBoth;
    if (kind < 9) return {of, true, kDelay + 4 * task, below(most)};
    if (kind < 18) return {of, true, kNext + 4 * task, below(most)};
    if (kind < 19) return {of, true, kCancel + 4 * task, 0};
    return {of, true, kHigh + 4 * task, below(16) == 0};
  }

  Access reconfiguration() {
    if (below(4) == 0) {
      const uint32_t word = tasks_ > 32 ? below(2) : 0;
      const uint64_t exist = ~concerned_ | random_() | random_();
      return {Of::kConcerned, true, kEnable + 4 * word, static_cast<uint32_t>(exist >> 32 * word)};
    }
    uint32_t task = below(tasks_);
    while (!concerned(task)) task = (task + 1) % tasks_;
    const uint32_t setting = below(8) ? precision(below(4)) : static_cast<uint32_t>(random_());
    return {Of::kConcerned, true, kPrecision + 4 * task, setting};
  }

  Access choose() {
    const uint32_t kind = below(16);
    if (kind < 5) return request();
    if (kind < 11) return reconfiguration();
    if (kind < 13) return {Of::kBoth, true, kWake + 4 * below(2), static_cast<uint32_t>(random_())};
    if (kind < 14) return {Of::kBoth, false, (below(2) ? kWake : kWaiting) + 4 * below(2), 0};
    if (kind < 15) return {Of::kBoth, false, 4 * below(2), 0};
    return {};
  }

  // After a request of a task that is concerned others would wait for a cycle, as after any
  // request.
  void cycle() {
    const bool pause = busy_;
    busy_ = false;
    access(pause ? Access{} : held_.of != Of::kNobody ? held_ : choose());
  }

  void access(const Access &now) {
    top_.we_i = now.store;
    top_.addr_i = now.address;
    top_.wdata_i = now.word;
    top_.req_i = now.of == Of::kNobody ? 0 : now.of == Of::kConcerned ? 1 : 3;
    top_.clk_i = 0;
    top_.eval();
    const bool granted = top_.gnt_o & 1, refused = top_.err_o & 1;
    if (now.of == Of::kBoth) compare(now);
    held_ = granted ? Access{} : now;
    if (now.of == Of::kConcerned && granted && !refused) {
      const uint32_t array = now.address & 0x700;
      const bool reconfigures = array == kPrecision || (now.address & ~4U) == kEnable;
      reconfigurations_ += reconfigures;
      busy_ = array == kDelay || array == kNext || array == kCancel;
    }
    clock();
    const uint64_t first = top_.wake_o[0] & ~concerned_, second = top_.wake_o[1] & ~concerned_;
    if (first != second) throw std::runtime_error("a release of another task moved");
    releases_ += static_cast<uint64_t>(__builtin_popcountll(first & ~woken_));
    woken_ = first;
  }

  void compare(const Access &now) {
    if (top_.gnt_o != 0 && top_.gnt_o != 3)
      throw std::runtime_error("an access of another task waited");
    if (top_.err_o != 0 && top_.err_o != 3)
      throw std::runtime_error("an access of another task was refused");
    if (now.store || top_.gnt_o == 0) return;
    const bool of_tasks = now.address >= kWake;
    const uint64_t others = of_tasks ? ~concerned_ >> 8 * (now.address & 4) : ~0ULL;
    if ((top_.rdata_o[0] ^ top_.rdata_o[1]) & static_cast<uint32_t>(others)) {
      throw std::runtime_error("another word was loaded");
    }
  }

  void clock() {
    top_.clk_i = 0;
    top_.eval();
    top_.clk_i = 1;
    top_.eval();
  }

  const uint32_t tasks_, width_;
  uint32_t near_ = 1;
  std::mt19937_64 random_;
  Vlockstep top_;
  uint64_t concerned_ = 0, woken_ = 0, reconfigurations_ = 0, releases_ = 0;
  Access held_;
  bool busy_ = false;
};

}  // namespace

int main(int argc, char **argv) {
  if (argc != 5) return 2;
  try {
    Lockstep lockstep(std::atoi(argv[1]), std::atoi(argv[2]), std::strtoull(argv[4], nullptr, 0));
    lockstep.run(std::strtoull(argv[3], nullptr, 0));
    return 0;
  } catch (const std::runtime_error &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
