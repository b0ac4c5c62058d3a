// SPDX-License-Identifier: Apache-2.0
//
// After reset the memories are written, one word after the other.
module isochron_initialisation #(
  parameter int unsigned Width = 7  // bits of an index into the deepest of them
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  output logic             active_o,  // it goes on
  output logic [Width-1:0] index_o    // of the word
);

  logic             active_q;
  logic [Width-1:0] index_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q <= 1'b1;
      index_q  <= '0;
    end else if (active_q) begin
      index_q  <= index_q + 1'b1;
      active_q <= ~&index_q;
    end
  end

  assign active_o = active_q;
  assign index_o  = index_q;

endmodule
