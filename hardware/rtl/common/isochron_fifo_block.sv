// SPDX-License-Identifier: Apache-2.0
//
// First in, first out, in block RAM: deeper than isochron_fifo, and an entry is there two cycles
// after it was put in. What is pushed when it is full is lost.

`ifndef ISOCHRON_ASSERTIONS
`include "isochron_assertions.svh"
`endif

module isochron_fifo_block #(
  parameter int unsigned Width = 32,   // Bits of an entry; block RAM grows with it
  parameter int unsigned Depth = 512,  // Entries, a power of two; block RAM grows with it, logic
                                       // with its logarithm
  localparam int unsigned PointerWidth = $clog2(Depth)
) (
  input  logic             clk_i,    // Clock
  input  logic             rst_ni,   // Asynchronous reset, active low

  input  logic             push_i,   // An entry is put in, unless the FIFO is full
  input  logic [Width-1:0] data_i,   // That entry
  output logic             full_o,   // There is no room
  output logic             empty_o,  // There is room for `Depth` entries; `valid_o` may be high

  output logic             valid_o,  // There is an entry
  output logic [Width-1:0] data_o,   // The oldest entry
  input  logic             pop_i     // The oldest entry is taken away; only while `valid_o`
);

  // one bit more than an index needs tells full from empty
  logic [PointerWidth:0] write_q, read_q;
  logic                  push, read, valid_q;

  assign push    = push_i & ~full_o;
  assign full_o  = (write_q ^ read_q) == (PointerWidth + 1)'(Depth);
  assign empty_o = write_q == read_q;
  assign read    = ~empty_o & (~valid_q | pop_i);  // the oldest one in memory is shown next
  assign valid_o = valid_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      write_q <= '0;
      read_q  <= '0;
      valid_q <= 1'b0;
    end else begin
      if (push) write_q <= write_q + 1'b1;
      if (read) read_q <= read_q + 1'b1;
      valid_q <= read | (valid_q & ~pop_i);
    end
  end

  isochron_ram_block #(.Width(Width), .Depth(Depth)) u_entries (
    .clk_i,
    .write_i(push), .waddr_i(write_q[PointerWidth-1:0]), .wdata_i(data_i),
    .read_i(read), .raddr_i(read_q[PointerWidth-1:0]), .rdata_o(data_o)
  );

  `ISOCHRON_ASSERT(HoldsNoMoreThanThereIsRoom, write_q - read_q <= (PointerWidth + 1)'(Depth))
  `ISOCHRON_ASSERT(OnlyAnEntryIsTaken, valid_o | ~pop_i)

endmodule
