// SPDX-License-Identifier: Apache-2.0
//
// One bit per priority: does its ready list hold a task? And the highest priority that does.
// Area grows with NPriorities, delay with its logarithm.
module isochron_ready #(
  parameter int unsigned NPriorities = 64,  // Priorities; area grows with them, delay with their
                                            // logarithm
  localparam int unsigned PriorityWidth = $clog2(NPriorities)
) (
  input  logic                     clk_i,             // Clock
  input  logic                     rst_ni,            // Asynchronous reset, active low

  input  logic                     clear_i,           // The last task leaves a ready list
  input  logic [PriorityWidth-1:0] clear_priority_i,  // The priority of that list
  input  logic                     set_i,             // A task enters a ready list; of the same
                                                      // priority this wins
  input  logic [PriorityWidth-1:0] set_priority_i,    // The priority of that list

  output logic [PriorityWidth-1:0] top_o,             // The highest priority that has a ready task;
                                                      // 0 if none has
  output logic                     any_o              // Some priority has one
);

  // Decoded in two halves of at most eight values each, which all the bits share. Written by
  // groups, not by bits: the same logic, and a simulator takes an eighth of the time.
  localparam int unsigned Groups = (NPriorities + 7) / 8;
  logic [Groups-1:0]      clear_high, set_high;
  logic [7:0]             clear_low, set_low;
  logic [Groups-1:0][7:0] cleared, set, ready_q;

  assign clear_high = clear_i ? Groups'(1) << (clear_priority_i >> 3) : '0;
  assign set_high   = set_i ? Groups'(1) << (set_priority_i >> 3) : '0;
  assign clear_low  = 8'd1 << clear_priority_i[2:0];
  assign set_low    = 8'd1 << set_priority_i[2:0];

  for (genvar g = 0; g < int'(Groups); g++) begin : gen_group
    assign cleared[g] = {8{clear_high[g]}} & clear_low;
    assign set[g]     = {8{set_high[g]}} & set_low;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                ready_q <= '0;
    else if (clear_i || set_i)  ready_q <= set | (ready_q & ~cleared);
  end

  isochron_priority_encoder #(.Width(8 * Groups)) u_encoder (
    .bits_i(ready_q), .index_o(top_o), .any_o
  );

endmodule
