// SPDX-License-Identifier: Apache-2.0

// The core's 32 registers, outside the core: two asynchronous reads, one write.
// Register 0 reads as 0.
module soc_register_file (
  input  logic        clk_i,      // Clock
  input  logic [ 4:0] raddr_a_i,  // Register to read, port A
  output logic [31:0] rdata_a_o,  // Its value in the same cycle
  input  logic [ 4:0] raddr_b_i,  // Register to read, port B
  output logic [31:0] rdata_b_o,  // Its value in the same cycle
  input  logic        we_i,       // Write
  input  logic [ 4:0] waddr_i,    // Register to write
  input  logic [31:0] wdata_i     // Value to write
);

  logic [31:0] mem[32];

  always_ff @(posedge clk_i) begin
    if (we_i) mem[waddr_i] <= wdata_i;
  end

  assign rdata_a_o = (raddr_a_i == '0) ? '0 : mem[raddr_a_i];
  assign rdata_b_o = (raddr_b_i == '0) ? '0 : mem[raddr_b_i];

endmodule
