// SPDX-License-Identifier: Apache-2.0
//
// Bound to isochron beside isochron_latency, isochron_refused, isochron_reset and isochron_stages
// (hardware/formal/proofs.toml): who holds one mutex, and the priorities of one task, whichever they
// are. A model beside the kernel sees what operations ask for and answer; it is FreeRTOS V11.2's
// xTaskPriorityInherit, xTaskPriorityDisinherit, vTaskPriorityDisinheritAfterTimeout and
// vTaskPrioritySet.
module isochron_inheritance
  import isochron_pkg::*;
  import isochron_objects_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NTasks      = 32,
  parameter int unsigned NPriorities = 64,
  parameter int unsigned NObjects    = 64,
  parameter int unsigned HeldWidth   = 16,
  localparam int unsigned TaskWidth     = $clog2(NTasks),
  localparam int unsigned PriorityWidth = $clog2(NPriorities),
  localparam int unsigned ObjectWidth   = $clog2(NObjects)
) (
  input logic clk_i,
  input logic rst_ni
);

  `include "isochron_list_types.svh"

  typedef struct packed {
    priority_t            level;
    priority_t            base;   // without inheritance
    priority_t            event_level;  // with which it waits
    logic [HeldWidth-1:0] held;   // mutexes
  } standing_t;

  (* keep *) logic [TaskWidth-1:0]   task_q;   // an arbitrary task, always the same
  (* keep *) logic [ObjectWidth-1:0] mutex_q;  // an arbitrary object

  always_ff @(posedge clk_i) begin
    task_q  <= task_q;
    mutex_q <= mutex_q;
  end

  always_comb assume (32'(task_q) < NTasks & 32'(mutex_q) < NObjects);

  // -- What operations ask for and answer ---------------------------------------------------------
  operation_e  operation;
  logic [31:0] argument;
  priority_t   asked;
  logic        accepted;         // an operation is decided, and not refused
  logic        own, named;       // ... it is the task's; it names the task
  logic        ok, again;        // ... it answers OK; the caller blocks
  logic        someone_runs;     // ... a task, also one that is to run first
  object_t     record;           // of its object, before
  logic        is_mutex, held;   // ... which is a mutex; which the task holds
  logic        takes;            // the operation takes a token, or wants one
  priority_t   caller, best;     // priority of the running task; of the mutex's best waiter
  logic [NPriorities-1:0] waiting;
  control_t    control;          // of the operation's subject

  assign operation = isochron.operation.kind;
  assign someone_runs = isochron.scheduler.started | isochron.current_state.ready;
  assign argument  = isochron.operation.argument;
  assign asked     = argument[PriorityWidth-1:0];
  assign accepted  = isochron.operation.stage.decide & ~isochron.u_latency.second
                   & ~isochron.u_decide.awaits_tick
                   & isochron.action.code inside {ResultOk, ResultFail};
  assign own       = accepted & isochron.operation.source == SourceTask & isochron.current == task_q;
  assign named     = accepted & isochron.operation.subject == task_q;
  assign again     = accepted & isochron.action.again;
  assign ok        = accepted & ~isochron.action.again & isochron.action.code == ResultOk;
  assign record    = object_t'(isochron.u_objects.u_records.u_memory.memory_q[isochron.found.id]);
  assign is_mutex  = record.kind == KindMutex;
  assign held      = is_mutex & ~record.count[0] & record.upper[OwnedBit]
                   & record.upper[TaskWidth-1:0] == task_q;
  assign control   = control_t'(isochron.u_tasks.u_control.memory_q[isochron.operation.subject]);
  assign takes     = operation == OpTake
                   | (operation == WorkRetry & control.waiting inside {WaitObject, WaitLook});
  assign caller    = isochron.u_tasks.u_priority.memory_q[isochron.current];
  assign waiting   = isochron.u_objects.u_chains.u_waiting.memory_q[isochron.found.id];

  always_comb begin
    best = '0;
    for (int unsigned i = 0; i < NPriorities; i++) begin
      if (waiting[i]) best = priority_t'(i);
    end
  end

  // -- The models ---------------------------------------------------------------------------------
  logic      known_q;          // the task was created
  standing_t model_q, model;
  priority_t after;            // a wait that had lent its priority: the holder's priority after it
  logic      lends, gives, times_out, sets, resets;

  assign sets      = named & operation == OpPriority & asked != model_q.base;
  assign lends     = again & takes & held & isochron.operation.source == SourceTask;
  assign gives     = own & operation == OpGive & ok & held;
  assign times_out = accepted & operation == WorkRetry & takes & held & ~ok & ~again
                   & control.inherited & isochron.action.control.waiting != WaitLook;

  // a wait for bits ends, or bits were looked at for it
  assign resets    = named & (operation == WorkGroupStep
                              | (operation == WorkRetry & control.waiting == WaitGroup));

  always_comb begin
    model = model_q;
    after = best < model_q.base ? model_q.base : best;
    if (named && operation == OpTaskCreate) begin
      model = '{level: asked, base: asked, event_level: asked, held: '0};
    end
    if (sets) begin
      if (model_q.base == model_q.level || asked > model_q.level) model.level = asked;
      model.base        = asked;
      model.event_level = asked;
    end
    if (own && someone_runs && takes && ok && is_mutex) begin
      model.held = model_q.held + 1;
    end
    if (lends && model_q.level < caller) begin
      model.level       = caller;
      model.event_level = caller;
    end
    if (gives) begin
      model.held = model_q.held - 1;
      if (model.held == '0 && model_q.level != model_q.base) begin
        model.level       = model_q.base;
        model.event_level = model_q.base;
      end
    end
    if (times_out && model_q.held == 1 && model_q.level != after) begin
      model.level       = after;
      model.event_level = after;
    end
    if (resets) model.event_level = model_q.level;
  end

  logic                 exists_q;  // the mutex
  logic                 owned_q;   // ... a task holds it,
  logic [TaskWidth-1:0] holder_q;  // ... this one

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {known_q, exists_q, owned_q} <= '0;
    end else begin
      known_q <= known_q | (named & operation == OpTaskCreate);
      if (ok && isochron.found.id == mutex_q) begin
        if (operation == OpMutexCreate)       {exists_q, owned_q} <= 2'b10;
        else if (operation == OpObjectDelete) exists_q <= 1'b0;
        else if (operation inside {OpGive, OpObjectReset}) owned_q <= 1'b0;
        else if (takes) begin
          owned_q <= isochron.operation.source == SourceTask & someone_runs;
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    model_q <= model;
    if (ok && takes && isochron.found.id == mutex_q) holder_q <= isochron.current;
  end

  // -- What is proven -----------------------------------------------------------------------------
  object_t  stored;  // the mutex's record
  control_t state;   // of the task

  assign stored = object_t'(isochron.u_objects.u_records.u_memory.memory_q[mutex_q]);
  assign state  = control_t'(isochron.u_tasks.u_control.memory_q[task_q]);

  always_comb begin
    if (rst_ni & ~isochron.init.active) begin
      // the mutex's holder is who has taken it last, and not given it back
      assert (exists_q == (stored.kind == KindMutex));
      if (exists_q) begin
        assert (stored.upper[OwnedBit] == owned_q & ~(owned_q & stored.count[0]));
        if (owned_q) assert (stored.upper[OwnedBit-1:0] == OwnedBit'(holder_q));
      end
      // the task's priorities are the model's
      if (known_q) begin
        assert (isochron.u_tasks.u_priority.memory_q[task_q] == model_q.level);
        assert (isochron.u_tasks.u_standing.memory_q[task_q]
                == {model_q.base, model_q.event_level, model_q.held});
        // a ready task enters the ready list of its new priority
        if (model.level != model_q.level & state.alive & state.place == PlaceReady) begin
          assert (isochron.action.unlink & isochron.action.link == LinkReady
                  & isochron.owner.moved == task_q
                  & isochron.u_state_lists.u_lists.link_level == model.level
                  & isochron.u_state_lists.u_lists.unlink_level == model_q.level);
        end
        // who gives a mutex back, falls and wakes nobody yields
        if (gives & model.level != model_q.level & waiting == '0
            & ~argument[8]) begin
          assert (isochron.action.schedule.yield == isochron.scheduler.preemption);
        end
      end
      // a caller that blocks remembers whether the holder's priority is lent
      if (isochron.operation.stage.decide & takes & isochron.action.chain == ChainObject & known_q
          & held & isochron.action.code == ResultOk) begin
        assert (isochron.action.control.inherited == (model_q.base < caller));
      end
    end
  end

  // -- What that rests on -------------------------------------------------------------------------
  always_comb begin
    if (rst_ni & isochron.init.active) assert (~known_q & ~exists_q);
    if (rst_ni & ~isochron.init.active) begin
      assert (~state.alive | known_q);
      // only a wait at a queue ends with the answer that the queue has joined a set
      if (isochron.operation.stage.decide & isochron.message.parted) begin
        assert (operation == WorkRetry & record.kind == KindQueue);
      end
    end
  end

endmodule

bind isochron isochron_inheritance #(
  .NTasks(NTasks), .NPriorities(NPriorities), .NObjects(NObjects), .HeldWidth(HeldWidth)
) u_inheritance (.*);
