// SPDX-License-Identifier: Apache-2.0
//
// Random switches on isochron_contexts, against a model that has a whole bank of registers for each
// task; until the first difference, or SWITCHES of them:
//
//     random_switches SEED SWITCHES
//
// The processor of the test keeps what the block asks for, and no more. A task that gives up its
// turn by itself writes nothing until `ready_o` tells of the next one's registers. A trap may give
// the turn to any task at once, and ends when `complete_o` tells that its registers are there.
// Prints how many switches waited for 0, 1, 2 ... cycles, and fails if one waits longer than
// kLongest, or at all to the task that gave up its turn before.

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "Visochron_contexts.h"
#include "verilated.h"

namespace {

constexpr unsigned kTasks = NTASKS;
constexpr unsigned kTraps = NTASKS;  // whose bank it is
constexpr unsigned kRegisters = 32;
constexpr unsigned kLongest = 4;
constexpr unsigned kCyclesToReset = 100 * kTasks;  // on average

enum class Mode { kTask, kGivesUp, kTurns, kTrap, kEndsTrap, kLeavesTrap };

class Test {
 public:
  explicit Test(unsigned seed) : random_(seed) {}

  bool run(unsigned switches) {
    if (!reset()) return false;
    while (switches_ < switches) {
      if (chance(1)) vary();
      if (below(kCyclesToReset) == 0 && !reset()) return false;
      if (!cycle()) return false;
    }
    std::printf("%u tasks: %u switches, %u reads, %u loads of the window; cycles waited:", kTasks,
                switches_, reads_, loads_);
    for (unsigned number : waits_) std::printf(" %u", number);
    std::printf("\n");
    return true;
  }

 private:
  unsigned below(unsigned end) { return random_() % end; }
  bool chance(unsigned of_a_thousand) { return below(1000) < of_a_thousand; }

  // A few tasks most of the time.
  unsigned pick() { return (first_ + (chance(950) ? below(usual_) : below(kTasks))) % kTasks; }

  void vary() {
    first_ = below(kTasks);
    usual_ = 1 + below(8);
    write_rate_ = below(1001);
    switch_rate_ = 5 + below(300);
  }

  std::array<uint32_t, kRegisters> &in_use() {
    return banks_[mode_ < Mode::kTrap ? running_ : kTraps];
  }

  void quiet() {
    dut_.we_i = dut_.switch_i = dut_.wanted_i = dut_.window_we_i = dut_.window_load_i = 0;
    dut_.trap_next_i = mode_ >= Mode::kTrap;
  }

  void clock() {
    dut_.clk_i = 1;
    dut_.eval();
    dut_.clk_i = 0;
    dut_.eval();
  }

  bool reset() {
    mode_ = Mode::kTrap;
    running_ = next_ = 0;
    before_ = kTasks;
    load_pending_ = turned_ = false;
    dut_.rst_ni = 0;
    quiet();
    dut_.clk_i = 0;
    dut_.eval();
    clock();
    dut_.rst_ni = 1;
    dut_.eval();
    if (!dut_.complete_o) {
      std::printf("switch %u: after a reset registers are under way\n", switches_);
      return false;
    }
    vary();
    for (unsigned bank = 0; bank <= kTasks; ++bank) {
      for (unsigned number = 1; number < kRegisters; ++number) {
        quiet();
        if (bank == kTraps)
          write(number);
        else
          store(bank, number);
        clock();
      }
    }
    return true;
  }

  void write(unsigned number) {
    dut_.we_i = 1;
    dut_.waddr_i = number;
    dut_.wdata_i = random_();
    if (number != 0) in_use()[number] = dut_.wdata_i;
  }

  void store(unsigned task, unsigned number) {
    dut_.window_we_i = 1;
    dut_.window_task_i = task;
    dut_.window_register_i = number;
    dut_.window_wdata_i = random_();
    banks_[task][number] = dut_.window_wdata_i;
  }

  void show_next(unsigned task, bool switches) {
    dut_.next_i = next_ = task;
    dut_.wanted_i = !switches;
    dut_.switch_i = switches;
  }

  bool same(const char *what, unsigned number, uint32_t data, uint32_t expected) {
    if (data == expected) return true;
    std::printf("switch %u, task %u: %s%u is %08x, not %08x\n", switches_, running_, what, number,
                data, expected);
    return false;
  }

