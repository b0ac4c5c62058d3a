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
// wakes are events of their own, and commands of tasks that name a group wait (`stall_o`).
module isochron_groups
  import isochron_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NTasks  = 32,
  parameter int unsigned NObjects = 64,
  localparam int unsigned TaskWidth   = $clog2(NTasks),
  localparam int unsigned ObjectWidth = $clog2(NObjects)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  // the operation, from Head on
  input  logic [5:0]             operation_i,
  input  logic [23:0]            argument_i,  // bits to set or to clear
  input  group_wait_t            wait_i,      // what the subject waits for
  input  logic [23:0]            set_i,       // GROUP_SYNC: bits to set
  input  logic [23:0]            bits_i,      // of the group
  input  logic                   waiters_i,   // somebody waits for it

  input  logic                   read_i,      // Read stage
  output logic                   met_o,       // the subject has what it waits for (from Decide on)
  output logic [23:0]            value_o,     // VALUE
  output logic                   write_o,     // Decide: the record changes
  output object_t                record_o,    // ... to this

  // Decide stage
  input  logic                   commit_i,
  input  logic                   walk_i,      // a walk begins
  input  logic                   of_task_i,   // ... of the running task's
  input  logic                   nested_i,    // ... which had suspended the scheduler itself
  input  logic [ObjectWidth-1:0] object_i,    // the operation's object
  input  logic [TaskWidth-1:0]   first_i,     // its first waiter
  input  logic [TaskWidth-1:0]   last_i,      // ... and the last one
  input  logic                   of_time_i,   // it is work of the background
  input  logic                   unchain_i,   // the subject leaves the object that it waits for
  input  logic [TaskWidth-1:0]   task_i,      // the subject, and its neighbours among the waiters
  input  logic [TaskWidth-1:0]   next_i,
  input  logic [TaskWidth-1:0]   previous_i,

  input  logic                   resumed_i,   // Decide: the suspension of the scheduler ends

  input  logic [TaskWidth-1:0]   current_i,   // the running task

  output walk_t                  walk_o,
  output logic                   ended_o,     // every waiter was looked at
  output logic                   keep_o,      // RESULT stays when that suspension ends
  output logic [ObjectWidth-1:0] work_object_o,
  output logic [TaskWidth-1:0]   work_task_o
);

  typedef logic [TaskWidth-1:0] task_t;

  // ---------------------------------------------------------------------------------------------
  // Bits
  // ---------------------------------------------------------------------------------------------
  walk_t       walk_q;
  logic        met, met_q, deleted;
  logic        sets, syncs, clears, ends, clears_own;
  logic [23:0] present, cleared, clears_q, bits;

  assign sets   = operation_i == OpGroupSet;
  assign syncs  = operation_i == OpGroupSync;
  assign clears = operation_i == OpGroupClear;
  assign ends   = operation_i == WorkGroupEnd;

  always_comb begin
    present = bits_i;
    met     = 1'b0;
    if (is_of_group(operation_i) || operation_i == WorkRetry) begin
      present = bits_i | ({24{sets}} & argument_i) | ({24{syncs}} & set_i);
      if (wait_i.all) met = (wait_i.bits & ~present) == '0;
      else            met = (wait_i.bits & present) != '0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (read_i) met_q <= met;
  end

  // What GROUP_SYNC clears for itself while others are looked at, is cleared with what they clear.
  assign clears_own = wait_i.clear & met_q
                    & (operation_i inside {OpGroupWait, WorkRetry} | (syncs & ~waiters_i));
  assign cleared    = ({24{clears}} & argument_i) | ({24{ends}} & clears_q)
                    | ({24{clears_own}} & wait_i.bits);

  assign bits    = present & ~cleared;
  assign deleted = operation_i == OpGroupDelete | (ends & walk_q.deletes);

  assign met_o    = met_q;
  assign value_o  = ends ? bits : present;
  assign write_o  = operation_i inside {OpGroupSet, OpGroupSync, OpGroupClear, OpGroupWait,
                                        WorkGroupEnd, WorkRetry}
                  | (operation_i == OpGroupDelete & ~waiters_i);
  assign record_o = '{kind: deleted ? KindNone : KindGroup, upper: 16'(bits[23:16]),
                      count: bits[15:0]};

  // ---------------------------------------------------------------------------------------------
  // The walk
  // ---------------------------------------------------------------------------------------------
  logic [ObjectWidth-1:0] object_q;
  task_t                  task_q, last_q;
  logic                   begins, ended_q, keep_q, own_step, leaves, adds;

  assign begins   = commit_i & walk_i;
  assign own_step = commit_i & of_time_i & operation_i == WorkGroupStep;
  assign adds     = wait_i.clear & met_q & (begins ? syncs : own_step);
  // the next one to look at, or the last one, may also leave for another reason
  assign leaves   = commit_i & unchain_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      walk_q  <= '0;
      ended_q <= 1'b0;
    end else if (begins) begin
      walk_q <= '{active: 1'b1, of_task: of_task_i, nested: nested_i,
                  deletes: operation_i == OpGroupDelete, syncs: syncs,
                  answered: syncs & met_q};
      ended_q <= 1'b0;
    end else if (commit_i && of_time_i && ends) begin
      walk_q.active <= 1'b0;
    end else if ((own_step || leaves) && task_i == task_q && task_i == last_q) begin
      ended_q <= 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                     keep_q <= 1'b0;
    else if (begins)                 keep_q <= keep_q | (of_task_i & ~nested_i);
    else if (commit_i && resumed_i)  keep_q <= 1'b0;
  end

  always_ff @(posedge clk_i) begin
    clears_q <= ({24{~begins}} & clears_q) | ({24{adds}} & wait_i.bits);
    if (begins) begin
      object_q <= object_i;
      task_q   <= first_i;
      last_q   <= last_i;
    end else begin
      if ((own_step || leaves) && task_i == task_q) task_q <= next_i;
      if (leaves && task_i == last_q)               last_q <= previous_i;
    end
  end

  assign walk_o        = walk_q;
  assign keep_o        = keep_q;
  assign work_object_o = object_q;
  assign ended_o       = ended_q;
  assign work_task_o   = ended_q ? current_i : task_q;

endmodule
