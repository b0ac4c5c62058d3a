// SPDX-License-Identifier: Apache-2.0
//
// First-in first-out memory between two handshakes, in distributed RAM. A word that is put can be
// taken in the next cycle.
module isochron_hybrid_fifo #(
  parameter  int unsigned Width      = 32,  // bits of a word
  parameter  int unsigned Depth      = 4,   // words, a power of two, 2 or more
  localparam int unsigned IndexWidth = $clog2(Depth)
) (
  input  logic                clk_i,        // clock
  input  logic                rst_ni,       // asynchronous reset, active low
  input  logic                put_valid_i,  // a word is offered
  output logic                put_ready_o,  // there is room for it
  input  logic [Width-1:0]    put_i,        // the word
  output logic                get_valid_o,  // there is a word
  input  logic                get_ready_i,  // it is taken
  output logic [Width-1:0]    get_o,        // the oldest word
  output logic [IndexWidth:0] used_o        // words in it
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
      put_q <= put_q + (IndexWidth + 1)'(put_valid_i & put_ready_o);
      get_q <= get_q + (IndexWidth + 1)'(get_valid_o & get_ready_i);
    end
  end

  isochron_ram_distributed #(.Width(Width), .Depth(Depth)) u_words (
    .clk_i,
    .write_i(put_valid_i & put_ready_o), .waddr_i(put_q[IndexWidth-1:0]), .wdata_i(put_i),
    .raddr_i(get_q[IndexWidth-1:0]), .rdata_o(get_o)
  );

endmodule
