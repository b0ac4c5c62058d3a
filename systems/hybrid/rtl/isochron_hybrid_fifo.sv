// SPDX-License-Identifier: Apache-2.0
//
// First-in first-out memory between two handshakes, in distributed RAM. A word that is put can be
// taken in the next cycle.

`ifndef ISOCHRON_ASSERTIONS
`include "isochron_assertions.svh"
`endif

module isochron_hybrid_fifo #(
  parameter int unsigned Width = 32,  // Bits of a word; area grows with it
  parameter int unsigned Depth = 4,   // Words, a power of two, 2 or more; area grows with it
  localparam int unsigned IndexWidth = $clog2(Depth)
) (
  input  logic                clk_i,        // Clock
  input  logic                rst_ni,       // Asynchronous reset, active low
  input  logic                put_valid_i,  // A word is offered
  output logic                put_ready_o,  // There is room for it
  input  logic [Width-1:0]    put_i,        // The word
  output logic                get_valid_o,  // There is a word
  input  logic                get_ready_i,  // It is taken
  output logic [Width-1:0]    get_o,        // The oldest word
  output logic [IndexWidth:0] used_o        // The number of words in it
);

  logic [IndexWidth:0] put_q, get_q;

  assign used_o      = put_q - get_q;
  assign put_ready_o = ~used_o[IndexWidth];
  assign get_valid_o = put_q != get_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      put_q <= '0;
      get_q <= '0;
    end else begin
      put_q <= put_q + (IndexWidth + 1)'(put_valid_i && put_ready_o);
      get_q <= get_q + (IndexWidth + 1)'(get_valid_o && get_ready_i);
    end
  end

  isochron_ram_distributed #(.Width(Width), .Depth(Depth)) u_words (
    .clk_i,
    .write_i(put_valid_i & put_ready_o), .waddr_i(put_q[IndexWidth-1:0]), .wdata_i(put_i),
    .raddr_i(get_q[IndexWidth-1:0]), .rdata_o(get_o)
  );

  `ISOCHRON_ASSERT(HoldsNoMoreThanThereIsRoom, used_o <= (IndexWidth + 1)'(Depth))

endmodule
