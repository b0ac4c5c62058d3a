// SPDX-License-Identifier: Apache-2.0
//
// What time wants done when no command is there: it looks for the delayed tasks that are due at
// the next tick and collects them in the order in which they blocked; at the tick it makes them
// ready one by one; and it works off what a suspension of the scheduler has held up. Each piece
// is an operation of its own, so commands and interrupt lines go between two of them.
//
// A tick becomes visible when all tasks due at it are ready. So the running task cannot see it
// before a higher task that it releases runs, and a wait that the running task begins meanwhile
// counts from the tick before, as if the call had come before the tick.
module isochron_background
  import isochron_registers_pkg::*;
#(
  parameter int unsigned          NTasks        = 32,  // Tasks, idle included
  parameter int unsigned          NodeWidth     = 7,   // Bits of a list's node; area grows with it
  parameter logic [NodeWidth-1:0] DelayedMarker = '0,  // The node that ends the delayed tasks
  parameter logic [NodeWidth-1:0] DueMarker     = '0,  // The node that ends the tasks due at the
                                                       // next tick
  parameter int unsigned          LateCommands  = 0,   // Cycles for which the end of a tick waits
  localparam int unsigned TaskWidth = $clog2(NTasks)
) (
  input  logic                 clk_i,           // Clock
  input  logic                 rst_ni,          // Asynchronous reset, active low

  input  logic                 suspended_i,     // The scheduler is suspended
  input  logic                 resuming_i,      // RESUME_ALL was issued and is not finished
  input  logic                 pended_any_i,    // Tasks were woken during the suspension and are
                                                // not ready yet
  input  logic [TaskWidth-1:0] pended_first_i,  // The first one of them
  input  logic                 ticks_i,         // Ticks have come and are not visible yet
  input  logic                 awaited_i,       // A load of DISPATCH waits, or the running task, which
                                                // began to run in this tick, waits for its end

  // The list to look at
  output logic [NodeWidth-1:0] node_o,          // The node behind which to look
  input  logic [NodeWidth-1:0] next_i,          // The node behind that: a task, or the list's end
                                                // marker

  // The measurement of idle time, when there is nothing else to do
  input  logic [NodeWidth-1:0] measure_node_i,  // The node behind which it wants to look
  input  logic                 measure_work_i,  // There is a task to measure there
  output logic                 measure_o,       // The measurement has its turn

  // The walk over an event group's waiters
  input  logic                 walk_i,          // A walk goes on
  input  logic                 walk_ended_i,    // Every waiter was looked at
  input  logic [TaskWidth-1:0] walk_task_i,     // The waiter to look at; the running task once
                                                // there is none

  // Work to do; it is withdrawn or repeated freely until it commits
  output logic                 work_o,          // There is work
  output operation_e           operation_o,     // What is to be done
  output logic [TaskWidth-1:0] task_o,          // The task that it is about
  input  logic                 idle_i,          // The sequencer would take work now

  // Decide stage, of whatever operation
  input  logic                 commit_i,        // An operation is in its Decide stage
  input  logic                 of_time_i,       // It is work of this block
  input  operation_e           operation_i,     // The operation
  input  logic [TaskWidth-1:0] task_i,          // The task that changes lists
  input  logic                 unlink_i,        // That task leaves its state list
  input  logic [NodeWidth-1:0] previous_i,      // The node before it
  input  logic                 last_i,          // No task is behind it
  input  logic                 step_i,          // The visible tick jumps, so that others are due
                                                // next

  output logic                 advance_o,       // The visible tick advances at the next clock edge
  output logic                 rest_o,          // There is nothing to do, and nothing changes by
                                                // itself
  output logic                 tick_open_o,     // A tick's tasks become ready, one by one
  output logic                 more_due_o,      // Some of them are not ready yet
  output logic                 tick_closing_o,  // All of them are ready, and the tick ends in some
                                                // cycles
  output logic                 work_left_o,     // RESUME_ALL has something to work off
  output logic                 collects_o       // The tasks due at the tick after the visible one
                                                // are being collected: another such task joins them
);

  typedef logic [NodeWidth-1:0] node_t;

  logic  tick_open_q;  // a tick's tasks become ready, and not every one is yet
  logic  more_due_q;   // there was another one behind the last that expired

  // Cycles between the last expiry's Decide stage and that of the tick's end, if nothing else comes.
  // The end's own stages take five of them. It waits before, because a core that has seen the request
  // to switch may still issue the command that its pipeline holds: if that suspends the scheduler,
  // the tick must not have become visible before. Who awaits the end has no such command left, and
  // ends the wait.
  localparam logic [3:0] Stages  = 4'd5;
  localparam logic [3:0] Closing = Stages + 4'(LateCommands);
  logic [3:0] closing_q;

  logic  scanned_q;
  node_t scan_q;       // last delayed task that was looked at
  logic  tick_wanted, scans, own_commit, tick_ends;
  logic  at_end;       // no task is behind the node: the list's own marker is

  assign at_end      = next_i >= node_t'(NTasks);

  // A tick that was begun before a suspension of the scheduler goes on after it.
  assign tick_wanted = ~suspended_i & (tick_open_q | (ticks_i & scanned_q));

  // Which list is looked at depends on few things, for what comes after the node decides a lot.
  // Nothing is measured but in a suspension.
  assign scans = ~tick_open_q & ~scanned_q;

  always_comb begin
    node_o = DueMarker;
    if (scans)            node_o = scan_q;
    else if (suspended_i) node_o = measure_node_i;
  end

  always_comb begin
    measure_o   = 1'b0;
    work_o      = 1'b1;
    operation_o = WorkTickEnd;
    task_o      = next_i[TaskWidth-1:0];
    if (walk_i && (suspended_i || !tick_open_q)) begin
      operation_o = walk_ended_i ? WorkGroupEnd : WorkGroupStep;
      task_o      = walk_task_i;
    end else if (resuming_i && suspended_i) begin
      operation_o = pended_any_i ? WorkPendedMove : WorkResumeStep;
      task_o      = pended_first_i;
    end else if (tick_wanted) begin
      operation_o = at_end ? WorkTickEnd : WorkExpire;
      work_o      = closing_q <= Stages;
    end else if (resuming_i && !ticks_i) begin
      operation_o = WorkResumeStep;
    end else if (scans) begin
      operation_o = WorkScan;
      work_o      = ~at_end;
    end else begin
      measure_o   = idle_i;
      operation_o = WorkMeasure;
      work_o      = measure_work_i;
    end
  end

  assign rest_o      = ~scans & ~work_o & closing_q == '0;
  assign own_commit  = commit_i & of_time_i;
  assign tick_ends   = own_commit & operation_i == WorkTickEnd;
  assign advance_o   = tick_ends;
  assign work_left_o = pended_any_i | ticks_i | tick_open_q;
  assign tick_open_o = tick_open_q;
  assign more_due_o  = more_due_q;
  assign tick_closing_o = closing_q != '0;
  assign collects_o  = tick_open_q | scanned_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      tick_open_q <= 1'b0;
      more_due_q  <= 1'b0;
      closing_q   <= '0;
      scanned_q   <= 1'b0;
      scan_q      <= DelayedMarker;
    end else begin
      if (awaited_i && closing_q > Stages) closing_q <= Stages;
      else                                  closing_q <= closing_q - 4'(closing_q != '0);
      if (idle_i && scans && at_end) scanned_q <= 1'b1;
      if (commit_i && unlink_i && scan_q == node_t'(task_i)) begin
        scan_q <= previous_i;
      end else if (own_commit && operation_i == WorkScan) begin
        if (!unlink_i) scan_q <= node_t'(task_i);
      end
      if (own_commit && operation_i == WorkExpire) begin
        tick_open_q <= 1'b1;
        more_due_q  <= ~last_i;
        closing_q   <= ~last_i ? '0 : awaited_i ? Stages : Closing;
        scanned_q   <= 1'b0;
      end
      if (tick_ends) begin
        tick_open_q <= 1'b0;
        more_due_q  <= 1'b0;
        closing_q   <= '0;
        scanned_q   <= 1'b0;
        scan_q      <= DelayedMarker;
      end
      if (step_i) begin  // a tick that has begun does so anew: others may be due at it
        tick_open_q <= 1'b0;
        more_due_q  <= 1'b0;
        closing_q   <= '0;
        scanned_q   <= 1'b0;
        scan_q      <= DelayedMarker;
      end
    end
  end

endmodule
