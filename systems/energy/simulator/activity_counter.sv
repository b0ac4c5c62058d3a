// SPDX-License-Identifier: Apache-2.0

// Counts what some nets do from cycle to cycle, as they have settled before the clock's edge.
module activity_counter #(
  parameter int unsigned Bits   = 1,  // Nets
  parameter bit          Levels = 0   // Cycles in which a net is high count, and not its changes
) (
  input  logic            clk_i,   // Clock
  input  logic [Bits-1:0] nets_i,  // The nets
  output logic [    63:0] count_o  // Of all cycles before this one
);

  logic [Bits-1:0] before_q = '0;
  logic [    63:0] count_q  = '0;

  always_ff @(posedge clk_i) begin
    if (!Levels) before_q <= nets_i;
    count_q <= count_q + 64'($countones(nets_i ^ before_q));
  end

  assign count_o = count_q;

endmodule
