// SPDX-License-Identifier: Apache-2.0
//
// Runs a verilated board_top: main CYCLES BIT_CYCLES LEDS_LOW INPUTS [SOCKET INPUT OUTPUT]. Prints
// what leaves by the UART, sends to it what comes by the input, once something has left (in reset
// it would be lost), and writes to the error output each change of the outputs with its cycle.
// BIT_CYCLES are those of the UART's bit. LEDS_LOW: 1 where the board's LEDs shine at 0. INPUTS:
// the pins at rest, a number. SOCKET listens for an OpenOCD, which moves the JTAG port: its clock,
// mode and data are the inputs from INPUT on, its own data is OUTPUT.
#include <poll.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <optional>

#include "../jtag.h"
#include "Vboard_top.h"
#include "verilated.h"

namespace {

constexpr int kBits = 10;   // Of a character, start and stop bit among them
constexpr int kAfter = 12;  // Bits after the end of the program, until its last character has left
constexpr unsigned kRest = ~0u;
constexpr long kReset = 1000;  // After these cycles reset has ended

// Returns the bits of the next character of the input, the start bit lowest, or those of a line at
// rest.
unsigned next_character() {
  static bool open = true;
  pollfd input = {STDIN_FILENO, POLLIN, 0};
  unsigned char character = 0;
  if (!open || poll(&input, 1, 0) <= 0) return kRest;
  open = read(STDIN_FILENO, &character, 1) == 1;
  return open ? ~0x1FFu | character << 1 : kRest;
}

// The JTAG port's places among the pins.
class Pins : public JtagPins {
 public:
  Pins(Vboard_top &top, int input, int output) : top_(top), input_(input), output_(output) {}

  void set_jtag(bool tck, bool tms, bool tdi) override {
    top_.inputs_i = (top_.inputs_i & ~(7u << input_)) | (tck | tms << 1 | tdi << 2) << input_;
    top_.eval();
  }

  bool jtag_data() const override { return top_.outputs_o >> output_ & 1; }

 private:
  Vboard_top &top_;
  int input_;
  int output_;
};

}  // namespace

int main(int argc, char **argv) {
  if (argc != 5 && argc != 8) return 2;
  const long cycles = std::atol(argv[1]), bit = std::atol(argv[2]);
  const unsigned leds_low = std::atoi(argv[3]);
  const auto ended = [&](unsigned outputs) { return ((outputs ^ leds_low) & 1) != 0; };
  Vboard_top top;
  top.inputs_i = std::atoi(argv[4]);
  std::optional<Jtag> jtag;
  std::optional<Pins> pins;
  if (argc == 8) {
    jtag.emplace(std::atoi(argv[5]));
    pins.emplace(top, std::atoi(argv[6]), std::atoi(argv[7]));
  }
  long until = cycles, sampled = 0;
  int left = 0;
  bool spoken = false;
  unsigned character = 0, before = ~0u, sent = kRest;
  for (long cycle = 0; cycle < until; cycle++) {
    const long phase = cycle % (kBits * bit);
    if (phase == 0 && spoken) sent = next_character();
    top.uart_rx_i = sent >> phase / bit & 1;
    top.clk_i = 0;
    top.eval();
    top.clk_i = 1;
    top.eval();
    const unsigned now = top.outputs_o << 1 | top.uart_tx_o;
    if (now != before) std::fprintf(stderr, "%ld %x\n", cycle, now);
    if (left == 0 && before != ~0u && (before & 1) && !(now & 1)) {
      left = kBits;
      spoken = true;
      sampled = cycle + bit / 2;
    }
    before = now;
    if (left != 0 && cycle == sampled) {
      character = character >> 1 | (now & 1) << (kBits - 1);
      sampled += bit;
      if (--left == 0) {
        std::putchar(character >> 1 & 0xFF);
        std::fflush(stdout);
      }
    }
    if (jtag && cycle >= kReset) jtag->move(*pins, false);
    const bool debugged = jtag && jtag->connected();
    if (ended(top.outputs_o) && until == cycles && !debugged) until = cycle + kAfter * bit;
  }
  return ended(top.outputs_o) ? 0 : 1;
}
