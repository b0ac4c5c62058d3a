// SPDX-License-Identifier: Apache-2.0

// What every SoC on a board needs: a clock from the PLL, reset, and buttons as interrupt lines.
module board_base
  import soc_pkg::*;
#(
  parameter int unsigned FeedbackDivider = 24,    // As ecp5_pll's
  parameter int unsigned ClockDivider    = 25,    // As ecp5_pll's
  parameter int unsigned NumButtons      = 1,     // Buttons, at most 8
  parameter bit          ButtonsLow      = 1'b0   // A pressed button gives 0
) (
  input  logic                  clk_i,      // The board's oscillator
  input  logic [NumButtons-1:0] buttons_i,  // The first one is line 0
  output logic                  clk_o,      // The SoC's clock
  output logic                  rst_no,     // Its reset, asynchronous, active low
  output logic [NumLines-1:0]   lines_o     // Its interrupt lines, synchronous
);

  logic locked;

  ecp5_pll #(
    .FeedbackDivider (FeedbackDivider), .ClockDivider (ClockDivider)
  ) u_pll (
    .clk_i, .clk_o, .locked_o (locked)
  );

  // Reset ends some cycles after the PLL is locked, at a clock edge.
  logic [7:0] reset_q = '0;
  logic       rst_nq  = 1'b0;

  always_ff @(posedge clk_o or negedge locked) begin
    if (!locked) begin
      reset_q <= '0;
      rst_nq  <= 1'b0;
    end else begin
      if (reset_q != '1) reset_q <= reset_q + 1'b1;
      rst_nq <= reset_q == '1;
    end
  end

  assign rst_no = rst_nq;

  for (genvar i = 0; i < int'(NumLines); i++) begin : gen_lines
    if (i < int'(NumButtons)) begin : gen_button
      board_button u_button (
        .clk_i     (clk_o),
        .rst_ni    (rst_no),
        .pin_i     (buttons_i[i] ^ ButtonsLow),
        .pressed_o (lines_o[i])
      );
    end else begin : gen_no_button
      assign lines_o[i] = 1'b0;
    end
  end

endmodule
