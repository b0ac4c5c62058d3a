// SPDX-License-Identifier: Apache-2.0
//
// Event groups: what operations make of a group's bits, and the walk over its waiting tasks that
// follows when bits are set or the group is deleted. FreeRTOS V11.2's event_groups.c is the
// reference: each waiter is held against the bits that were set, in the order of arrival, and what
// the matching ones clear is cleared at the end. The walk is work of the background, one waiter
// after the other (WorkGroupStep), then the end (WorkGroupEnd).
//
// A task that sets bits waits for the end, the scheduler is suspended for it, and nothing comes in
// between that touches the group. For an interrupt service routine nobody waits: the walk's
// wakes are events of their own, and commands of tasks that name a group wait (isochron_handshake).

`ifndef ISOCHRON_ASSERTIONS
`include "../common/isochron_assertions.svh"
`endif

module isochron_groups
  import isochron_pkg::*;
  import isochron_objects_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NTasks   = 32,  // Tasks, idle included
  parameter int unsigned NObjects = 64,  // Objects, even
  localparam int unsigned TaskWidth   = $clog2(NTasks),
  localparam int unsigned ObjectWidth = $clog2(NObjects)
) (
  input  logic                   clk_i,          // Clock
  input  logic                   rst_ni,         // Asynchronous reset, active low

  // The operation, from Head on
  input  operation_t             operation_i,    // The operation
  input  operands_t              operands_i,     // What the subject waits for, and the bits that
                                                 // GROUP_SYNC sets
  input  found_t                 found_i,        // The group
  input  waiters_t               waiters_i,      // Who waits for it

  output group_t                 group_o,        // What it makes of the group

  // Decide stage
  input  action_t                action_i,       // What the operation does
  input  scheduler_t             scheduler_i,    // State of the scheduler before that
  input  logic                   unchain_i,      // The subject leaves the object that it waits for

  // The walk
  output walk_t                  walk_o          // Whether one goes on, for what, and at whom it looks
);

  typedef logic [TaskWidth-1:0] task_t;

  task_t subject;
  assign subject = operation_i.subject[TaskWidth-1:0];

  // -- Bits -------------------------------------------------------------------------------------
  typedef struct packed {
    logic active;
    logic of_task;
    logic nested;
    logic deletes;
    logic syncs;
    logic answered;
  } state_t;

  state_t      walk_q;
  group_wait_t awaited;  // by the subject
  logic        met, met_q, deleted;
  logic        sets, syncs, clears, ends, clears_own;
  logic [23:0] set, present, cleared, clears_q, bits;

  assign awaited = group_wait_t'(operands_i[0][25:0]);

  assign set    = {found_i.record.upper[7:0], found_i.record.count};
  assign sets   = operation_i.kind == OpGroupSet;
  assign syncs  = operation_i.kind == OpGroupSync;
  assign clears = operation_i.kind == OpGroupClear;
  assign ends   = operation_i.kind == WorkGroupEnd;

  always_comb begin
    present = set;
    met     = 1'b0;
    if (is_of_group(operation_i.kind) || operation_i.kind == WorkRetry) begin
      present = set | ({24{sets}} & operation_i.argument[23:0]) | ({24{syncs}} & operands_i[1][23:0]);
      if (awaited.all) met = (awaited.bits & ~present) == '0;
      else            met = (awaited.bits & present) != '0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (operation_i.stage.read) met_q <= met;
  end

  // What GROUP_SYNC clears for itself while others are looked at, is cleared with what they clear.
  assign clears_own = awaited.clear & met_q
                    & (operation_i.kind inside {OpGroupWait, WorkRetry} | (syncs & ~waiters_i.any));
  assign cleared    = ({24{clears}} & operation_i.argument[23:0]) | ({24{ends}} & clears_q)
                    | ({24{clears_own}} & awaited.bits);

  assign bits    = present & ~cleared;
  assign deleted = operation_i.kind == OpGroupDelete | (ends & walk_q.deletes);

  assign group_o = '{
    met:    met_q,
    value:  ends ? bits : present,
    write:  operation_i.kind inside {OpGroupSet, OpGroupSync, OpGroupClear, OpGroupWait,
                                     WorkGroupEnd, WorkRetry}
            | (operation_i.kind == OpGroupDelete & ~waiters_i.any),
    record: '{kind: deleted ? KindNone : KindGroup, upper: 16'(bits[23:16]), count: bits[15:0]}
  };

  // -- The walk ---------------------------------------------------------------------------------
  logic [ObjectWidth-1:0] object_q;
  task_t                  task_q, last_q;
  logic                   begins, ended_q, keep_q, of_task, of_time, own_step, leaves, adds;

  assign of_task  = operation_i.source == SourceTask;
  assign of_time  = operation_i.source == SourceTime;
  assign begins   = operation_i.stage.decide & action_i.walk;
  assign own_step = operation_i.stage.decide & of_time & operation_i.kind == WorkGroupStep;
  assign adds     = awaited.clear & met_q & (begins ? syncs : own_step);
  // the next one to look at, or the last one, may also leave for another reason
  assign leaves   = operation_i.stage.decide & unchain_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      walk_q  <= '0;
      ended_q <= 1'b0;
    end else if (begins) begin
      walk_q <= '{active: 1'b1, of_task: of_task, nested: scheduler_i.suspended,
                  deletes: operation_i.kind == OpGroupDelete, syncs: syncs,
                  answered: syncs & met_q};
      ended_q <= 1'b0;
    end else if (operation_i.stage.decide && of_time && ends) begin
      walk_q.active <= 1'b0;
    end else if ((own_step || leaves) && subject == task_q && subject == last_q) begin
      ended_q <= 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                     keep_q <= 1'b0;
    else if (begins)                 keep_q <= keep_q | (of_task & ~scheduler_i.suspended);
    else if (operation_i.stage.decide && action_i.schedule.resume_end)  keep_q <= 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (begins || adds) clears_q <= ({24{~begins}} & clears_q) | ({24{adds}} & awaited.bits);
    if (begins) begin
      object_q <= found_i.id[ObjectWidth-1:0];
      task_q   <= task_t'(waiters_i.first);
      last_q   <= task_t'(waiters_i.previous);
    end else begin
      if ((own_step || leaves) && subject == task_q) task_q <= task_t'(waiters_i.next);
      if (leaves && subject == last_q)               last_q <= task_t'(waiters_i.previous);
    end
  end

  assign walk_o = '{
    active:   walk_q.active,
    of_task:  walk_q.of_task,
    nested:   walk_q.nested,
    deletes:  walk_q.deletes,
    syncs:    walk_q.syncs,
    answered: walk_q.answered,
    // from the Decide stage on in which an interrupt line sets bits
    goes_on:  walk_q.active | (operation_i.stage.decide & operation_i.source == SourceLine & sets),
    ended:    ended_q,
    object:   8'(object_q),
    subject:  ended_q ? scheduler_i.current : TaskIdWidth'(task_q),
    keeps:    keep_q
  };

  `ISOCHRON_ASSERT(OneWalkAtATime, ~(begins & walk_q.active))

  logic unused;
  assign unused = ^{operation_i, scheduler_i, operands_i, action_i, waiters_i, found_i};

endmodule
