// SPDX-License-Identifier: Apache-2.0
//
// What happens to tasks, for isochron_trace: who becomes ready and why, who stops to be, who runs.

`ifndef ISOCHRON_ASSERTIONS
`include "../common/isochron_assertions.svh"
`endif

module isochron_traced
  import isochron_pkg::*;
  import isochron_trace_registers_pkg::*;
#(
  parameter int unsigned NTasks = 32,  // Tasks, idle included
  parameter int unsigned NLines = 8,   // Interrupt lines
  localparam int unsigned TaskWidth = $clog2(NTasks),
  localparam int unsigned LineWidth = NLines > 1 ? $clog2(NLines) : 1
) (
  input  logic                 clk_i,        // The clock that never stops
  input  logic                 rst_ni,       // Asynchronous reset, active low

  input  change_t              change_i,     // The subject's state changes
  input  logic [LineWidth-1:0] line_i,       // Which line, if it was one
  input  logic                 start_i,      // The scheduler starts, in a Decide stage
  input  came_t                came_i,       // Who has begun to run

  output logic [10:0]          trace_o       // What, as the fields WHAT and TASK of a word
                                             // (docs/reference/trace-words.md); a change in a
                                             // Decide stage one cycle after it
);

  traced_e              what, what_q;
  logic                 changes, by_line, of_task_q;
  logic [TaskWidth-1:0] task_q;

  assign changes = change_i.valid & change_i.was_ready != change_i.ready;
  assign by_line = change_i.source == SourceLine & 32'(line_i) < 8;

  always_comb begin
    what = start_i ? TracedSwitch : TracedNothing;
    if (changes && !change_i.ready)     what = TracedStops;
    else if (changes && by_line) what = traced_e'({1'b1, 3'(line_i)});
    else if (changes)            what = traced_e'({2'b01, change_i.source});
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) what_q <= TracedNothing;
    else         what_q <= what;
  end

  always_ff @(posedge clk_i) begin
    of_task_q <= changes;
    task_q    <= change_i.subject[TaskWidth-1:0];
  end

  assign trace_o = {what_q | (came_i.valid ? TracedSwitch : TracedNothing),
                    of_task_q ? 7'(task_q) : came_i.id};

  `ISOCHRON_ASSERT(OneThingInACycle, what_q == TracedNothing | ~came_i.valid)

  logic unused;
  assign unused = ^change_i;

endmodule
