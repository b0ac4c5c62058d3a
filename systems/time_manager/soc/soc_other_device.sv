// SPDX-License-Identifier: Apache-2.0

// The time manager in the SoC's place for a device of another system.
module soc_other_device #(
  parameter int unsigned Size = 64  // Its tasks, as isochron_time_manager's
) (
  input  logic        clk_i,    // Clock
  input  logic        rst_ni,   // Asynchronous reset, active low

  // Device port of soc_bus, words only
  input  logic        req_i,    // Load or store, held until granted
  input  logic        we_i,     // Store
  input  logic [10:0] addr_i,   // Byte offset
  input  logic [31:0] wdata_i,  // Word to store
  output logic        gnt_o,    // Request done in this cycle
  output logic [31:0] rdata_o,  // Word loaded, with the grant
  output logic        err_o,    // Refused, with the grant

  output logic        irq_o     // A task is to wake, until it is cleared
);

  isochron_time_manager #(
    .NTasks (Size)
  ) u_time_manager (
    .clk_i,
    .rst_ni,
    .req_i,
    .we_i,
    .addr_i,
    .wdata_i,
    .gnt_o,
    .rdata_o,
    .err_o,
    .interrupt_o (irq_o)
  );

endmodule
