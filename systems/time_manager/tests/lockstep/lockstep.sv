// SPDX-License-Identifier: Apache-2.0
//
// Two time managers on buses of their own, and their tasks to wake.
module lockstep #(
  parameter int unsigned NTasks = 12,  // Tasks of each
  parameter int unsigned Width  = 64   // Bits of their time and delays
) (
  input  logic        clk_i,       // Clock
  input  logic        rst_ni,      // Reset, active low

  input  logic        we_i,        // Store, of both
  input  logic [10:0] addr_i,      // Byte offset
  input  logic [31:0] wdata_i,     // Word to store
  input  logic [ 1:0] req_i,       // Load or store, of each
  output logic [ 1:0] gnt_o,       // Granted and answered
  output logic [ 1:0] err_o,       // Refused
  output logic [31:0] rdata_o [2], // Word loaded
  output logic [63:0] wake_o [2]   // Tasks to wake
);

  for (genvar i = 0; i < 2; i++) begin : gen_each
    logic interrupt;

    isochron_time_manager #(.NTasks(NTasks), .Width(Width), .Reconfigurable(1)) u_time_manager (
      .clk_i, .rst_ni,
      .req_i(req_i[i]), .we_i, .addr_i, .wdata_i,
      .gnt_o(gnt_o[i]), .rdata_o(rdata_o[i]), .err_o(err_o[i]),
      .interrupt_o(interrupt)
    );

    assign wake_o[i] = 64'(u_time_manager.wake_q);
  end

endmodule
