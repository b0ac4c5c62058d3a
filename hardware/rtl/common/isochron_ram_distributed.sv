// SPDX-License-Identifier: Apache-2.0
//
// Small memory with one write port and asynchronous reads: distributed RAM on FPGAs.
// Area grows with Depth * Width * ReadPorts, read delay with log(Depth).
module isochron_ram_distributed #(
  parameter int unsigned Width     = 8,   // Bits of a word; area grows with it
  parameter int unsigned Depth     = 32,  // Words; area grows with it, delay with its logarithm
  parameter int unsigned ReadPorts = 1,   // Words read at the same time; each costs a copy of the
                                          // memory
  localparam int unsigned AddressWidth = $clog2(Depth)
) (
  input  logic                                   clk_i,    // Clock

  input  logic                                   write_i,  // A word is written at the next clock
                                                           // edge
  input  logic [AddressWidth-1:0]                waddr_i,  // Its address
  input  logic [Width-1:0]                       wdata_i,  // What is written

  input  logic [ReadPorts-1:0][AddressWidth-1:0] raddr_i,  // The address of each word that is read
  output logic [ReadPorts-1:0][Width-1:0]        rdata_o   // What stands there, in the same cycle;
                                                           // in the cycle of a write the old word
);

  (* ram_style = "distributed" *) logic [Width-1:0] memory_q [Depth];

`ifndef SYNTHESIS
  // Simulated, every word begins as 0, since X would spread from the words that nobody has written
  // yet. Nothing depends on it: what is synthesized or proven begins with any words.
  initial memory_q = '{default: '0};
`endif

  // No `always_ff`, which allows no `initial` beside it.
  always @(posedge clk_i) begin
    if (write_i) memory_q[waddr_i] <= wdata_i;
  end

  for (genvar port = 0; port < int'(ReadPorts); port++) begin : gen_read
    assign rdata_o[port] = memory_q[raddr_i[port]];
  end

endmodule
