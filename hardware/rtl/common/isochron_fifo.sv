// SPDX-License-Identifier: Apache-2.0
//
// First in, first out. What is pushed when it is full is lost.
module isochron_fifo #(
  parameter int unsigned Width = 8,  // bits of an entry
  parameter int unsigned Depth = 4,  // entries, a power of two
  localparam int unsigned PointerWidth = $clog2(Depth)
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             push_i,
  input  logic [Width-1:0] data_i,
  output logic             full_o,

  output logic             valid_o,  // there is an entry
  output logic [Width-1:0] data_o,   // the oldest one
  input  logic             pop_i     // take it away; only while `valid_o`
);

  // one bit more than an index needs tells full from empty
  logic [PointerWidth:0] write_q, read_q;
  logic                  push;

  assign push    = push_i & ~full_o;
  assign valid_o = write_q != read_q;
  assign full_o  = (write_q ^ read_q) == (PointerWidth + 1)'(Depth);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      write_q <= '0;
      read_q  <= '0;
    end else begin
      if (push)  write_q <= write_q + 1'b1;
      if (pop_i) read_q  <= read_q + 1'b1;
    end
  end

  isochron_ram_distributed #(.Width(Width), .Depth(Depth)) u_entries (
    .clk_i,
    .write_i(push), .waddr_i(write_q[PointerWidth-1:0]), .wdata_i(data_i),
    .raddr_i(read_q[PointerWidth-1:0]), .rdata_o(data_o)
  );

endmodule
