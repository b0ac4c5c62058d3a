// SPDX-License-Identifier: Apache-2.0
//
// Bound to isochron beside isochron_latency, isochron_refused, isochron_reset and isochron_stages
// (hardware/formal/proofs.toml): tokens and wake-ups of one object, whichever it is. A model beside the
// kernel counts only what operations answer, and the record in memory is the model's.
module isochron_tokens
  import isochron_pkg::*;
  import isochron_objects_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NTasks      = 32,
  parameter int unsigned NPriorities = 64,
  parameter int unsigned NObjects    = 64,
  localparam int unsigned TaskWidth   = $clog2(NTasks),
  localparam int unsigned PriorityWidth = $clog2(NPriorities),
  localparam int unsigned ObjectWidth = $clog2(NObjects)
) (
  input logic clk_i,
  input logic rst_ni
);

  (* keep *) logic [ObjectWidth-1:0] any_q;  // an arbitrary object, always the same

  always_ff @(posedge clk_i) any_q <= any_q;

  always_comb assume (32'(any_q) < NObjects);

  // -- Where the operation is ---------------------------------------------------------------------
  stage_e     stage;
  logic       first;  // the first pass

  assign stage = isochron.u_latency.stage;
  assign first = ~isochron.u_latency.second & stage <= StageDecide;

  // -- Tokens -------------------------------------------------------------------------------------
  operation_e  operation;
  logic [31:0] argument;
  object_t     stored, model_q;    // in memory; of the model
  logic        uses_object;        // the operation has read an object's record
  logic        here, done, takes;  // Decide is on that object; it answers OK; it takes a token

  assign operation   = isochron.operation.kind;
  assign argument    = isochron.operation.argument;
  assign stored      = object_t'(isochron.u_objects.u_records.u_memory.memory_q[any_q]);
  assign uses_object = is_of_object(operation) | operation == WorkRetry;

  assign here  = isochron.operation.stage.decide & ~isochron.u_latency.second & isochron.found.id == any_q
               & uses_object;
  assign done  = here & isochron.action.code == ResultOk & ~isochron.action.again;
  assign takes = operation == OpTake
               | (operation == WorkRetry
                  & isochron.subject_state.control.waiting inside {WaitObject, WaitLook});

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      model_q <= '0;
    end else if (done) begin
      unique case (operation)
        OpObjectCreate: model_q <= '{kind: KindSemaphore, upper: argument[31:16],
                                     count: argument[15:0]};
        OpMutexCreate:  model_q <= '{kind: KindMutex, upper: 16'd1, count: 16'd1};
        OpObjectDelete: model_q.kind <= KindNone;
        OpObjectReset:  model_q.count <= '0;
        OpGive:         model_q.count <= model_q.count + 1'b1;
        default: if (takes && model_q.kind != KindNone) model_q.count <= model_q.count - 1'b1;
      endcase
    end
  end

  always_comb begin
    if (rst_ni & isochron.init.active) assert (model_q.kind == KindNone & ~isochron.walk.active);
    if (rst_ni & ~isochron.init.active) begin
      assert (stored.kind <= KindGroup);
      assert (model_q.kind inside {KindNone, KindSemaphore, KindMutex});
      assert ((stored.kind inside {KindSemaphore, KindMutex}) == (model_q.kind != KindNone));
      if (model_q.kind != KindNone) begin
        assert (stored.kind == model_q.kind & stored.count == model_q.count);
        assert (model_q.count <= model_q.upper);
      end
      if (model_q.kind == KindSemaphore) assert (stored.upper == model_q.upper);
      if (model_q.kind == KindMutex)     assert (model_q.upper == 16'd1);
    end
  end

  // -- Wake-ups -----------------------------------------------------------------------------------
  logic [NPriorities-1:0] waiting;  // priorities with a waiter, in memory
  logic                   gives, wakes, woken;
  logic                   token;    // there is one

  assign waiting = isochron.u_objects.u_chains.u_waiting.memory_q[any_q];
  assign token   = stored.count != '0;
  assign gives   = isochron.operation.stage.decide & operation == OpGive & isochron.found.id == any_q
                 & isochron.action.code == ResultOk;
  assign wakes   = waiting != '0 & ~(argument[8] & isochron.operation.source != SourceLine);

  // The subject leaves its chain; it is ready, or will be at the end of the scheduler's suspension.
  assign woken = isochron.action.write_control
               & (isochron.action.unchain | isochron.subject_state.control.chain == ChainNone)
               & (isochron.scheduler.suspended
                  ? isochron.action.chain == ChainPended
                    & isochron.action.control.chain == ChainPended
                  : isochron.action.link == LinkReady & isochron.action.control.chain == ChainNone
                    & isochron.action.control.place == PlaceReady);

  always_comb begin
    if (rst_ni & gives) begin
      if (waiting != '0) begin  // the first of those with the highest priority
        assert (waiting >> isochron.waiters.level == NPriorities'(1));
        assert (isochron.operation.subject
                == isochron.u_objects.u_chains.u_head.memory_q[{any_q, isochron.u_objects.u_chains.rank_q}]);
      end
      if (first & wakes & isochron.found.owned) assert (isochron.action.twice);
      else if (isochron.u_latency.second | wakes)              assert (woken);
      else assert (~isochron.action.unchain & isochron.action.chain == ChainNone
                   & ~isochron.action.twice);
    end
    // a reset wakes nobody, neither who waits for the object nor who waits for the one beside it
    if (rst_ni & done & operation == OpObjectReset & model_q.kind != KindNone) begin
      assert (~isochron.action.unchain & isochron.action.chain == ChainNone
              & ~isochron.action.unlink & isochron.action.link == LinkNone
              & ~isochron.action.write_control & ~isochron.action.schedule.yield);
    end
    // a token is taken, or it is not there
    if (rst_ni & here & takes & stored.kind inside {KindSemaphore, KindMutex}) begin
      if (isochron.u_decide.error == ResultFail) begin
        assert (token ? done : ~done);
        if (isochron.action.chain == ChainObject) assert (~token & isochron.action.again);
      end
    end
  end

  // A task whose time is over leaves its chain in the same operation: no token wakes it as well.
  always_comb begin
    if (rst_ni & isochron.operation.stage.decide & operation == WorkExpire
        & isochron.operation.source == SourceTime) begin
      assert (isochron.action.unchain == (isochron.subject_state.control.chain != ChainNone));
      assert (isochron.action.write_control & isochron.action.link == LinkReady
              & isochron.action.control.chain == ChainNone
              & isochron.action.control.place == PlaceReady);
    end
  end

  // Who blocks is among the waiters from the next cycle on.
  logic                     blocked_q;
  logic [PriorityWidth-1:0] blocked_priority_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) blocked_q <= 1'b0;
    else         blocked_q <= isochron.operation.stage.decide & isochron.action.chain == ChainObject
                              & isochron.waiters.object == any_q;
  end

  always_ff @(posedge clk_i) blocked_priority_q <= isochron.waiters.level;

  always_comb begin
    if (rst_ni & blocked_q) assert (waiting[blocked_priority_q]);
  end

  // -- What that rests on -------------------------------------------------------------------------
  logic [NPriorities-1:0] own_waiting;  // of the chain that the operation is about
  logic [TaskWidth-1:0]   own_head;

  assign own_waiting = isochron.u_objects.u_chains.u_waiting.memory_q[isochron.waiters.object];
  assign own_head    = isochron.u_objects.u_chains.u_head.memory_q[
      {isochron.u_objects.u_chains.object_q, isochron.u_objects.u_chains.rank_q}];

  always_comb begin
    if (rst_ni & first & stage >= StageRank & operation == OpObjectCreate) begin
      assert (isochron.operation.about.no_count
              == (argument[31:16] == '0 | argument[31:16] < argument[15:0]));
    end
    if (rst_ni & here & isochron.found.error == ResultFail) begin
      assert (operation != OpObjectCreate | ~isochron.operation.about.no_count);
    end
    if (rst_ni & stage >= StageHead & uses_object) begin
      assert (isochron.u_objects.u_chains.waiting_q == own_waiting);
      assert (isochron.operation.gives | isochron.u_objects.u_chains.occupied_q
              == own_waiting[isochron.waiters.level]);
    end
    if (rst_ni & stage >= StageHead & isochron.operation.gives & own_waiting != '0) begin
      assert (own_waiting >> isochron.waiters.level == NPriorities'(1));
      assert (own_head == (stage == StageHead ? isochron.waiters.head : isochron.operation.subject));
    end
    if (rst_ni & uses_object & operation != WorkRetry & ~isochron.operation.senders
        & stage >= StageRank) begin
      assert (isochron.waiters.object == isochron.found.id);
    end
  end

endmodule

bind isochron isochron_tokens #(
  .NTasks(NTasks), .NPriorities(NPriorities), .NObjects(NObjects)
) u_tokens (.*);