  bool reads_right() {
    dut_.raddr_a_i = below(kRegisters);
    dut_.raddr_b_i = below(kRegisters);
    dut_.eval();
    reads_ += 2;
    const auto &bank = in_use();
    return same("port A, x", dut_.raddr_a_i, dut_.rdata_a_o, bank[dut_.raddr_a_i]) &&
           same("port B, x", dut_.raddr_b_i, dut_.rdata_b_o, bank[dut_.raddr_b_i]);
  }

  // What the program does besides: at most one of these in a cycle.
  void work() {
    if (chance(150)) show_next(pick(), false);  // it need not come to that
    if (chance(write_rate_)) return write(below(kRegisters));
    if (chance(60)) return store(pick(), 1 + below(kRegisters - 1));
    if (chance(50)) {
      dut_.window_load_i = 1;
      dut_.window_task_i = pick();
      dut_.window_register_i = 1 + below(kRegisters - 1);
    }
  }

  // Whether the block need not be waited for any longer.
  bool settled(bool ready) {
    if (ready)
      ++waits_[waited_];
    else
      ++waited_;
    return ready;
  }

  bool cycle() {
    quiet();
    if (!reads_right()) return false;
    if (load_pending_ && !same("window's x", loaded_, dut_.window_rdata_o, expected_)) return false;
    Mode after = mode_;
    switch (mode_) {
      case Mode::kTask:
        if (chance(20)) {
          after = Mode::kTrap;
          dut_.trap_next_i = 1;
        }
        work();
        if (after == Mode::kTask && chance(switch_rate_)) {
          after = Mode::kGivesUp;
          if (chance(300)) next_ = chance(200) && before_ < kTasks ? before_ : pick();
          // else the task that was wanted last
          waited_ = 0;
        }
        break;
      case Mode::kGivesUp:
        show_next(next_, false);
        dut_.eval();
        if (settled(dut_.ready_o)) {
          after = Mode::kTurns;
        } else if (next_ == before_) {
          std::printf("switch %u, back to task %u, waits\n", switches_, next_);
          return false;
        }
        break;
      case Mode::kTurns:
        show_next(next_, true);
        after = Mode::kTask;
        break;
      case Mode::kTrap:
        if (chance(switch_rate_)) {
          show_next(pick(), true);
        } else if (turned_ && chance(100)) {
          after = Mode::kEndsTrap;
          waited_ = 0;
        } else {
          work();
        }
        break;
      case Mode::kEndsTrap:
        dut_.eval();
        if (settled(dut_.complete_o)) after = Mode::kLeavesTrap;
        break;
      case Mode::kLeavesTrap:
        dut_.trap_next_i = 0;
        after = Mode::kTask;
        break;
    }
    if (waited_ > kLongest) {
      std::printf("switch %u waits for more than %u cycles\n", switches_, kLongest);
      return false;
    }
    dut_.eval();
    load_pending_ = dut_.window_taken_o;
    if (load_pending_) {
      ++loads_;
      loaded_ = dut_.window_register_i;
      expected_ = banks_[dut_.window_task_i][loaded_];
    }
    if (dut_.switch_i) {
      ++switches_;
      turned_ = true;
      before_ = mode_ == Mode::kTurns ? running_ : kTasks;
      running_ = next_;
    }
    clock();
    mode_ = after;
    return true;
  }

  Visochron_contexts dut_;
  std::mt19937 random_;
  std::array<std::array<uint32_t, kRegisters>, kTasks + 1> banks_{};
  std::array<unsigned, kLongest + 1> waits_{};
  Mode mode_ = Mode::kTrap;
  unsigned running_ = 0, next_ = 0, waited_ = 0;
  unsigned before_ = kTasks;  // who gave its turn up to the running task; kTasks: nobody
  bool turned_ = false;       // it is a task's turn
  unsigned first_ = 0, usual_ = 1, write_rate_ = 0, switch_rate_ = 0;
  bool load_pending_ = false;
  unsigned loaded_ = 0;
  uint32_t expected_ = 0;
  unsigned switches_ = 0, reads_ = 0, loads_ = 0;
};

}  // namespace

int main(int count, char **words) {
  if (count != 3) return 2;
  Test test(static_cast<unsigned>(std::atoi(words[1])));
  return test.run(static_cast<unsigned>(std::atoi(words[2]))) ? 0 : 1;
}
