// SPDX-License-Identifier: Apache-2.0
//
// How long nothing is due, for tickless idle. While the scheduler is suspended, when no tick can
// come in between, it walks over the tasks due at the next tick and the delayed ones, and keeps
// the nearest deadline. A change of a list starts the walk again.
module isochron_idle
  import isochron_pkg::*;
  import isochron_bus_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NTasks      = 32,  // Tasks, idle included
  parameter int unsigned NPriorities = 64,  // Priorities; each has a list
  parameter int unsigned TimerWidth  = 32,  // Bits of the visible tick; area and delay grow with it
  localparam int unsigned TaskWidth = $clog2(NTasks),
  localparam int unsigned NodeWidth = $clog2(NTasks + NPriorities + 2),
  localparam logic [NodeWidth-1:0] DelayedMarker = NodeWidth'(NTasks + NPriorities),
  localparam logic [NodeWidth-1:0] DueMarker     = NodeWidth'(NTasks + NPriorities + 1)
) (
  input  logic                  clk_i,          // Clock
  input  logic                  rst_ni,         // Asynchronous reset, active low

  input  logic                  suspended_i,    // The scheduler is suspended, and the end of that
                                                // has not begun

  // The list to look at, when the background has nothing else to do
  output logic [NodeWidth-1:0]  node_o,         // The node behind which to look
  output logic                  work_o,         // There is a task to measure
  input  logic                  look_i,         // The background looks there: `next_i` is what
                                                // comes behind that node
  input  logic [NodeWidth-1:0]  next_i,         // The node behind it: a task, or the list's end
                                                // marker

  // The operation
  input  operation_t            operation_i,    // The operation
  input  logic [TimerWidth-1:0] overdue_i,      // The visible tick less the subject's deadline, in
                                                // ticks
  input  action_t               action_i,       // What it does, in its Decide stage

  output idle_time_t            time_o          // How long nothing is due
);

  typedef logic [NodeWidth-1:0] node_t;

  logic                  done_q, end_due, end_delayed;
  node_t                 node_q;
  logic [TimerWidth-1:0] nearest_q;  // the greatest of them: all deadlines are ahead

  logic                  restart, measures;

  assign restart     = operation_i.stage.decide & (action_i.schedule.suspend_all | action_i.unlink
                                         | action_i.link != LinkNone | action_i.step);
  assign measures    = operation_i.source == SourceTime & operation_i.kind == WorkMeasure;
  assign end_due     = next_i == DueMarker;
  assign end_delayed = next_i == DelayedMarker;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      done_q <= 1'b0;
      node_q <= DueMarker;
    end else if (restart) begin
      done_q <= 1'b0;
      node_q <= DueMarker;
    end else if (operation_i.stage.decide && measures) begin
      node_q <= node_t'(operation_i.subject[TaskWidth-1:0]);
    end else if (look_i && !done_q) begin
      if (end_due) node_q <= DelayedMarker;
      done_q <= end_delayed;
    end
  end

  // A task that is measured twice, because a command came in between, does no harm.
  always_ff @(posedge clk_i) begin
    if (restart)                                          nearest_q <= '0;
    else if (operation_i.stage.read && measures && overdue_i > nearest_q) nearest_q <= overdue_i;
  end

  assign node_o  = node_q;
  assign work_o  = suspended_i & ~done_q & ~end_due & ~end_delayed;
  assign time_o  = '{valid: done_q & suspended_i, ticks: 32'(TimerWidth'(~nearest_q))};

  logic unused;
  assign unused = ^{operation_i, action_i};

endmodule
