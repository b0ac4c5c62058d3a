// SPDX-License-Identifier: Apache-2.0
//
// Who observes the tasks and changes nothing: the monitor, and what the trace is told.
module isochron_observed
  import isochron_pkg::*;
  import isochron_bus_pkg::*;
  import isochron_monitor_pkg::*;
#(
  parameter int unsigned NTasks  = 32,    // Tasks, idle included; with the monitor area grows with them
  parameter int unsigned NLines  = 8,     // Interrupt lines
  parameter bit          Monitor = 1'b1,  // Run times, deadlines and budgets are watched
  localparam int unsigned LineWidth = NLines > 1 ? $clog2(NLines) : 1
) (
  input  logic                 clk_i,        // The clock that never stops
  input  logic                 rst_ni,       // Asynchronous reset, active low

  input  init_t                init_i,       // One of a task's words is initialised after reset

  input  operation_t           operation_i,  // The operation
  input  logic [LineWidth-1:0] line_i,       // Which line, if it was one
  input  control_t             control_i,    // What was known of the subject before
  input  action_t              action_i,     // What it does, in Decide

  // Who runs
  input  scheduler_t           scheduler_i,  // State of the scheduler
  input  logic                 interrupt_i,  // Level: the interrupt that requests switches is raised
  input  logic                 served_i,     // Pulse: it is served, not by MONITOR_EVENT

  input  came_t                came_i,       // Who has begun to run

  // Registers
  input  monitor_request_t     request_i,    // What the bus asks of the monitor
  output monitor_shown_t       shown_o,      // What the monitor's registers show

  output logic [10:0]          trace_o       // What happens to tasks, to isochron_trace
);

  change_t change;

  assign change = '{
    valid:     operation_i.stage.decide & action_i.write_control,
    subject:   operation_i.subject,
    created:   action_i.clear_notifications,
    was_ready: is_ready(control_i.alive, control_i.place, control_i.chain),
    ready:     is_ready(action_i.control.alive, action_i.control.place, action_i.control.chain),
    source:    operation_i.source
  };

  if (Monitor) begin : gen_monitor
    isochron_monitor #(.NTasks(NTasks)) u_monitor (
      .clk_i, .rst_ni, .init_i, .scheduler_i, .change_i(change), .interrupt_i, .served_i,
      .request_i, .shown_o
    );
  end else begin : gen_no_monitor
    logic unused_monitor;

    assign unused_monitor = ^{init_i, scheduler_i, interrupt_i, served_i, request_i};
    assign shown_o        = '0;
  end

  isochron_traced #(.NTasks(NTasks), .NLines(NLines)) u_traced (
    .clk_i, .rst_ni, .change_i(change), .line_i,
    .start_i(operation_i.stage.decide & action_i.schedule.start), .came_i, .trace_o
  );

  logic unused;
  assign unused = ^{operation_i, control_i, action_i};

endmodule
