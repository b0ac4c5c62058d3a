// SPDX-License-Identifier: Apache-2.0
//
// How long nothing is due, for tickless idle. While the scheduler is suspended, when no tick can
// come in between, it walks over the tasks due at the next tick and the delayed ones, and keeps
// the nearest deadline. A change of a list starts the walk again.
module isochron_idle
  import isochron_pkg::*;
#(
  parameter int unsigned NTasks     = 32,
  parameter int unsigned TimerWidth = 32,
  parameter int unsigned NodeWidth  = 7,
  parameter logic [NodeWidth-1:0] DelayedMarker = '0,
  parameter logic [NodeWidth-1:0] DueMarker     = '0,
  localparam int unsigned TaskWidth = $clog2(NTasks)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  input  logic                  restart_i,   // a suspension begins, or a list changes
  input  logic                  suspended_i, // ... and its end has not begun

  // the node to look behind, when the background has nothing else to do
  output logic [NodeWidth-1:0]  node_o,
  output logic                  work_o,      // there is a task to measure
  input  logic                  look_i,      // `next_i` is what comes after the node
  input  logic [NodeWidth-1:0]  next_i,

  input  logic                  read_i,      // Read stage of WorkMeasure
  input  logic [TimerWidth-1:0] overdue_i,   // the visible tick less the task's deadline
  input  logic                  commit_i,    // Decide stage of WorkMeasure
  input  logic [TaskWidth-1:0]  task_i,

  output logic [TimerWidth-1:0] ticks_o,     // that can pass before a task is due
  output logic                  valid_o,
  output logic                  rest_o       // nothing changes by itself
);

  typedef logic [NodeWidth-1:0] node_t;

  logic                  done_q, end_due, end_delayed;
  node_t                 node_q;
  logic [TimerWidth-1:0] nearest_q;  // the greatest of them: all deadlines are ahead

  assign end_due     = next_i == DueMarker;
  assign end_delayed = next_i == DelayedMarker;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      done_q <= 1'b0;
      node_q <= DueMarker;
    end else if (restart_i) begin
      done_q <= 1'b0;
      node_q <= DueMarker;
    end else if (commit_i) begin
      node_q <= node_t'(task_i);
    end else if (look_i && !done_q) begin
      if (end_due) node_q <= DelayedMarker;
      done_q <= end_delayed;
    end
  end

  // A task that is measured twice, because a command came in between, does no harm.
  always_ff @(posedge clk_i) begin
    if (restart_i)                               nearest_q <= '0;
    else if (read_i && overdue_i > nearest_q) nearest_q <= overdue_i;
  end

  assign node_o  = node_q;
  assign work_o  = suspended_i & ~done_q & ~end_due & ~end_delayed;
  assign ticks_o = ~nearest_q;
  assign valid_o = done_q & suspended_i;
  assign rest_o  = done_q | ~suspended_i;

endmodule
