// SPDX-License-Identifier: Apache-2.0
//
// Memory with one write port and one synchronous read port: block RAM on FPGAs.
module isochron_ram_block #(
  parameter int unsigned Width = 32,  // Bits of a word; block RAM grows with it
  parameter int unsigned Depth = 64,  // Words; block RAM grows with it
  localparam int unsigned AddressWidth = $clog2(Depth)
) (
  input  logic                    clk_i,    // Clock

  input  logic                    write_i,  // A word is written at the next clock edge
  input  logic [AddressWidth-1:0] waddr_i,  // Its address
  input  logic [Width-1:0]        wdata_i,  // What is written

  input  logic                    read_i,   // A word is read at the next clock edge; while it is
                                            // low, `rdata_o` holds
  input  logic [AddressWidth-1:0] raddr_i,  // Its address
  output logic [Width-1:0]        rdata_o   // What was read, one cycle later; undefined after a
                                            // write to the same word in the same cycle
);

  (* ram_style = "block" *) logic [Width-1:0] memory_q [Depth];

`ifndef SYNTHESIS
  // Simulated, every word begins as 0, since X would spread from the words that nobody has written
  // yet. Nothing depends on it: what is synthesized or proven begins with any words.
  initial memory_q = '{default: '0};
`endif

  // No `always_ff`, which allows no `initial` beside it.
  always @(posedge clk_i) begin
    if (write_i) memory_q[waddr_i] <= wdata_i;
    if (read_i) rdata_o <= (write_i && waddr_i == raddr_i) ? 'x : memory_q[raddr_i];
  end

endmodule
