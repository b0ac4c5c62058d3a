// SPDX-License-Identifier: Apache-2.0
//
// Bound to isochron beside isochron_latency, isochron_refused, isochron_reset and isochron_stages
// (hardware/formal/proofs.toml): the time-outs of one task, whichever it is. A model beside the kernel
// counts the ticks that are left, from those that become visible; it knows no clock and no wrap.
module isochron_deadlines
  import isochron_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NTasks      = 32,
  parameter int unsigned NPriorities = 64,
  parameter int unsigned TimerWidth  = 32,
  localparam int unsigned TaskWidth = $clog2(NTasks)
) (
  input logic clk_i,
  input logic rst_ni
);

  `include "isochron_list_types.svh"

  typedef logic signed [TimerWidth+1:0] left_t;

  localparam left_t Oldest = -(left_t'(1) <<< TimerWidth);

  (* keep *) logic [TaskWidth-1:0] task_q;  // an arbitrary task, always the same

  always_ff @(posedge clk_i) task_q <= task_q;

  always_comb assume (32'(task_q) < NTasks);

  // -- The model ----------------------------------------------------------------------------------
  operation_e  operation;
  logic [31:0] argument;
  logic        of_time, own, moves;  // work of time; the subject is the task; it changes lists
  logic        begins;               // a wait, whose time is the argument
  logic        advance, steps;       // a tick becomes visible; so many as the argument says
  control_t    control, subject;     // in memory, of the task; of the operation's subject

  assign operation = isochron.operation.kind;
  assign argument  = isochron.operation.argument;
  assign of_time   = isochron.operation.source == SourceTime;
  assign own       = isochron.operation.stage.decide & isochron.operation.subject == task_q;
  assign moves     = isochron.operation.stage.decide & isochron.owner.moved == task_q;
  assign begins    = own & isochron.action.write_deadline;
  assign advance   = isochron.advance;
  assign steps     = isochron.operation.stage.decide & isochron.action.step;
  assign control   = control_t'(isochron.u_tasks.u_control.memory_q[task_q]);
  assign subject   = control_t'(isochron.u_tasks.u_control.memory_q[isochron.operation.subject]);

  logic  delayed_q, due_q;  // the task is among those delayed; those due at the next tick
  logic  seen_q;            // ... delayed, and the background knows that it is not due next
  logic  timed_q, old_q;    // it has had a wait; which was over 2^TimerWidth ticks ago
  left_t left_q, after;     // ticks before the end of the wait; 0 or less: since; after this cycle
  left_t time_out;          // the argument

  assign time_out = left_t'({2'b0, argument[TimerWidth-1:0]});
  assign after    = left_q - left_t'(advance) - (steps ? time_out : '0);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {delayed_q, due_q, seen_q, timed_q, old_q} <= '0;
    end else begin
      if (moves && (isochron.action.unlink || isochron.action.link != LinkNone)) begin
        delayed_q <= isochron.action.link == LinkDelayed;
        due_q     <= isochron.action.link == LinkDue;
      end
      if (moves && isochron.action.link == LinkDelayed) seen_q <= isochron.u_background.scanned_q;
      else if (own && of_time && operation == WorkScan) seen_q <= 1'b1;
      else if (advance || steps) seen_q <= 1'b0;
      timed_q <= timed_q | begins;
      old_q   <= ~begins & (old_q | (timed_q & after <= Oldest));
    end
  end

  always_ff @(posedge clk_i) left_q <= begins ? time_out : after;

  logic [TimerWidth:0] ticks_q, ticks;  // that have come, or were added, and are not visible yet

  always_comb begin
    ticks = ticks_q + (TimerWidth+1)'(isochron.tick) - (TimerWidth+1)'(advance);
    if (isochron.operation.stage.decide & isochron.action.add_ticks) begin
      ticks += {1'b0, argument[TimerWidth-1:0]};
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) ticks_q <= '0;
    else         ticks_q <= ticks;
  end

  // -- What is assumed ----------------------------------------------------------------------------
  function automatic logic is_task(node_t node);
    return 32'(node) < NTasks;
  endfunction

  logic looks_due, scans;  // the background looks at the due tasks, behind its place in the delayed

  assign looks_due = isochron.idle & isochron.background_node == DueMarker;
  assign scans     = isochron.idle & ~isochron.u_background.tick_open_q
                   & ~isochron.u_background.scanned_q;

  always_comb begin
    // Of time: ticks are two cycles apart at least; no more wait than can be counted.
    if (rst_ni) assume (isochron.status.period != 32'd1 & ~ticks[TimerWidth]);
    if (rst_ni & ~isochron.init.active) begin
      // Of the lists: what was put into them and not taken out is there, behind a place; before it is
      // what was passed.
      if (looks_due) begin
        assume (is_task(isochron.captured.next) | isochron.captured.next == DueMarker);
        assume (~due_q | isochron.captured.next != DueMarker);
        assume (due_q | isochron.captured.next != node_t'(task_q));
        if (isochron.u_background.ends_q) assume (isochron.captured.next == DueMarker);
      end
      if (scans) begin
        assume (is_task(isochron.captured.next) | isochron.captured.next == DelayedMarker);
        assume (~(delayed_q & ~seen_q) | isochron.captured.next != DelayedMarker);
        assume ((delayed_q & ~seen_q) | isochron.captured.next != node_t'(task_q));
      end
      if (isochron.operation.stage.decide & isochron.action.unlink
          & isochron.u_background.scan_q == node_t'(isochron.owner.moved)) begin
        assume (is_task(isochron.captured.previous) | isochron.captured.previous == DelayedMarker);
        assume (isochron.captured.previous != node_t'(isochron.owner.moved));
        assume ((delayed_q & seen_q) | isochron.captured.previous != node_t'(task_q));
      end
      // Of the program: STEP_TICK reaches no deadline; who waited for some time loads RESULT before it is
      // forgotten.
      assume (~(steps & (delayed_q | due_q)) | left_q > time_out);
      assume (~(own & operation == WorkRetry & timed_q & old_q & ~subject.endless));
    end
  end

  // -- What is proven -----------------------------------------------------------------------------
  logic  open;          // a tick's tasks become ready, and not every one is yet
  logic  can_block;

  assign open      = isochron.u_background.tick_open_q;
  assign can_block = isochron.scheduler.started & ~isochron.scheduler.suspended
                   & ~isochron.scheduler.resuming & control.chain == ChainNone;

  always_comb begin
    // ticks are not lost, nor doubled
    if (rst_ni) begin
      assert (ticks_q == (TimerWidth+1)'(isochron.u_time.pended_q)
                       + (TimerWidth+1)'(isochron.u_time.late_q));
    end
    if (rst_ni & ~isochron.init.active) begin
      // it becomes ready at its tick, and only if it waits
      if (own & of_time & operation == WorkExpire) begin
        assert (due_q & left_q == 1);
        assert (isochron.action.link == LinkReady & isochron.action.control.place == PlaceReady
                & isochron.action.control.chain == ChainNone & isochron.action.write_control);
      end
      // no tick passes by: the next one is not visible before
      if (delayed_q | due_q) assert (left_q >= 1);
      // it is visible when all of its tasks are ready
      if (advance) assert (~due_q & ticks_q != '0 & ~isochron.scheduler.suspended);
      // who waits with a time-out is in one of the lists, and nobody else
      assert ((control.place == PlaceDelayed) == (delayed_q | due_q));
      assert (~(delayed_q & due_q));
      // a wait takes the time that its command names
      if (moves & isochron.action.link inside {LinkDelayed, LinkDue}) begin
        assert (begins | operation inside {WorkRetry, WorkGroupEnd, WorkScan});
      end
      if (begins) assert (isochron.operation.source == SourceTask & operation != WorkRetry);
      // who waits for a time is among them, who waits for ever is not
      if (begins & ~isochron.action.walk) begin
        assert ((isochron.action.link inside {LinkDelayed, LinkDue})
                == ~(&argument & operation != OpDelay));
      end
      if (own & operation == WorkRetry & isochron.action.chain == ChainObject) begin
        assert ((isochron.action.link inside {LinkDelayed, LinkDue}) == ~subject.endless);
      end
      // a wait that is tried again goes on for the time that is left
      if (own & operation == WorkRetry & timed_q & subject.waiting inside {WaitObject, WaitSend}
          & isochron.u_decide.error == ResultFail & isochron.found.error == ResultFail
          & ~isochron.found.granted) begin
        assert (isochron.action.again == ((can_block & ~subject.aborted
                                           & (subject.endless | left_q > 0))
                                          | (isochron.begun.awaits_tick & ~subject.endless
                                             & left_q == 1)));
      end
    end
  end

  // -- What that rests on -------------------------------------------------------------------------
  stage_e     stage;
  node_t      scan;  // the delayed task, or the marker, behind which the background looks next

  assign stage = isochron.u_latency.stage;
  assign scan  = isochron.u_background.scan_q;

  always_comb begin
    // a tick that has to wait a cycle is alone there
    if (rst_ni & isochron.u_time.late_q) begin
      assert (stage == StageIdle & isochron.u_time.prescaler_q == 32'd1);
    end
    if (rst_ni & isochron.init.active) begin
      assert (~open & ~isochron.u_background.scanned_q & scan == DelayedMarker);
      assert (~delayed_q & ~due_q & ~timed_q & ~old_q & ~isochron.scheduler.started);
    end
    if (rst_ni & ~isochron.init.active) begin
      if (timed_q & ~old_q) begin
        assert (left_q > Oldest & left_q < -Oldest);
        assert ((TimerWidth+1)'(left_q)
                == isochron.u_tasks.u_deadline.memory_q[task_q] - isochron.now);
      end
      assert (~old_q | timed_q);
      assert (~timed_q | isochron.scheduler.started);
      if (delayed_q | due_q) assert (timed_q & ~old_q & control.alive);
      if (control.waiting inside {WaitObject, WaitSend, WaitGroup}) begin
        assert (timed_q | control.endless);
      end
      if (due_q) assert (left_q == 1);
      if (open) assert (ticks_q != '0);
      if (delayed_q & (seen_q | open)) assert (left_q >= 2);
      if (delayed_q & isochron.u_background.scanned_q) assert (seen_q);
      assert (is_task(scan) | scan == DelayedMarker);
      assert (scan != node_t'(task_q) | (delayed_q & seen_q));
      assert (~open | ~isochron.u_background.scanned_q);
      // work is on what the background has found
      if (stage != StageIdle & of_time & isochron.operation.subject == task_q) begin
        assert (operation != WorkScan | (delayed_q & ~seen_q & ~open));
        assert (operation != WorkExpire | due_q);
      end
      if (stage != StageIdle & of_time & operation inside {WorkSlice, WorkTickEnd}) begin
        assert (~due_q);
      end
      if (isochron.u_background.ends_q) begin
        assert (~due_q & argument == 32'd1);
        assert (open | (isochron.u_background.scanned_q & ticks_q != '0));
      end
      if (stage != StageIdle & of_time & operation inside {WorkExpire, WorkSlice, WorkTickEnd}) begin
        assert (~isochron.scheduler.suspended);
        if (!open) assert (isochron.u_background.scanned_q & ticks_q != '0);
      end
      // a task that sets bits, and waits for others then, is ready until all waiters were looked at
      if (isochron.walk.active & isochron.walk.of_task & isochron.current == task_q
          & control.waiting == WaitGroup & ~control.endless) begin
        assert (timed_q & ~old_q & left_q > 0 & ~delayed_q & ~due_q);
      end
    end
  end

endmodule

bind isochron isochron_deadlines #(
  .NTasks(NTasks), .NPriorities(NPriorities), .TimerWidth(TimerWidth)
) u_deadlines (.*);
