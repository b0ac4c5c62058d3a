// SPDX-License-Identifier: Apache-2.0

// The SoC with several cores on a board, by the pins of the reference SoC's board_top. The cores share the
// serial line, which has the board's speed; nothing is received.
module board_top
  import soc_pkg::*;
#(
  parameter int unsigned FeedbackDivider = 24,     // As board_base's
  parameter int unsigned ClockDivider    = 25,     // As board_base's
  parameter int unsigned NumLeds         = 8,      // LEDs, at most 8
  parameter bit          LedsLow         = 1'b0,   // A LED shines at 0
  parameter int unsigned NumHigh         = 0,      // Pins that are always high
  parameter int unsigned NumButtons      = 1,      // Buttons, at most 8
  parameter bit          ButtonsLow      = 1'b0,   // A pressed button gives 0
  parameter int unsigned NCores          = 2,      // As smp_soc's, and as many as the RAM has ports
  parameter int unsigned RamBytes        = 65536,  // As smp_soc's
  parameter int unsigned UartDivisor     = 1       // As soc_uart_line's
) (
  input  logic                       clk_i,      // The board's oscillator
  input  logic                       uart_rx_i,  // Not used
  output logic                       uart_tx_o,  // Serial line from the SoC
  input  logic [NumButtons-1:0]      inputs_i,   // Buttons, the first one is line 0
  output logic [NumLeds+NumHigh-1:0] outputs_o   // LEDs, and above them the pins that are high
);

  logic                    clk, rst_n;
  logic [NumLines-1:0]     lines;
  logic [NCores-1:0]       tx_valid, exits;
  logic [NCores-1:0][ 7:0] tx_data, current_id;
  logic [NCores-1:0][31:0] exit_codes;
  logic [ 7:0]             character;
  logic                    ended, failed, busy;
  logic                    unused_rx_valid;
  logic [ 7:0]             unused_rx_data;

  board_base #(
    .FeedbackDivider (FeedbackDivider), .ClockDivider (ClockDivider),
    .NumButtons (NumButtons), .ButtonsLow (ButtonsLow)
  ) u_base (
    .clk_i, .buttons_i (inputs_i), .clk_o (clk), .rst_no (rst_n), .lines_o (lines)
  );

  smp_soc #(
    .NCores (NCores), .HardwareKernel (1'b1), .OnePort (1'b1), .RamBytes (RamBytes), .RamFile ("ram.hex")
  ) u_soc (
    .clk_i (clk), .rst_ni (rst_n),
    .lines_i (lines),
    .uart_tx_valid_o (tx_valid), .uart_tx_data_o (tx_data), .uart_tx_busy_i (busy),
    .exit_o (exits), .exit_code_o (exit_codes),
    .current_id_o (current_id)
  );

  // Of two characters in one cycle the first core's leaves: two tasks that print take turns by themselves.
  always_comb begin
    character = '0;
    ended     = 1'b0;
    failed    = 1'b0;
    for (int core = int'(NCores) - 1; core >= 0; core--) begin
      if (tx_valid[core]) character = tx_data[core];
      ended  |= exits[core];
      failed |= exits[core] & exit_codes[core] != '0;
    end
  end

  soc_uart_line u_uart_line (
    .clk_i      (clk),
    .rst_ni     (rst_n),
    .divisor_i  (16'(UartDivisor)),
    .tx_valid_i (|tx_valid & ~busy),
    .tx_data_i  (character),
    .tx_busy_o  (busy),
    .rx_valid_o (unused_rx_valid),
    .rx_data_o  (unused_rx_data),
    .rx_i       (1'b1),
    .tx_o       (uart_tx_o)
  );

  // LED 0: the program has ended; LED 1: not with exit code 0; the others: numbers of the running tasks, three
  // bits of each, the first core's lowest.
  logic [7:0] leds;

  assign leds = {current_id[NCores-1][2:0], current_id[0][2:0], failed, ended};

  assign outputs_o[NumLeds-1:0] = leds[NumLeds-1:0] ^ {NumLeds{LedsLow}};
  if (NumHigh != 0) begin : gen_high
    assign outputs_o[NumLeds+:NumHigh] = '1;
  end

  logic unused;
  assign unused = ^{uart_rx_i, leds, current_id};

endmodule
