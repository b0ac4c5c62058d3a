// SPDX-License-Identifier: Apache-2.0

// CV32E40P asks whoever integrates it for this cell. An FPGA has no gate for a clock that stops in
// wfi only: the core waits with a clock.
module cv32e40p_clock_gate (
  input  logic clk_i,         // Clock
  input  logic en_i,          // The clock is needed
  input  logic scan_cg_en_i,  // It is needed for a test of production
  output logic clk_o          // Gated clock: here it goes on
);

  assign clk_o = clk_i;

  logic unused;
  assign unused = en_i ^ scan_cg_en_i;

endmodule
