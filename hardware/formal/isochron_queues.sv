// SPDX-License-Identifier: Apache-2.0
//
// Bound to isochron beside isochron_latency, isochron_refused, isochron_reset and isochron_stages
// (hardware/formal/proofs.toml): items, transfers and wake-ups of one queue, whichever it is. A model
// beside the kernel counts what operations ask for and answer. The items themselves are in memory, and
// software's.
module isochron_queues
  import isochron_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NTasks      = 32,
  parameter int unsigned NPriorities = 64,
  parameter int unsigned NObjects    = 64,
  localparam int unsigned TaskWidth   = $clog2(NTasks),
  localparam int unsigned ObjectWidth = $clog2(NObjects)
) (
  input logic clk_i,
  input logic rst_ni
);

  (* keep *) logic [ObjectWidth-1:0] queue_q;  // an arbitrary pair of objects, always the same

  always_ff @(posedge clk_i) queue_q <= queue_q;

  always_comb assume (32'(queue_q) < NObjects & ~queue_q[0]);

  // -----------------------------------------------------------------------------------------------
  // What operations ask for and answer
  // -----------------------------------------------------------------------------------------------
  operation_e  operation;
  logic [31:0] argument;
  commit_e     done;                  // what a commit says
  logic        here, accepted, from_task;
  logic        ok, again;             // it answers OK; the caller blocks
  control_t    subject;
  logic        exists_q;              // the queue
  logic        sends, receives, overwrites, commits;

  assign operation  = isochron.operation;
  assign argument   = isochron.argument;
  assign done       = commit_e'(argument[1:0]);
  assign from_task  = isochron.source == SourceTask;
  assign here       = isochron.decide & ~isochron.second & ~isochron.u_decide.awaits_tick
                    & isochron.object_id == queue_q;
  assign accepted   = here & isochron.action.code inside {ResultOk, ResultFail};
  assign again      = accepted & isochron.action.again;
  assign ok         = accepted & ~isochron.action.again & isochron.action.code == ResultOk;
  assign subject    = control_t'(isochron.u_tasks.u_control.memory_q[isochron.subject]);
  assign sends      = accepted & (operation == OpQueueSend
                                  | (operation == WorkRetry & subject.waiting == WaitSend));
  assign receives   = accepted & exists_q
                    & (operation == OpQueueReceive
                       | (operation == WorkRetry & subject.waiting inside {WaitObject, WaitLook}));
  assign overwrites = accepted & operation == OpQueueOverwrite;
  assign commits    = accepted & operation == OpQueueCommit;

  // -----------------------------------------------------------------------------------------------
  // The model
  // -----------------------------------------------------------------------------------------------
  typedef enum logic [1:0] {NoTransfer, Sending, Receiving, Overwriting} transfer_e;

  logic [15:0] length_q, items_q;
  transfer_e   transfer_q;   // begun and not committed
  logic        of_task_q;    // ... by a task

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      exists_q   <= 1'b0;
      transfer_q <= NoTransfer;
      of_task_q  <= 1'b0;
    end else begin
      if (ok && operation == OpQueueCreate)       exists_q <= 1'b1;
      else if (ok && operation == OpObjectDelete) exists_q <= 1'b0;
      if (ok && sends)           transfer_q <= Sending;
      else if (ok && receives)   transfer_q <= Receiving;
      else if (ok && overwrites) transfer_q <= Overwriting;
      else if (commits)          transfer_q <= NoTransfer;
      if (ok && (sends || receives || overwrites)) of_task_q <= from_task;
    end
  end

  always_ff @(posedge clk_i) begin
    if (ok && operation == OpQueueCreate) begin
      length_q <= argument[15:0];
      items_q  <= '0;
    end
    if (accepted && operation == OpObjectReset) items_q <= '0;
    if (commits) begin
      unique case (done)
        CommitSent:        items_q <= items_q + 1;
        CommitReceived:    items_q <= items_q - 1;
        CommitOverwritten: items_q <= 16'd1;
        default: ;
      endcase
    end
  end

  // Assumed of the program: a transfer is committed as what it was begun, once; before that a service
  // routine, and during a service routine's a task, does nothing else with the queue but count its
  // items, and during a task's nobody commits another one.
  always_comb begin
    if (rst_ni & exists_q) begin
      if (commits) begin
        unique case (done)
          CommitSent:        assume (transfer_q == Sending);
          CommitOverwritten: assume (transfer_q == Overwriting);
          default:           assume (transfer_q == Receiving);
        endcase
      end
      if (transfer_q != NoTransfer & of_task_q & isochron.decide & operation == OpQueueCommit) begin
        assume (isochron.object_id == queue_q);
      end
      if (transfer_q != NoTransfer & accepted & (isochron.names_object | operation == WorkRetry)
          & (isochron.source == SourceIsr | (from_task & ~of_task_q))) begin
        assume (operation == OpQueueCommit | operation == OpObjectCount);
      end
    end
  end

  // -----------------------------------------------------------------------------------------------
  // What is proven
  // -----------------------------------------------------------------------------------------------
  object_t                stored;
  logic [NPriorities-1:0] receivers, senders, woken_of;
  logic                   wakes;   // a commit or a reset wakes somebody

  assign stored    = object_t'(isochron.u_records.u_memory.memory_q[queue_q]);
  assign receivers = isochron.u_chains.u_waiting.memory_q[queue_q];
  assign senders   = isochron.u_chains.u_waiting.memory_q[queue_q | ObjectWidth'(1)];
  assign woken_of  = operation == OpObjectReset | done == CommitReceived ? senders : receivers;
  assign wakes     = woken_of != '0 & (operation == OpObjectReset | ~argument[8]);

  always_comb begin
    if (rst_ni & ~isochron.init) begin
      assert (exists_q == (stored.kind == KindQueue));
      if (exists_q) begin
        assert (stored.upper == length_q & stored.count == items_q);
        assert (items_q <= length_q & length_q != '0);
      end
      // a transfer begins if and only if there is room, or an item
      if (exists_q & sends)    assert (ok == (items_q != length_q));
      if (exists_q & receives) assert (ok == (items_q != '0));
      if (exists_q & again & sends) begin
        assert (isochron.action.chain == ChainObject
                & isochron.chain_id_q == (queue_q | ObjectWidth'(1)));
      end
      if (exists_q & again & receives) begin
        assert (isochron.action.chain == ChainObject & isochron.chain_id_q == queue_q);
      end
      // a task's transfer is one point in time
      if (exists_q & transfer_q != NoTransfer & of_task_q) begin
        assert (isochron.scheduler.held & ~isochron.dispatch);
        if (isochron.decide) assert (isochron.source inside {SourceTask, SourceIsr});
        if (isochron.decide & from_task & isochron.action.code inside {ResultOk, ResultFail}) begin
          assert (operation == OpQueueCommit & isochron.object_id == queue_q);
        end
      end
      // the end of a transfer wakes the first of the best who wait for the other end of it, or nobody
      if (exists_q & (commits | (accepted & operation == OpObjectReset))) begin
        if (wakes) begin
          assert (woken_of >> isochron.chain_rank == NPriorities'(1));
          assert (isochron.subject
                  == isochron.u_chains.u_head.memory_q[{isochron.chain_id_q, isochron.chain_rank}]);
          assert (isochron.action.write_control
                  & (isochron.action.unchain | isochron.control_q.chain == ChainNone));
          assert (isochron.scheduler.suspended
                  ? isochron.action.chain == ChainPended
                  : isochron.action.link == LinkReady
                    & isochron.action.control.place == PlaceReady);
        end else begin
          assert (~isochron.action.unchain & isochron.action.chain == ChainNone
                  & isochron.action.link == LinkNone);
        end
      end
    end
  end

  // a queue is an even object, the next one has those who wait for room
  for (genvar o = 1; o < int'(NObjects); o += 2) begin : gen_odd
    object_t stored;

    assign stored = object_t'(isochron.u_records.u_memory.memory_q[o]);

    always_comb begin
      if (rst_ni & ~isochron.init) assert (stored.kind != KindQueue);
    end
  end

  // -----------------------------------------------------------------------------------------------
  // What that rests on
  // -----------------------------------------------------------------------------------------------
  logic [NPriorities-1:0] waiting;  // of the chain that the operation is about
  stage_e                 stage;

  assign stage   = isochron.u_latency.stage;
  assign waiting = isochron.u_chains.u_waiting.memory_q[isochron.chain_id_q];

  always_comb begin
    if (rst_ni) assert (transfer_q == NoTransfer | (exists_q & ~isochron.init));
    if (rst_ni & isochron.init) assert (~exists_q);
    if (rst_ni & exists_q) begin
      assert (transfer_q != Sending | items_q < length_q);
      assert (transfer_q != Receiving | items_q != '0);
    end
    if (rst_ni & transfer_q != NoTransfer & of_task_q) begin
      assert (~isochron.current_waits);
      assert (stage == StageIdle | isochron.source inside {SourceTask, SourceIsr});
      assert (stage == StageIdle | operation != WorkRetry | isochron.error != ResultFail);
    end
    if (rst_ni & stage >= StageRank & isochron.names_object & isochron.senders) begin
      assert (isochron.chain_id_q == (isochron.object_id | ObjectWidth'(1)));
    end
    if (rst_ni & stage >= StageRank & ~isochron.second & operation == WorkRetry
        & subject.waiting == WaitSend) begin
      assert (isochron.chain_id_q == (isochron.object_id | ObjectWidth'(1)));
    end
    if (rst_ni & stage >= StageRank & operation == OpQueueCreate) begin
      assert (isochron.no_count == (argument[15:0] == '0 | argument[31:16] != '0));
    end
    if (rst_ni & isochron.decide & operation == OpQueueCreate
        & isochron.object_error == ResultFail) begin
      assert (~isochron.no_count & ~isochron.object_id[0]);
    end
    if (rst_ni & stage >= StageHead & isochron.gives & waiting != '0 & ~isochron.second) begin
      assert (waiting >> isochron.chain_rank == NPriorities'(1));
      assert (isochron.u_chains.u_head.memory_q[{isochron.chain_id_q, isochron.chain_rank}]
              == (stage == StageHead ? isochron.head_task : isochron.subject));
    end
  end

  // who waits for room is among the waiters of an odd object
  for (genvar t = 0; t < int'(NTasks); t++) begin : gen_tasks
    control_t stored;

    assign stored = control_t'(isochron.u_tasks.u_control.memory_q[t]);

    always_comb begin
      if (rst_ni & ~isochron.init & stored.waiting == WaitSend) begin
        assert (isochron.u_tasks.u_wait.memory_q[t][$clog2(NPriorities)]);
      end
    end
  end

endmodule

bind isochron isochron_queues #(
  .NTasks(NTasks), .NPriorities(NPriorities), .NObjects(NObjects)
) u_queues (.*);
