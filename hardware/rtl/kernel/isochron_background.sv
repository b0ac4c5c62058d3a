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
  import isochron_pkg::*;
#(
  parameter int unsigned NTasks    = 32,
  parameter int unsigned NodeWidth = 7,
  parameter logic [NodeWidth-1:0] DelayedMarker = '0,
  parameter logic [NodeWidth-1:0] DueMarker     = '0,
  localparam int unsigned TaskWidth = $clog2(NTasks)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  logic                 suspended_i,
  input  logic                 resuming_i,
  input  logic                 pended_any_i,     // tasks woken during the suspension
  input  logic [TaskWidth-1:0] pended_first_i,
  input  logic                 ticks_i,          // ticks that came and are not visible yet

  // the list to look at, and its first task or end marker
  output logic [NodeWidth-1:0] node_o,
  input  logic [NodeWidth-1:0] next_i,

  // the measurement of idle time, when there is nothing else to do
  input  logic [NodeWidth-1:0] measure_node_i,
  input  logic                 measure_work_i,
  output logic                 measure_o,        // it has its turn

  input  logic                 walk_i,           // over an event group's waiters
  input  logic                 walk_ended_i,
  input  logic [TaskWidth-1:0] walk_task_i,

  // work to do; it is withdrawn or repeated freely until it commits
  output logic                 work_o,
  output logic [5:0]           operation_o,
  output logic [TaskWidth-1:0] task_o,
  input  logic                 idle_i,           // the sequencer would take work now

  // Decide stage, of whatever operation
  input  logic                 commit_i,
  input  logic                 of_time_i,        // it is work of this block
  input  logic [5:0]           operation_i,
  input  logic [TaskWidth-1:0] task_i,
  input  logic                 unlink_i,
  input  logic [NodeWidth-1:0] previous_i,       // node before the task that leaves its list
  input  logic                 last_i,           // ... and no task is behind it
  input  logic                 step_i,           // the visible tick jumps: others are due next

  output logic                 advance_o,        // the visible tick advances at this edge
  output logic                 rest_o,           // nothing to do, and nothing changes by itself
  output logic                 tick_open_o,      // a tick's tasks become ready one by one
  output logic                 more_due_o,       // ... and there are some more
  output logic                 tick_closing_o,   // ... and there are none; it ends in some cycles
  output logic                 work_left_o,      // RESUME_ALL has something to work off
  output logic                 collects_o        // who is due at the tick after the visible one is
                                                 // collected: another such task joins them
);

  typedef logic [NodeWidth-1:0] node_t;

  logic  tick_open_q;  // a tick's tasks become ready, and not every one is yet
  logic  more_due_q;   // there was another one behind the last that expired

  // Cycles between the last expiry's Decide stage and that of the tick's end, if nothing else comes.
  localparam logic [2:0] Closing = 3'd5;
  logic [2:0] closing_q;

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

  assign rest_o      = ~scans & ~work_o;
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
      closing_q <= closing_q - 3'(closing_q != '0);
      if (idle_i && scans && at_end) scanned_q <= 1'b1;
      if (commit_i && unlink_i && scan_q == node_t'(task_i)) begin
        scan_q <= previous_i;
      end else if (own_commit && operation_i == WorkScan) begin
        if (!unlink_i) scan_q <= node_t'(task_i);
      end
      if (own_commit && operation_i == WorkExpire) begin
        tick_open_q <= 1'b1;
        more_due_q  <= ~last_i;
        closing_q   <= last_i ? Closing : '0;
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
