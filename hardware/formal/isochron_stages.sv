// SPDX-License-Identifier: Apache-2.0
//
// Bound to isochron beside isochron_latency (hardware/formal/proofs.toml), for other properties to
// rest on: what the stages of an operation have read is what is in memory, and whose it is. Memories
// hold anything.
module isochron_stages
  import isochron_pkg::*;
  import isochron_objects_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NPriorities = 64,
  parameter int unsigned NObjects = 64,
  parameter int unsigned TimerWidth = 32,
  parameter int unsigned CountWidth = 16
) (
  input logic rst_ni
);

  stage_e              stage;
  operation_e          operation;
  logic [31:0]         argument;
  logic                of_time;
  logic                names_own;   // the operation is the running task's, on itself
  logic                reads;       // it has read what is kept of its subject
  logic                about_owner; // ... and of the owner of its mutex
  control_t            subject;     // of its subject, in memory
  control_t            owner;       // of that owner
  logic [1:0]          number;      // of the notification that it is about
  notification_t       notification;
  logic [TimerWidth:0] deadline, overdue;
  logic                has_object;  // the operation has read an object's record
  object_t             record;      // ... in memory
  object_t             walked;      // whose waiters are looked at
  logic [NPriorities-1:0] waiting;  // priorities with a waiter

  assign stage        = isochron.u_latency.stage;
  assign operation    = isochron.operation.kind;
  assign argument     = isochron.operation.argument;
  assign of_time      = isochron.operation.source == SourceTime;
  assign names_own    = operation inside {OpTake, OpDelay, OpDelayAborted, OpOperand, OpQueueSend,
                          OpQueueReceive, OpQueueWait, OpGroupWait, OpGroupSync, OpGroupSet,
                          OpGroupDelete, OpNotifyTake, OpNotifyWait, WorkRetry};
  assign reads        = ~isochron.operation.gives
                      & ~(of_time & operation inside {WorkSlice, WorkTickEnd, WorkPendedMove,
                                                      WorkResumeStep});
  assign about_owner  = reads | (operation == OpGive & isochron.found.owned);
  assign subject      = control_t'(isochron.u_tasks.u_control.memory_q[isochron.operation.subject]);
  assign number       = is_of_notification(operation) ? isochron.operation.index
                                                       : isochron.stored.kept.object[1:0];
  assign notification = notification_t'(
                          isochron.u_tasks.u_notification.memory_q[{isochron.operation.subject, number}]);
  assign owner        = control_t'(isochron.u_tasks.u_control.memory_q[isochron.owner.id]);
  assign deadline     = isochron.u_tasks.u_deadline.memory_q[isochron.operation.subject];
  assign record       = object_t'(isochron.u_objects.u_records.u_memory.memory_q[isochron.found.id]);
  assign walked       = object_t'(isochron.u_objects.u_records.u_memory.memory_q[isochron.walk.object]);
  assign waiting      = isochron.u_objects.u_chains.u_waiting.memory_q[isochron.waiters.object];
  assign has_object   = ~(of_time & operation inside {WorkSlice, WorkTickEnd, WorkPendedMove,
                                                      WorkResumeStep, WorkScan, WorkMeasure});
  assign overdue      = isochron.now - deadline;

  always_comb begin
    if (rst_ni & stage != StageIdle) begin
      assert (isochron.operation.error != ResultOk);
      assert (~of_time | (isochron.operation.error == ResultFail & argument == 32'd1));
    end
    if (rst_ni & (isochron.u_latency.age_q != '0 | isochron.u_latency.second) & names_own) begin
      assert (isochron.operation.subject == isochron.current);
    end
    if (rst_ni & stage >= StageRank & isochron.operation.source == SourceTask) begin
      assert (isochron.operation.about.zero == (argument == '0));
      assert (isochron.operation.about.one == (argument == 32'd1));
      assert (isochron.operation.about.endless == &argument);
    end
    if (rst_ni & (isochron.operation.stage.read | isochron.operation.stage.decide) & reads) begin
      assert (isochron.stored.operands[0]
              == isochron.u_tasks.gen_operand[0].u_operand.memory_q[isochron.operation.subject]);
      assert (isochron.stored.operands[1]
              == isochron.u_tasks.gen_operand[1].u_operand.memory_q[isochron.operation.subject]);
    end
    if (rst_ni & isochron.operation.stage.read & reads) begin
      assert (isochron.stored.deadline == deadline);
      assert (isochron.stored.notification == notification);
    end
    if (rst_ni & (isochron.operation.stage.read | isochron.operation.stage.decide) & about_owner
        & ~isochron.u_latency.second) begin
      assert (isochron.owner.ready == (owner.place == PlaceReady));
      assert (isochron.owner.level == isochron.u_tasks.u_priority.memory_q[isochron.owner.id]);
    end
    if (rst_ni & isochron.operation.stage.read & about_owner) begin
      assert ({isochron.u_tasks.base, isochron.u_tasks.waiting, isochron.u_tasks.held}
              == isochron.u_tasks.u_standing.memory_q[isochron.owner.id]);
    end
    if (rst_ni & isochron.operation.stage.decide & about_owner) begin
      assert ({isochron.u_operands.owner_base_q, isochron.u_operands.owner_event_q,
               isochron.u_operands.owner_held_q}
              == isochron.u_tasks.u_standing.memory_q[isochron.owner.id]);
    end
    if (rst_ni & isochron.operation.stage.decide) begin
      assert (isochron.subject_state.control == subject);
      if (reads) begin
        assert (isochron.subject_state.notification == notification);
      end
      if (reads & isochron.scheduler.started) begin
        assert (isochron.subject_state.expired == ~overdue[TimerWidth]);
        assert (isochron.subject_state.due_next == &overdue);
      end
      if (operation == WorkRetry ? subject.waiting inside {WaitNotifyDecrement, WaitNotifyClear,
                                                           WaitNotifyValue}
                                 : ~is_of_object(operation)
                                   | operation inside {WorkGroupStep, WorkGroupEnd}) begin
        assert (isochron.found.error == ResultFail);
      end
    end
    // what the object is, and who waits for it
    if (rst_ni & stage >= StageRank & has_object & ~isochron.u_latency.second
        & (isochron.operation.names_object ? ~isochron.operation.senders : subject.waiting != WaitSend)) begin
      assert (isochron.waiters.object == isochron.found.id);
    end
    if (rst_ni & stage == StageRank) begin
      assert (object_t'(isochron.u_objects.u_records.record) == record);
      assert (isochron.u_objects.u_chains.waiting == waiting);
    end
    if (rst_ni & stage >= StageHead & has_object) begin
      assert ((isochron.u_latency.second & operation == OpGive) | isochron.found.record == record);
      assert (isochron.u_objects.u_chains.waiting_q == waiting | isochron.u_latency.second);
      assert (isochron.u_objects.u_chains.any_waiter_q == (isochron.u_objects.u_chains.waiting_q != '0));
      assert (isochron.u_objects.u_chains.any_waiter_q
              ? isochron.u_objects.u_chains.waiting_q >> isochron.waiters.best == NPriorities'(1)
              : isochron.waiters.best == '0);
      assert (isochron.found.owned == (isochron.found.record.kind == KindMutex
                                 & isochron.found.record.upper[OwnedBit] & ~isochron.found.record.count[0]));
    end
    // ... what it allows, and has
    if (rst_ni & isochron.operation.stage.decide & isochron.found.error == ResultFail) begin
      if (operation inside {OpTake, OpGive}) begin
        assert (~(isochron.found.record.kind inside {KindNone, KindQueue, KindGroup}));
      end
      if (operation inside {OpQueueSend, OpQueueReceive, OpQueueOverwrite, OpQueueCommit,
                            OpQueueWait}) begin
        assert (isochron.found.record.kind == KindQueue);
      end
      if (operation == WorkRetry & subject.waiting == WaitSend) begin
        assert (isochron.found.record.kind == KindQueue);
      end
      if (operation inside {OpGroupDelete, OpGroupWait, OpGroupSync, OpGroupSet, OpGroupClear}
          | (operation == WorkRetry & subject.waiting == WaitGroup)) begin
        assert (isochron.found.record.kind == KindGroup);
      end
      if (operation inside {OpObjectCreate, OpMutexCreate, OpQueueCreate, OpGroupCreate}) begin
        assert (isochron.found.record.kind == KindNone);
      end
      if (operation inside {OpObjectDelete, OpObjectReset}) begin
        assert (~(isochron.found.record.kind inside {KindNone, KindGroup}));
      end
      if (operation == WorkRetry & subject.waiting inside {WaitObject, WaitLook}) begin
        assert (~(isochron.found.record.kind inside {KindNone, KindGroup}));
      end
      if (operation == OpTake | (operation == WorkRetry & subject.waiting != WaitSend)) begin
        assert (isochron.found.granted == (isochron.found.record.count[CountWidth-1:0] != '0));
      end
    end
    if (rst_ni & isochron.operation.stage.decide & ~isochron.u_latency.second & operation == OpGive) begin
      assert (isochron.found.granted == (isochron.found.record.kind == KindMutex
                                   ? ~isochron.found.record.count[0]
                                   : isochron.found.record.count != isochron.found.record.upper));
    end
    // a second pass is about a mutex that a task holds: it blocks the caller, or wakes a waiter
    if (rst_ni & isochron.u_latency.second) begin
      assert (operation inside {OpTake, OpGive, WorkRetry} & isochron.operation.error == ResultFail);
      assert (isochron.found.record.kind == KindMutex & isochron.found.owned);
      if (operation != OpGive) begin
        assert (isochron.found.record.count[CountWidth-1:0] == '0);
        assert (isochron.scheduler.started & ~isochron.scheduler.suspended
                & ~isochron.scheduler.resuming & isochron.current_state.alive);
        assert (~subject.aborted & subject.chain == ChainNone);
      end
      if (operation == OpTake) assert (argument != '0);
      if (operation == WorkRetry) begin
        assert (subject.waiting == WaitObject & (subject.endless | overdue[TimerWidth]));
      end
    end
    // a new task's notifications are cleared before any other operation begins
    if (rst_ni & isochron.clearing) begin
      assert (~isochron.init.active & operation == OpTaskCreate & stage == StageIdle
              & ~isochron.u_handshake.dispatched_q);
      assert (isochron.u_latency.selecting == 3'(4'd1 << isochron.u_tasks.gen_several.clear_q));
      assert (~isochron.selection.valid | isochron.u_tasks.gen_several.clear_q == 2'd3);
    end
    // a walk over an event group's waiters
    if (rst_ni & isochron.init.active) assert (~isochron.walk.active);
    if (rst_ni & isochron.walk.active) begin
      assert (walked.kind == KindGroup);
    end
    if (rst_ni & isochron.walk.active & isochron.walk.of_task) begin
      assert (isochron.scheduler.suspended & isochron.scheduler.resuming);
      assert (isochron.current_state.alive | ~isochron.scheduler.started);
    end
    if (rst_ni & stage != StageIdle & of_time
        & operation inside {WorkPendedMove, WorkResumeStep}) begin
      assert (~isochron.walk.active);
    end
    if (rst_ni & stage != StageIdle & of_time
        & operation inside {WorkGroupStep, WorkGroupEnd}) begin
      assert (isochron.walk.active & isochron.operation.id == 8'(isochron.walk.object));
      assert (stage < StageRank | isochron.found.id == isochron.walk.object);
      assert (~isochron.walk.of_task | operation != WorkGroupEnd
              | isochron.operation.subject == isochron.current);
    end
    // nobody switches in a suspension of the scheduler
    if (rst_ni & (isochron.init.active | isochron.scheduler.suspended)) begin
      assert (~isochron.u_running.gen_core.u_scheduler.requested_q);
    end
  end

  // A mutex is free or taken, and nobody holds one that is free.
  for (genvar o = 0; o < int'(NObjects); o++) begin : gen_objects
    object_t stored;

    assign stored = object_t'(isochron.u_objects.u_records.u_memory.memory_q[o]);

    always_comb begin
      if (rst_ni & ~isochron.init.active & stored.kind == KindMutex) begin
        assert (stored.count == 16'd0 | (stored.count == 16'd1 & stored.upper == '0));
      end
    end
  end

endmodule

bind isochron isochron_stages #(
  .NPriorities(NPriorities), .NObjects(NObjects), .TimerWidth(TimerWidth), .CountWidth(CountWidth)
) u_stages (.*);
