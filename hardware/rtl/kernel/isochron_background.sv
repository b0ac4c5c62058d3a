// SPDX-License-Identifier: Apache-2.0
//
// What time wants done when no command is there: it looks for the delayed tasks that are due at
// the next tick and collects them in the order in which they blocked; at the tick it makes them
// ready one by one; and it works off what a suspension of the scheduler has held up. Each piece
// is an operation of its own, so commands and interrupt lines go between two of them.
//
// A tick becomes visible when all tasks due at it are ready; if a switch is requested then, with that
// switch, or when the tick hook is called before it. So nobody sees it before those run that it
// releases, or to whom the turn passes, however long interrupts are masked. A wait that the running
// task begins meanwhile counts from the tick before, as if the call had come before the tick.
module isochron_background
  import isochron_pkg::*;
  import isochron_objects_pkg::*;
  import isochron_bus_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NTasks      = 32,    // Tasks, idle included
  parameter int unsigned NPriorities = 64,    // Priorities; each has a list
  parameter int unsigned TimerWidth  = 32,    // Bits of the visible tick; area and delay grow with it
  parameter bit          Tickless    = 1'b1,  // It is found how long nothing is due
  parameter int unsigned NCores      = 1,     // Cores: each has a slice
  localparam int unsigned TaskWidth = $clog2(NTasks),
  localparam int unsigned NodeWidth = $clog2(NTasks + NPriorities + 2),
  localparam logic [NodeWidth-1:0] DelayedMarker = NodeWidth'(NTasks + NPriorities),
  localparam logic [NodeWidth-1:0] DueMarker     = NodeWidth'(NTasks + NPriorities + 1)
) (
  input  logic                  clk_i,        // Clock
  input  logic                  rst_ni,       // Asynchronous reset, active low

  input  pended_t               pended_i,     // The pended tasks
  input  logic                  ticks_i,      // Ticks have come and are not visible yet
  input  scheduler_t            scheduler_i,  // State of the scheduler
  input  logic                  goes_on_i,    // Nothing has to end before a tick goes on
  input  logic                  taken_i,      // Another task begins to run, or the tick hook is about
                                              // to be called: what is requested is taken

  // The list to look at
  output logic [NodeWidth-1:0]  node_o,       // The node behind which to look

  // The walk over an event group's waiters
  input  logic                  stalled_i,    // A transfer waits for its end
  input  walk_t                 walk_i,       // What it is looking at

  output work_t                 work_o,       // Work to do
  input  logic                  idle_i,       // The sequencer would take work now

  input  operation_t            operation_i,  // The operation that is in the sequencer, whatever it is
  input  logic [TimerWidth-1:0] overdue_i,    // The visible tick less the subject's deadline, in
                                              // ticks
  input  action_t               action_i,     // What it does, in its Decide stage
  input  owner_state_t          owner_i,      // The task that changes lists then
  input  captured_t             captured_i,   // Where that task was, and what is behind `node_o`: a task,
                                              // or the list's end marker

  output logic                  advance_o,    // The visible tick advances at the next clock edge
  output logic                  rest_o,       // There is nothing to do, and nothing changes by itself
  output tick_t                 tick_o,       // What time has to do with tasks
  output idle_time_t            idle_time_o   // How long nothing is due
);

  typedef logic [NodeWidth-1:0] node_t;

  logic  tick_open_q;  // a tick's tasks become ready, and not every one is yet
  logic  more_due_q;   // there was another one behind the last that expired

  // When they are, FreeRTOS looks whether the running task's turn is over, and at yields that were left
  // pending: once, and again if a service routine leaves one before the tick is visible, or if the last
  // of those due was taken away.
  logic  sliced_q, slices;

  // With several cores it is looked at one after the other.
  logic [7:0] slice;
  logic       last_slice;
  logic       tick_wanted, scans, own_commit, tick_ends;

  assign last_slice = NCores == 1 | operation_i.id == 8'(NCores - 1);

  if (NCores > 1) begin : gen_slices
    logic [7:0] slice_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni)                                           slice_q <= '0;
      else if (tick_ends)                                    slice_q <= '0;
      else if (own_commit && operation_i.kind == WorkExpire) slice_q <= '0;  // all are looked at anew
      else if (own_commit && operation_i.kind == WorkSlice)  slice_q <= operation_i.id + 1'b1;
    end

    assign slice = slice_q;
  end else begin : gen_slice
    assign slice = '0;
  end

  // Whoever takes the request sees the tick. It ends in that cycle if nothing else has come since the last
  // cycle: then nobody has been added to those due, and the adder has the tick that follows.
  logic  ends, ends_q;

  logic  scanned_q;
  node_t scan_q;       // last delayed task that was looked at
  logic  at_end;       // no task is behind the node: the list's own marker is

  // Whose transfer waits for the end of a walk cannot take the request that a tick waits for.
  logic  walks;

  // How long nothing is due is measured when there is nothing else to do.
  logic  commit, measures, measure, measure_work;
  node_t measure_node;

  assign commit   = operation_i.stage.decide;
  assign measures = scheduler_i.suspended & ~scheduler_i.resuming;

  if (Tickless) begin : gen_tickless
    isochron_idle #(
      .NTasks(NTasks), .NPriorities(NPriorities), .TimerWidth(TimerWidth)
    ) u_idle (
      .clk_i, .rst_ni, .suspended_i(measures),
      .node_o(measure_node), .work_o(measure_work), .look_i(measure), .next_i(captured_i.next[NodeWidth-1:0]),
      .operation_i, .overdue_i, .action_i,
      .time_o(idle_time_o)
    );
  end else begin : gen_no_tickless
    logic unused_tickless;

    assign unused_tickless             = ^{measure, overdue_i};
    assign measure_node                = DueMarker;
    assign {measure_work, idle_time_o} = '0;
  end

  assign at_end      = node_t'(captured_i.next) >= node_t'(NTasks);
  assign walks       = walk_i.active & (scheduler_i.suspended | ~tick_open_q
                                 | (stalled_i & scheduler_i.requested & at_end & ~more_due_q));

  // A tick that was begun before a suspension of the scheduler goes on after it.
  assign tick_wanted = ~scheduler_i.suspended & (tick_open_q | (ticks_i & scanned_q));
  assign slices      = more_due_q | (scheduler_i.preemption & ~scheduler_i.requested
                                     & ((scheduler_i.time_slicing & ~sliced_q)
                                        | (scheduler_i.yield_pending & ~scheduler_i.resuming)));
  assign ends        = work_o.kind == WorkTickEnd & ~work_o.valid & goes_on_i & idle_i;

  // Which list is looked at depends on few things, for what comes after the node decides a lot.
  // Nothing is measured but in a suspension.
  assign scans = ~tick_open_q & ~scanned_q;

  always_comb begin
    node_o = DueMarker;
    if (scans)            node_o = scan_q;
    else if (scheduler_i.suspended) node_o = measure_node;
  end

  assign work_o.awake = walk_i.active | scheduler_i.suspended | scheduler_i.resuming | tick_open_q | ticks_i
                      | ~scanned_q;

  always_comb begin
    work_o.id      = walk_i.object;
    measure        = 1'b0;
    work_o.valid   = 1'b1;
    work_o.kind    = WorkTickEnd;
    work_o.subject = TaskIdWidth'(captured_i.next[TaskWidth-1:0]);
    if (walks) begin
      work_o.kind    = walk_i.ended ? WorkGroupEnd : WorkGroupStep;
      work_o.subject = walk_i.subject;
    end else if (scheduler_i.resuming && scheduler_i.suspended) begin
      work_o.kind    = pended_i.any ? WorkPendedMove : WorkResumeStep;
      work_o.subject = pended_i.first;
    end else if (tick_wanted) begin
      work_o.kind    = ~at_end ? WorkExpire : slices ? WorkSlice : WorkTickEnd;
      if (NCores > 1) work_o.id = slice;
      work_o.valid   = ~at_end | slices | ~scheduler_i.requested;
    end else if (scheduler_i.resuming && !ticks_i) begin
      work_o.kind    = WorkResumeStep;
    end else if (scans) begin
      work_o.kind    = WorkScan;
      work_o.valid   = ~at_end;
    end else begin
      measure        = idle_i;
      work_o.kind    = WorkMeasure;
      work_o.valid   = measure_work;
    end
  end

  assign rest_o      = ~scans & ~work_o.valid & ends_q == ends & (~Tickless | ~measures | idle_time_o.valid);
  assign own_commit  = commit & (operation_i.source == SourceTime);
  assign tick_ends   = (own_commit & operation_i.kind == WorkTickEnd) | (taken_i & ends_q);
  assign advance_o   = tick_ends;

  assign tick_o = '{
    open:      tick_open_q,
    more_due:  more_due_q,
    closing:   tick_open_q & ~more_due_q & ~ends_q,
    work_left: pended_i.any | ticks_i | tick_open_q,
    collects:  tick_open_q | scanned_q
  };

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      tick_open_q <= 1'b0;
      more_due_q  <= 1'b0;
      sliced_q    <= 1'b0;
      ends_q      <= 1'b0;
      scanned_q   <= 1'b0;
      scan_q      <= DelayedMarker;
    end else begin
      ends_q <= ends & ~tick_ends;
      if (idle_i && scans && at_end) scanned_q <= 1'b1;
      if (commit && action_i.unlink && scan_q == node_t'(owner_i.moved)) begin
        scan_q <= captured_i.previous[NodeWidth-1:0];
      end else if (own_commit && operation_i.kind == WorkScan) begin
        if (!action_i.unlink) scan_q <= node_t'(owner_i.moved);
      end
      if (own_commit && operation_i.kind inside {WorkExpire, WorkSlice}) begin
        tick_open_q <= 1'b1;
        more_due_q  <= operation_i.kind == WorkExpire & ~captured_i.last;
        sliced_q    <= operation_i.kind == WorkSlice & last_slice;
        scanned_q   <= 1'b0;
      end
      // the tick has ended; or the visible one was stepped: a tick that has begun does so anew, others may
      // be due at it
      if (tick_ends || (commit && action_i.step)) begin
        tick_open_q <= 1'b0;
        more_due_q  <= 1'b0;
        sliced_q    <= 1'b0;
        scanned_q   <= 1'b0;
        scan_q      <= DelayedMarker;
      end
    end
  end

  logic unused;
  assign unused = ^{pended_i, scheduler_i, operation_i, action_i, captured_i, walk_i, owner_i};

endmodule
