// SPDX-License-Identifier: Apache-2.0
//
// One bit per priority: does its ready list hold a task? And the highest priority that does.
// Area grows with NPriorities, delay with its logarithm.
module isochron_ready #(
  parameter int unsigned NPriorities = 64,
  localparam int unsigned PriorityWidth = $clog2(NPriorities)
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,

  input  logic                     clear_i,           // the last task leaves a ready list
  input  logic [PriorityWidth-1:0] clear_priority_i,
  input  logic                     set_i,             // a task enters a ready list; wins over clear
  input  logic [PriorityWidth-1:0] set_priority_i,

  output logic [PriorityWidth-1:0] top_o              // highest that has a task; 0 if none has
);

  logic [NPriorities-1:0] ready_d, ready_q;
  logic                   unused_any;

  always_comb begin
    ready_d = ready_q;
    if (clear_i) ready_d[clear_priority_i] = 1'b0;
    if (set_i)   ready_d[set_priority_i]   = 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) ready_q <= '0;
    else         ready_q <= ready_d;
  end

  isochron_priority_encoder #(.Width(NPriorities)) u_encoder (
    .bits_i(ready_q), .index_o(top_o), .any_o(unused_any)
  );

endmodule
