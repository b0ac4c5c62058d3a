// SPDX-License-Identifier: Apache-2.0

// The hardware kernel behind the adapters of adapters.sv.

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

  logic        unused_request, unused_more_due, unused_again, unused_switch;
  logic        unused_becomes_again, unused_other, unused_next_valid;
  logic [1:0]  unused_current, unused_next;
  logic [10:0] unused_trace;

  isochron #(
    .NTasks(4), .NPriorities(8), .NObjects(8), .NLines(1), .NNotifications(1),
    .EventGroups(1'b0), .Tickless(1'b0), .Monitor(1'b0)
  ) u_isochron (
    .clk_i, .rst_ni, .req_i, .we_i, .addr_i, .wdata_i, .gnt_o, .rdata_o,
    .lines_i(1'b0), .switch_request_o(unused_request), .more_due_o(unused_more_due),
    .again_o(unused_again), .becomes_again_o(unused_becomes_again), .other_o(unused_other),
    .next_valid_o(unused_next_valid), .next_id_o(unused_next), .current_id_o(unused_current),
    .switch_o(unused_switch),
    .trace_o(unused_trace)
  );

endmodule
