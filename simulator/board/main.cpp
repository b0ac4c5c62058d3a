// SPDX-License-Identifier: Apache-2.0
//
// Runs a verilated board_top: main CYCLES BIT_CYCLES KEY_AT LEDS_LOW BUTTONS. Prints what leaves by
// the UART, and writes to the error output each change of the outputs with its cycle. BIT_CYCLES
// are those of the UART's bit. In the cycle KEY_AT a character comes; 0: none does. LEDS_LOW: 1
// where the board's LEDs shine at 0. BUTTONS: the pins of buttons that nobody presses, a number.
#include <cstdio>
#include <cstdlib>

#include "Vboard_top.h"
#include "verilated.h"

namespace {

constexpr int kBits = 10;   // Of a character, start and stop bit among them
constexpr int kAfter = 12;  // Bits after the end of the program, until its last character has left
constexpr unsigned kKey = 0x200 | 'k' << 1;

}  // namespace

int main(int argc, char **argv) {
  if (argc != 6) return 2;
  const long cycles = std::atol(argv[1]), bit = std::atol(argv[2]), key = std::atol(argv[3]);
  const unsigned leds_low = std::atoi(argv[4]);
  const auto ended = [&](unsigned outputs) { return ((outputs ^ leds_low) & 1) != 0; };
  Vboard_top top;
  top.buttons_i = std::atoi(argv[5]);
  long until = cycles, sampled = 0;
  int left = 0;
  unsigned character = 0, before = ~0u;
  for (long cycle = 0; cycle < until; cycle++) {
    const bool sends = key != 0 && cycle >= key && cycle < key + kBits * bit;
    top.uart_rx_i = !sends || (kKey >> (cycle - key) / bit & 1);
    top.clk_i = 0;
    top.eval();
    top.clk_i = 1;
    top.eval();
    const unsigned now = top.outputs_o << 1 | top.uart_tx_o;
    if (now != before) std::fprintf(stderr, "%ld %x\n", cycle, now);
    if (left == 0 && before != ~0u && (before & 1) && !(now & 1)) {
      left = kBits;
      sampled = cycle + bit / 2;
    }
    before = now;
    if (left != 0 && cycle == sampled) {
      character = character >> 1 | (now & 1) << (kBits - 1);
      sampled += bit;
      if (--left == 0) std::putchar(character >> 1 & 0xFF);
    }
    if (ended(top.outputs_o) && until == cycles) until = cycle + kAfter * bit;
  }
  return ended(top.outputs_o) ? 0 : 1;
}
