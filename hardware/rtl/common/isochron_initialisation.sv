// SPDX-License-Identifier: Apache-2.0
//
// After reset the memories are written, one word after the other.
module isochron_initialisation #(
  parameter int unsigned Width = 7  // Bits of an index into the deepest memory; the cycles it takes
                                    // are 2 to the power of it
) (
  input  logic             clk_i,     // Clock
  input  logic             rst_ni,    // Asynchronous reset, active low

  output logic             active_o,  // The memories are being written
  output logic [Width-1:0] index_o    // The index of the word that is written in this cycle
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
