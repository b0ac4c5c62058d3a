// SPDX-License-Identifier: Apache-2.0

// The time manager on the SoC's data bus, or nothing there: then any access is a bus error.
module soc_time_manager #(
  parameter int unsigned NTasks = 0  // Its tasks, as isochron_time_manager's; 0: there is none
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

  if (NTasks == 0) begin : gen_none
    assign gnt_o   = req_i;
    assign rdata_o = '0;
    assign err_o   = 1'b1;
    assign irq_o   = 1'b0;

    logic unused;
    assign unused = ^{clk_i, rst_ni, we_i, addr_i, wdata_i};
  end else begin : gen_time_manager
    isochron_time_manager #(
      .NTasks (NTasks)
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
  end

endmodule
