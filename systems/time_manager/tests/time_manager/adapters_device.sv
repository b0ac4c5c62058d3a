// SPDX-License-Identifier: Apache-2.0

// The time manager behind the adapters of hardware/tests/adapters/adapters.sv. It has the first 2 KiB of
// their window, and no bus has an error for it.

module adapters_device (
  input  logic        clk_i,    // Clock
  input  logic        rst_ni,   // Asynchronous reset, active low
  input  logic        req_i,    // A load or store is asked for, until granted
  input  logic        we_i,     // It is a store
  input  logic [19:0] addr_i,   // Its byte address
  input  logic [31:0] wdata_i,  // The word to store
  output logic        gnt_o,    // It is done
  output logic [31:0] rdata_o   // The word loaded
);

  logic unused_err, unused_interrupt;

  isochron_time_manager u_time_manager (
    .clk_i, .rst_ni, .req_i, .we_i, .addr_i(addr_i[10:0]), .wdata_i, .gnt_o, .rdata_o,
    .err_o(unused_err), .interrupt_o(unused_interrupt)
  );

endmodule
