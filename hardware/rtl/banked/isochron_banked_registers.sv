// SPDX-License-Identifier: Apache-2.0
//
// Banks of 32 registers in place of a core's register file: two asynchronous reads, one write.
// Register 0 reads as 0.
//
// The window to every bank has no port of its own. It takes over read port B and the write port
// for a cycle in which the core's load or store of the window waits: a load does not use port B, and
// nothing before it is left that would write.
module isochron_banked_registers #(
  parameter int unsigned NBanks = 33,  // Banks
  localparam int unsigned BankWidth = $clog2(NBanks)
) (
  input  logic                 clk_i,              // Clock

  // The core
  input  logic [BankWidth-1:0] bank_i,             // Its bank in this cycle, of reads and write
  input  logic [4:0]           raddr_a_i,          // Register to read, port A
  output logic [31:0]          rdata_a_o,          // Its value in the same cycle
  input  logic [4:0]           raddr_b_i,          // Register to read, port B
  output logic [31:0]          rdata_b_o,          // Its value in the same cycle
  input  logic                 we_i,               // Write
  input  logic [4:0]           waddr_i,            // Register to write
  input  logic [31:0]          wdata_i,            // Value to write

  // The window
  input  logic                 window_i,           // Port B reads the window's register
  input  logic                 window_we_i,        // The write port writes it, and no `we_i`
  input  logic [BankWidth-1:0] window_bank_i,      // Its bank
  input  logic [4:0]           window_register_i,  // Its number
  input  logic [31:0]          window_wdata_i      // Value to write
);

  logic [31:0] mem[NBanks*32];

  logic [BankWidth-1:0] bank_b, write_bank;
  logic [4:0]           raddr_b, waddr;

  assign bank_b     = window_i ? window_bank_i : bank_i;
  assign raddr_b    = window_i ? window_register_i : raddr_b_i;
  assign write_bank = window_we_i ? window_bank_i : bank_i;
  assign waddr      = window_we_i ? window_register_i : waddr_i;

  always_ff @(posedge clk_i) begin
    if (we_i | window_we_i) mem[{write_bank, waddr}] <= window_we_i ? window_wdata_i : wdata_i;
  end

  assign rdata_a_o = (raddr_a_i == '0) ? '0 : mem[{bank_i, raddr_a_i}];
  assign rdata_b_o = (raddr_b == '0) ? '0 : mem[{bank_b, raddr_b}];

endmodule
