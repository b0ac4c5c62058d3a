// SPDX-License-Identifier: Apache-2.0
//
// First in, first out. What is pushed when it is full is lost.

`ifndef ISOCHRON_ASSERTIONS
`include "isochron_assertions.svh"
`endif

module isochron_fifo #(
  parameter int unsigned Width = 8,  // Bits of an entry; area grows with it
  parameter int unsigned Depth = 4,  // Entries, a power of two; area grows with it
  localparam int unsigned PointerWidth = $clog2(Depth)
) (
  input  logic             clk_i,    // Clock
  input  logic             rst_ni,   // Asynchronous reset, active low

  input  logic             push_i,   // An entry is put in, unless the FIFO is full
  input  logic [Width-1:0] data_i,   // That entry
  output logic             full_o,   // Every entry is in use

  output logic             valid_o,  // There is an entry
  output logic [Width-1:0] data_o,   // The oldest entry
  input  logic             pop_i     // The oldest entry is taken away; only while `valid_o`
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

  `ISOCHRON_ASSERT(HoldsNoMoreThanThereIsRoom, write_q - read_q <= (PointerWidth + 1)'(Depth))
  `ISOCHRON_ASSERT(OnlyAnEntryIsTaken, valid_o | ~pop_i)

endmodule
