// SPDX-License-Identifier: Apache-2.0
//
// Bound to isochron beside isochron_latency, isochron_refused, isochron_reset and isochron_stages
// (hardware/formal/proofs.toml): items, transfers and wake-ups of one queue, whichever it is. A model
// beside the kernel counts what operations ask for and answer. The items themselves are in memory, and
// software's, or messages (isochron_messages_order.sv).
module isochron_queues
  import isochron_pkg::*;
  import isochron_objects_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NTasks      = 32,
  parameter int unsigned NPriorities = 64,
  parameter int unsigned NObjects    = 64,
  parameter int unsigned MessageWords = 64,
  localparam int unsigned TaskWidth   = $clog2(NTasks),
  localparam int unsigned ObjectWidth = $clog2(NObjects)
) (
  input logic clk_i,
  input logic rst_ni
);

  (* keep *) logic [ObjectWidth-1:0] queue_q;  // an arbitrary pair of objects, always the same

  always_ff @(posedge clk_i) queue_q <= queue_q;

  always_comb assume (32'(queue_q) < NObjects & ~queue_q[0]);

  // -- What operations ask for and answer ---------------------------------------------------------
  operation_e  operation;
  logic [31:0] argument;
  commit_e     done;                  // what a QUEUE_COMMIT says was done
  logic        here, accepted, from_task;
  logic        ok, again;             // the operation answers OK; the caller blocks
  control_t    subject;
  logic        exists_q;              // the queue exists
  logic        sends, receives, overwrites, commits;
  logic        whole;                 // the operation transfers a whole message
  logic        begins;                // the operation begins a transfer
  logic        wakes_by_message;      // the operation is a message's second pass

  assign operation  = isochron.operation.kind;
  assign argument   = isochron.operation.argument;
  assign done       = commit_e'(argument[1:0]);
  assign from_task  = isochron.operation.source == SourceTask;
  assign here       = isochron.operation.stage.decide & ~isochron.operation.second
                    & ~isochron.u_decide.awaits_tick
                    & isochron.found.id == queue_q;
  assign accepted   = here & isochron.action.code inside {ResultOk, ResultFail};
  assign again      = accepted & isochron.action.again;
  assign ok         = accepted & ~isochron.action.again & isochron.action.code == ResultOk;
  assign subject    = control_t'(isochron.u_tasks.u_control.memory_q[isochron.operation.subject]);
  assign sends      = accepted & (operation == OpQueueSend
                                  | (operation == WorkRetry & subject.waiting == WaitSend));
  assign receives   = accepted & exists_q
                    & (operation == OpQueueReceive
                       | (operation == WorkRetry & subject.waiting inside {WaitObject, WaitLook}));
  assign overwrites = accepted & operation == OpQueueOverwrite;
  assign commits    = accepted & operation == OpQueueCommit;
  assign whole      = ok & isochron.message.direct & (sends | receives | overwrites);
  assign begins     = ok & (sends | receives | overwrites) & ~whole;
  assign wakes_by_message = isochron.operation.stage.decide & isochron.u_latency.of_message
                          & isochron.found.id == queue_q & isochron.operation.error == ResultFail;

  // -- The model ----------------------------------------------------------------------------------
  logic [15:0] length_q, items_q;
  logic        there_q;      // the queue's items are messages

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                                exists_q <= 1'b0;
    else if (ok && operation == OpQueueCreate)  exists_q <= 1'b1;
    else if (ok && operation == OpObjectDelete) exists_q <= 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (ok && operation == OpQueueCreate) begin
      length_q <= argument[15:0];
      items_q  <= '0;
      there_q  <= argument[18:16] != '0;
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
    if (whole) begin
      if (sends)                                               items_q <= items_q + 1;
      if (receives && isochron.message.done == CommitReceived) items_q <= items_q - 1;
      if (overwrites)                                          items_q <= 16'd1;
    end
  end

  // Assumed of the program: it commits a transfer only while there is room, or an item.
  always_comb begin
    if (rst_ni & exists_q & commits) begin
      unique case (done)
        CommitSent:        assume (items_q < length_q);
        CommitOverwritten: ;
        default:           assume (items_q != '0);
      endcase
    end
  end

  // -- What is proven -----------------------------------------------------------------------------
  object_t                stored;
  logic [NPriorities-1:0] receivers, senders, woken_of;
  logic [NPriorities-1:0] concerned;  // whom a message wakes
  logic                   wakes;      // a commit, a reset or a message wakes somebody

  assign stored    = object_t'(isochron.u_objects.u_records.u_memory.memory_q[queue_q]);
  assign receivers = isochron.u_objects.u_chains.u_waiting.memory_q[queue_q];
  assign senders   = isochron.u_objects.u_chains.u_waiting.memory_q[queue_q | ObjectWidth'(1)];
  assign woken_of  = operation == OpObjectReset | done == CommitReceived ? senders : receivers;
  assign wakes     = woken_of != '0 & (operation == OpObjectReset | ~argument[8]);

  // After a receive a sender; after a routine's peek nobody; else a receiver.
  always_comb begin
    concerned = isochron.message.done == CommitReceived ? senders : receivers;
    if (isochron.message.done == CommitPeeked & ~from_task) concerned = '0;
  end

  always_comb begin
    if (rst_ni & ~isochron.init.active) begin
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
                & isochron.waiters.object == (queue_q | ObjectWidth'(1)));
      end
      if (exists_q & again & receives) begin
        assert (isochron.action.chain == ChainObject & isochron.waiters.object == queue_q);
      end
      // who has waited to send a message hears that the queue has become a member if there is room now
      if (exists_q & here & operation == WorkRetry & isochron.action.code == ResultMember) begin
        assert (subject.waiting == WaitSend & items_q != length_q);
        assert (~isochron.action.again & ~isochron.action.transfer);
      end
      // the end of a transfer wakes the first of the best who wait for the other end of it, or nobody
      if (exists_q & (commits | wakes_by_message | (accepted & operation == OpObjectReset))) begin
        if (wakes) begin
          assert (woken_of >> isochron.waiters.level == NPriorities'(1));
          assert (isochron.operation.subject
                  == isochron.u_objects.u_chains.u_head.memory_q[
                       {isochron.u_objects.u_chains.object_q, isochron.u_objects.u_chains.rank_q}]);
          assert (isochron.action.write_control
                  & (isochron.action.unchain | isochron.subject_state.control.chain == ChainNone));
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

  // a message is sent, received or peeked, and wakes somebody if and only if one waits: in the next pass,
  // which is not refused
  always_comb begin
    if (rst_ni & ~isochron.init.active & whole) begin
      assert (exists_q & there_q & isochron.action.transfer);
      assert (isochron.message.done == (sends ? CommitSent
                                        : overwrites ? CommitOverwritten
                                        : operation == OpQueueReceive & isochron.operation.index == 2'd1
                                          ? CommitReceived
                                        : operation == OpQueueReceive ? CommitPeeked
                                        : isochron.message.done == CommitPeeked ? CommitPeeked
                                        : CommitReceived));
      assert (isochron.u_latency.passes_on == (concerned != '0));
    end
    if (rst_ni & ~isochron.init.active & here & isochron.u_latency.passes_on & ~whole) begin
      assert (isochron.action.code > ResultOk);
    end
    if (rst_ni & wakes_by_message) begin
      assert (exists_q & there_q & wakes);
      assert (isochron.action.code == ResultOk);
    end
  end

  // a task that has waited gets what it has asked for: shown of one task, whichever it is
  (* keep *) logic [TaskWidth-1:0] task_q;
  logic                            waits_q;  // it has waited for a transfer
  logic [1:0]                      kind_q;   // 2: a whole one; 3: the same, to the front or a peek;
                                             // 0: one that begins

  logic begins_wait;

  assign begins_wait = isochron.operation.stage.decide & ~isochron.operation.second
                     & isochron.current == task_q & is_of_transfer(operation)
                     & (isochron.action.chain == ChainObject | isochron.action.write_object);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)          waits_q <= 1'b0;
    else if (begins_wait) waits_q <= 1'b1;
  end

  always_ff @(posedge clk_i) begin
    task_q <= task_q;
    if (begins_wait) begin
      kind_q <= {isochron.operation.index inside {2'd1, 2'd2}, isochron.operation.index == 2'd2};
    end
  end

  always_comb begin
    if (rst_ni & ~isochron.init.active & whole & operation == WorkRetry & isochron.current == task_q
        & waits_q) begin
      assert (kind_q[1]);
      if (receives) assert ((isochron.message.done == CommitPeeked) == kind_q[0]);
    end
    if (rst_ni & ~isochron.init.active & begins & operation == WorkRetry & isochron.current == task_q
        & waits_q & MessageWords != 0) begin
      assert (~kind_q[1]);
    end
  end

  // a queue is an even object, the next one has those who wait for room
  for (genvar o = 1; o < int'(NObjects); o += 2) begin : gen_odd
    object_t stored;

    assign stored = object_t'(isochron.u_objects.u_records.u_memory.memory_q[o]);

    always_comb begin
      if (rst_ni & ~isochron.init.active) assert (stored.kind != KindQueue);
    end
  end

  // -- What that rests on -------------------------------------------------------------------------
  logic [NPriorities-1:0] waiting;  // of the chain that the operation is about
  stage_e                 stage;

  assign stage   = isochron.u_latency.stage;
  assign waiting = isochron.u_objects.u_chains.u_waiting.memory_q[isochron.waiters.object];

  always_comb begin
    if (rst_ni & isochron.init.active) assert (~exists_q);
    if (rst_ni & stage >= StageRank & isochron.operation.names_object & isochron.operation.senders) begin
      assert (isochron.waiters.object == (isochron.found.id | ObjectWidth'(1)));
    end
    if (rst_ni & stage >= StageRank & ~isochron.u_latency.second & operation == WorkRetry
        & subject.waiting == WaitSend) begin
      assert (isochron.waiters.object == (isochron.found.id | ObjectWidth'(1)));
    end
    if (rst_ni & stage >= StageRank & operation == OpQueueCreate) begin
      assert (isochron.operation.about.no_count == (argument[15:0] == '0 | argument[31:16] > 16'd4
                                    | 32'(argument[15:0]) * 32'(argument[18:16]) > MessageWords));
    end
    if (rst_ni & isochron.operation.stage.decide & operation == OpQueueCreate
        & isochron.found.error == ResultFail) begin
      assert (~isochron.operation.about.no_count & ~isochron.found.id[0]);
    end
    if (rst_ni & stage >= StageHead & isochron.operation.gives & waiting != '0
        & ~isochron.u_latency.second) begin
      assert (waiting >> isochron.waiters.level == NPriorities'(1));
      assert (isochron.u_objects.u_chains.u_head.memory_q[
                {isochron.u_objects.u_chains.object_q, isochron.u_objects.u_chains.rank_q}]
              == (stage == StageHead ? isochron.waiters.head : isochron.operation.subject));
    end
  end

  // who waits for room is among the waiters of an odd object
  for (genvar t = 0; t < int'(NTasks); t++) begin : gen_tasks
    control_t stored;

    assign stored = control_t'(isochron.u_tasks.u_control.memory_q[t]);

    always_comb begin
      if (rst_ni & ~isochron.init.active & stored.waiting == WaitSend) begin
        assert (isochron.u_tasks.u_wait.memory_q[t][$clog2(NPriorities)]);
      end
    end
  end

  // who waits at the other end
  logic [NPriorities-1:0] other;

  assign other = isochron.u_objects.u_chains.u_waiting.memory_q[isochron.waiters.object ^ ObjectWidth'(1)];

  always_comb begin
    if (rst_ni & isochron.u_stages.has_object & ~isochron.u_latency.second) begin
      if (stage == StageHead) assert (isochron.u_objects.u_chains.waiting == other);
      if (stage inside {StageRead, StageDecide}) begin
        assert (isochron.waiters.partner == (other != '0));
      end
    end
  end

  // a second pass is about this queue, and somebody waits
  always_comb begin
    if (rst_ni & isochron.u_latency.of_message & isochron.operation.error == ResultFail
        & isochron.operation.id == 8'(queue_q)) begin
      assert (exists_q & there_q & woken_of != '0 & ~argument[8]);
      assert (stage < StageRank | isochron.found.id == queue_q);
    end
    if (rst_ni & isochron.u_latency.age_q != '0 & operation == WorkRetry
        & isochron.operation.error == ResultFail) begin
      assert (isochron.scheduler.started & isochron.current_state.ready);
    end
    if (rst_ni & isochron.u_latency.of_message & isochron.operation.error == ResultFail & from_task) begin
      assert (~isochron.u_decide.u_refusals.waits & ~(isochron.walk.active & isochron.walk.of_task));
      assert (isochron.current_state.alive | ~isochron.scheduler.started);
    end
    if (rst_ni & isochron.u_latency.of_message) begin
      assert (isochron.operation.argument < 32'd4);
      assert (isochron.operation.id == 8'(isochron.operation.id[ObjectWidth-1:0]));
      if (stage >= StageRank) assert (isochron.operation.id == 8'(isochron.found.id));
    end
  end

  if (MessageWords != 0) begin : gen_places
    localparam int unsigned PlaceWidth = 4 + 3 * $clog2(MessageWords);

    always_comb begin
      if (rst_ni & isochron.operation.stage.decide & isochron.u_objects.gen_messages.u_messages.direct_q
          & ~isochron.u_latency.of_message & isochron.operation.error == ResultFail) begin
        unique case (isochron.message.done)
          CommitSent, CommitReceived:
            assert (isochron.u_objects.gen_messages.u_messages.awaited_q == isochron.waiters.partner);
          CommitOverwritten:
            assert (isochron.u_objects.gen_messages.u_messages.awaited_q == isochron.waiters.any);
          CommitPeeked:
            assert (isochron.u_objects.gen_messages.u_messages.awaited_q
                    == (isochron.waiters.any & from_task));
        endcase
        assert ((isochron.message.done == CommitSent) == (operation == OpQueueSend
                | operation == WorkRetry & isochron.subject_state.control.waiting == WaitSend));
        assert ((isochron.message.done == CommitOverwritten) == (operation == OpQueueOverwrite));
        assert (operation != OpQueueReceive
                | (isochron.message.done == CommitPeeked) == (isochron.operation.index == 2'd2));
      end
      if (rst_ni & isochron.operation.stage.decide
          & isochron.u_objects.gen_messages.u_messages.parted_q) begin
        assert (operation == WorkRetry & ~isochron.u_objects.gen_messages.u_messages.direct_q);
        assert (isochron.subject_state.control.waiting == WaitSend);
      end
      if (rst_ni & stage >= StageHead & isochron.u_stages.has_object
          & ~isochron.u_latency.second) begin
        assert (PlaceWidth'(isochron.u_objects.gen_messages.u_messages.place)
                == isochron.u_objects.gen_messages.u_messages.u_places.memory_q[
                     isochron.found.id[ObjectWidth-1:1]]);
      end
      if (rst_ni & waits_q) begin
        assert (isochron.u_objects.gen_messages.u_messages.u_kinds.memory_q[task_q] == kind_q);
      end
      if (rst_ni & ~isochron.init.active & exists_q) begin
        assert (isochron.u_objects.gen_messages.u_messages.u_places.memory_q[queue_q[ObjectWidth-1:1]][
                  PlaceWidth-1] == there_q);
      end
    end
  end

endmodule

bind isochron isochron_queues #(
  .NTasks(NTasks), .NPriorities(NPriorities), .NObjects(NObjects), .MessageWords(MessageWords)
) u_queues (.*);
