// SPDX-License-Identifier: Apache-2.0
//
// Small memory with one write port and asynchronous reads: distributed RAM on FPGAs.
// Area grows with Depth * Width * ReadPorts, read delay with log(Depth).
module isochron_ram_distributed #(
  parameter int unsigned Width     = 8,   // bits of a word
  parameter int unsigned Depth     = 32,  // words
  parameter int unsigned ReadPorts = 1,   // each costs a copy
  localparam int unsigned AddressWidth = $clog2(Depth)
) (
  input  logic                                      clk_i,

  input  logic                                      write_i,
  input  logic [AddressWidth-1:0]                   waddr_i,
  input  logic [Width-1:0]                          wdata_i,

  input  logic [ReadPorts-1:0][AddressWidth-1:0]    raddr_i,
  output logic [ReadPorts-1:0][Width-1:0]           rdata_o  // old data in the cycle of a write
);

  (* ram_style = "distributed" *) logic [Width-1:0] memory_q [Depth];

  always_ff @(posedge clk_i) begin
    if (write_i) memory_q[waddr_i] <= wdata_i;
  end

  for (genvar port = 0; port < int'(ReadPorts); port++) begin : gen_read
    assign rdata_o[port] = memory_q[raddr_i[port]];
  end

endmodule
